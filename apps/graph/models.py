"""The tables of the graph, in four groups: the index and its builds, facts, the graph itself, what outlives a build."""

from apps.graph.fact_models import Claim as Claim
from apps.graph.fact_models import Mention as Mention
from apps.graph.fact_models import RelationFact as RelationFact
from apps.graph.fact_models import Unit as Unit
from apps.graph.graph_models import Community as Community
from apps.graph.graph_models import CommunityMember as CommunityMember
from apps.graph.graph_models import Entity as Entity
from apps.graph.graph_models import EntityVector as EntityVector
from apps.graph.graph_models import Relationship as Relationship
from apps.graph.graph_models import Report as Report
from apps.graph.index_models import Build as Build
from apps.graph.index_models import CoveredDocument as CoveredDocument
from apps.graph.index_models import GraphIndex as GraphIndex
from apps.graph.index_models import Method as Method
from apps.graph.kept_models import MergeSuggestion as MergeSuggestion
from apps.graph.kept_models import Reply as Reply
