"""The tables of the graph: the index and its builds, facts, the graph itself.

Cached replies and merge suggestions outlive a build.

May import from this app: nothing.
"""

from apps.graph.models.cached_replies import Reply as Reply
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
from apps.graph.models.graph import ReportMethod as ReportMethod
from apps.graph.models.index_and_builds import Build as Build
from apps.graph.models.index_and_builds import BuildState as BuildState
from apps.graph.models.index_and_builds import CoveredDocument as CoveredDocument
from apps.graph.models.index_and_builds import GraphIndex as GraphIndex
from apps.graph.models.index_and_builds import Method as Method
from apps.graph.models.merge_suggestions import MergeSuggestion as MergeSuggestion
from apps.graph.models.merge_suggestions import SuggestionState as SuggestionState
