"""The tables of the chat: conversations, interactions of the chat platforms, rules of the
service, second readings, gaps, shares, subscriptions, visitors.

May import from this app: nothing.
"""

from apps.chat.models.conversations import Channel, Citation, Conversation, Feedback, Turn, TurnState, new_token
from apps.chat.models.deleted_conversations import DeletedConversation
from apps.chat.models.fixed_answers import FixedAnswer
from apps.chat.models.knowledge_gaps import Gap, GapState
from apps.chat.models.platform_rooms_and_people import (
    Delivery,
    DeliveryPurpose,
    DeliveryState,
    ImprovementNote,
    Interaction,
    InteractionKey,
    InteractionKind,
    InteractionState,
    PlatformUser,
    Room,
    RoomKind,
    SwitchedOffWorkspace,
)
from apps.chat.models.rate_allowances import Allowance
from apps.chat.models.second_readings import (
    CalibrationState,
    ReaderCalibration,
    ReadingState,
    ReadingVerdict,
    SecondReading,
)
from apps.chat.models.service_settings import ServiceRules
from apps.chat.models.share_links import ShareLink
from apps.chat.models.subscriptions import (
    AnswerChange,
    NotificationState,
    PublishedUntil,
    Subscription,
    SubscriptionQuote,
    SubscriptionWay,
    WatchedPage,
)
from apps.chat.models.visitor_fingerprints import DailySalt, VisitorDay

__all__ = [
    "Allowance",
    "AnswerChange",
    "CalibrationState",
    "Channel",
    "Citation",
    "Conversation",
    "DailySalt",
    "DeletedConversation",
    "Delivery",
    "DeliveryPurpose",
    "DeliveryState",
    "Feedback",
    "FixedAnswer",
    "Gap",
    "GapState",
    "ImprovementNote",
    "Interaction",
    "InteractionKey",
    "InteractionKind",
    "InteractionState",
    "NotificationState",
    "PlatformUser",
    "PublishedUntil",
    "ReaderCalibration",
    "ReadingState",
    "ReadingVerdict",
    "Room",
    "RoomKind",
    "SecondReading",
    "ServiceRules",
    "ShareLink",
    "Subscription",
    "SubscriptionQuote",
    "SubscriptionWay",
    "SwitchedOffWorkspace",
    "Turn",
    "TurnState",
    "VisitorDay",
    "WatchedPage",
    "new_token",
]
