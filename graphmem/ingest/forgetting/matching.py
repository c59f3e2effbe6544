"""Which statements a request to forget means: those of its own speaker are hidden, the others are proposed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.claims import second_hand
from graphmem.graph.transaction import Row
from graphmem.ingest.forgetting.records import ForgetAsk, folded
from graphmem.names.normalize import slug, value_key
from graphmem.ontology import relation_name

ARTICLES = ("the_", "my_", "our_", "your_")


@dataclass(frozen=True, slots=True)
class Meant:
    """What a request means: ids of statements of its own speaker, and of others."""

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether no statement is meant."""
        return not (self.own or self.others)


def norms_of(name: str) -> list[str]:
    """Return the normalised names of an entity, with and without an article or possessive."""
    norm = slug(name)
    bare = next((norm.removeprefix(article) for article in ARTICLES if norm.startswith(article)), norm)
    return list(dict.fromkeys((norm, bare, *(article + bare for article in ARTICLES))))


def relations_of(ask: ForgetAsk) -> list[str]:
    """Return the names under which the relation of a request may be stored."""
    return list(dict.fromkeys((relation_name(ask.relation), relation_name(ask.relation, synonyms=False))))


def meant(ask: ForgetAsk, rows: Sequence[Row]) -> Meant:
    """Return what a request means.

    Args:
        rows: statements of its subject and relation, as forgetting/statements.cypher returns them.
    """
    told = [row for row in rows if is_object(ask.object, row)]
    own = tuple(dict.fromkeys(row["id"] for row in told if not ask.barred and is_own(ask, row)))
    return Meant(own, tuple(dict.fromkeys(row["id"] for row in told if row["id"] not in own)))


def meant_one(ask: ForgetAsk, rows: Sequence[Row]) -> Meant:
    """Return what a request means among statements of any subject or relation, if they name one thing: one of both.

    What its own speaker has said counts before what others have said.
    """
    found = meant(ask, rows)
    things = {row["id"]: (row["subjectId"], row["relation"]) for row in rows}
    if found.own:
        return Meant(found.own) if len({things[id_] for id_ in found.own}) == 1 else Meant()
    return found if len({things[id_] for id_ in found.others}) == 1 else Meant()


def is_object(object_: str | None, row: Row) -> bool:
    """Whether a statement has the object of a request. Without an object, every statement has."""
    if object_ is None:
        return True
    if object_.strip() in (row["otherId"], row["otherKey"]) or value_key(object_) == row["otherKey"]:
        return True
    names = [name for name in (row["otherSaid"], row["otherName"], *row["otherNames"]) if name]
    return not set(norms_of(object_)).isdisjoint(map(slug, names))


def is_own(ask: ForgetAsk, row: Row) -> bool:
    """Whether a statement is the requester's own: of the same speaker, or of the same session where nobody is named."""
    episodes = row["episodes"]
    if not episodes or any(_is_second_hand(row, one) for one in episodes):
        return False
    if ask.speaker is None and ask.session_id is None and ask.episode_id is None:
        return False
    return all(_is_same(ask, one, folded(row["speaker"])) for one in episodes)


def _is_second_hand(row: Row, episode: Row) -> bool:
    """Whether nobody but assistants, systems and tools speaks in an episode. An answer in a chat belongs to its user."""
    roles = episode.get("roles") or [episode["role"]]
    if roles == [None]:
        return row["secondHand"] is not None
    return all(map(second_hand, roles))


def _is_same(ask: ForgetAsk, episode: Row, stated: str | None) -> bool:
    if ask.episode_id is not None and episode["id"] == ask.episode_id:
        return True
    speaker = stated or folded(episode["speaker"])
    names = {speaker} if speaker else set(episode["speakers"] or ())
    if ask.speaker is not None:
        return names == {ask.speaker}
    return not names and ask.session_id is not None and episode["sessionId"] == ask.session_id
