"""The former place of `graphmem.contract.records`. New code imports these names from `graphmem`."""

from graphmem.contract.history import EntityHistory, FactHistory, MergeSpan, NameSpan  # noqa: F401
from graphmem.contract.recall import RecallItem, RecallResult  # noqa: F401
from graphmem.contract.records import *  # noqa: F403
from graphmem.contract.sessions import Session, SessionSummary  # noqa: F401
