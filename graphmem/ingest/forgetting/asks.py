"""Requests to forget in the claims of a message, and whether they count or are only proposed to a person. Pure.

A text must not be able to delete memory. A request counts if a user says it in a message of the user's own; from documents,
tools, assistants, systems, imports and mixed speakers it becomes a proposal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphmem.claims import Claim, ClaimSource
from graphmem.directives.forgetting import may_ask_to_forget
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.forgetting.records import ForgetAsk, folded

USERS = frozenset({"user", "human"})
"""Roles of the people whose memory it is."""
MESSAGE = "message"
"""The kind of an episode in which a request counts."""
NO_MESSAGE = "it came without a message"
"""Why a request of an import or of a fact by hand is only proposed."""


def without_asks(
    claims: Iterable[tuple[Claim, ClaimSource]], episode: EpisodeInput | None
) -> tuple[tuple[tuple[Claim, ClaimSource], ...], tuple[ForgetAsk, ...]]:
    """Return the claims that state something, and the requests to forget among them.

    Args:
        episode: in which the claims are; None: those of an import, whose requests are only proposed.
    """
    stated, asks = [], []
    for claim, source in claims:
        if claim.action == "forget":
            asks.append(_ask(claim, source, episode))
        else:
            stated.append((claim, source))
    return tuple(stated), tuple(dict.fromkeys(asks))


def _ask(claim: Claim, source: ClaimSource, episode: EpisodeInput | None) -> ForgetAsk:
    object_, exact = claim.object.strip() or None, source.resolve == "exact"
    asked = ForgetAsk(source.n, claim.subject, claim.relation, object_, exact, barred=NO_MESSAGE)
    if episode is None:
        return asked
    speaker, barred = speaker_of(episode)
    return replace(
        asked,
        episode_id=episode.episode_id,
        session_id=episode.session_id,
        speaker=speaker,
        barred=barred,
        occurred_at=episode.occurred_at,
    )


def speaker_of(episode: EpisodeInput) -> tuple[str | None, str]:
    """Return who asks, and why the request is only proposed ("" = it counts)."""
    if episode.kind != MESSAGE:
        return None, f"it came in an episode of kind {episode.kind}"
    turns = [turn for turn in episode.messages if turn.content.strip()]
    if not turns:
        return _single_speaker(episode)
    asking = [turn for turn in turns if may_ask_to_forget(turn.content)]
    if not asking or any(not _is_user(turn.role) for turn in asking) or _is_other(episode.role):
        return None, "no turn of a user asks for it" if not asking else "another role than the user asks for it"
    names = {name for turn in turns if _is_user(turn.role) and (name := folded(turn.name or episode.speaker))}
    if len(names) > 1:
        return None, "several people speak in its message"
    return next(iter(names), None), ""


def _single_speaker(episode: EpisodeInput) -> tuple[str | None, str]:
    speaker = folded(episode.speaker)
    if _is_user(episode.role) or (episode.role is None and speaker):
        return speaker, ""
    return speaker, f"its message has the role {episode.role}" if episode.role else "its message has no role"


def _is_user(role: str | None) -> bool:
    return role is not None and role.strip().casefold() in USERS


def _is_other(role: str | None) -> bool:
    return role is not None and not _is_user(role)
