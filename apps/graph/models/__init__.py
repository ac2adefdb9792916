"""The tables of the graph, in four groups: the index and its builds, facts, the graph itself, what outlives a build.

May import from this app: nothing.
"""

from apps.graph.models.cache import MergeSuggestion as MergeSuggestion
from apps.graph.models.cache import Reply as Reply
from apps.graph.models.facts import Claim as Claim
from apps.graph.models.facts import Mention as Mention
from apps.graph.models.facts import RelationFact as RelationFact
from apps.graph.models.facts import Unit as Unit
from apps.graph.models.graph import Community as Community
from apps.graph.models.graph import CommunityMember as CommunityMember
from apps.graph.models.graph import Entity as Entity
from apps.graph.models.graph import EntityVector as EntityVector
from apps.graph.models.graph import Relationship as Relationship
from apps.graph.models.graph import Report as Report
from apps.graph.models.index import Build as Build
from apps.graph.models.index import CoveredDocument as CoveredDocument
from apps.graph.models.index import GraphIndex as GraphIndex
from apps.graph.models.index import Method as Method
