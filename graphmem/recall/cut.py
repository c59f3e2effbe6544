"""The edge of an answer: what fits the question far less than the best results is left out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set as AbstractSet
from dataclasses import replace

from graphmem.recall.query import RecallQuery
from graphmem.recall.ranking import EpisodeCandidate, Scored
from graphmem.recall.results import RankedHits, RecallHits

FACT_CUT = 0.9
"""The default of `cut` for facts."""
NOTE_CUT = 0.8
"""The default of `cut` for an episode that stands alone."""
TURN_CUT = 0.3
"""The default of `cut` for a turn of a conversation: what answers is often told in several turns."""
ROOM = 10
"""Results of a kind of which none is left out by default, if no more were found."""


def cut_results(final: RankedHits, found: RecallHits, query: RecallQuery, at: int) -> RankedHits:
    """Return the results without those that fit the question far less than the nearest of their kind.

    A fact that had ended counts among the nearest: where the question means it, other facts are no answer. The turns beside a
    turn that stays are kept: they say what it is about. So are facts that were asked for by their associations.

    Args:
        at: the moment that is asked about, in milliseconds since 1970.
    """
    facts, turns = final.facts, _turns(found.episodes)
    if query.cut is not None or sum(fact.end > at for fact in found.facts.values()) > ROOM:
        near = _nearest(final, (*facts, *final.ended))
        facts = tuple(one for one in facts if "spread" in one.why or _stays(final, one, near, query.cut, FACT_CUT))
    episodes = final.episodes
    if query.cut is not None or len(found.episodes) > ROOM:
        near = _nearest(final, episodes)
        stay = {
            one.id for one in episodes if _stays(final, one, near, query.cut, TURN_CUT if one.id in turns else NOTE_CUT)
        }
        stay |= _beside(stay, found.episodes)
        episodes = tuple(one for one in episodes if one.id in stay)
    return replace(final, facts=facts, episodes=episodes)


def _nearest(final: RankedHits, results: Iterable[Scored]) -> float:
    """Return how near the nearest of some results is. What a name or the words of a question add raises no bar for others."""
    return max((final.fits[one.id].near for one in results if one.id in final.fits), default=0.0)


def _stays(final: RankedHits, one: Scored, near: float, asked: float | None, default: float) -> bool:
    """Whether a result stays. What was removed while the records were read has no fit."""
    fit = final.fits.get(one.id)
    return fit is not None and fit.fit >= near * (default if asked is None else asked)


def _turns(episodes: Sequence[EpisodeCandidate]) -> AbstractSet[str]:
    """Return the ids of the turns of conversations: what follows another, or is followed."""
    return {one.id for one in episodes if one.following} | {one.following for one in episodes if one.following}


def _beside(ids: AbstractSet[str], episodes: Sequence[EpisodeCandidate]) -> AbstractSet[str]:
    """Return the ids of the turns before and after some turns."""
    after = {one.following for one in episodes if one.id in ids and one.following}
    return after | {one.id for one in episodes if one.following in ids}
