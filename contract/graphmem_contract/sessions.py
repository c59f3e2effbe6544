"""Sessions and their summaries, the same in Python and REST."""

from __future__ import annotations

from graphmem_contract.records import Record, Time, TokensUsed


class Session(Record):
    """A session: its number of episodes without summaries, its first and last time, and the text of its latest summary.

    `signals`: how many messages wait for extraction and count towards `extraction_threshold`.
    """

    id: str
    episodes: int
    first: Time
    last: Time
    summary: str | None = None
    signals: int = 0


class SessionSummary(Record):
    """Summary of a session. It is stored as an episode of kind `summary` and replaces the summary before it.

    `episodes`: number of episodes that it covers. `method`: model, offline (extracts, in the language of the
    messages) or scripted.
    """

    session_id: str
    episode_id: str
    summary: str
    observations: tuple[str, ...] = ()
    outcome: str | None = None
    episodes: int
    first: Time
    last: Time
    recorded_at: Time
    method: str
    warnings: tuple[str, ...] = ()
    tokens_used: TokensUsed = TokensUsed()
