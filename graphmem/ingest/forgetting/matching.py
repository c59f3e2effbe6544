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
    """What a request means: ids of statements of its own speaker, and of others.

    `thing`: subject id and relation of all of them, where the request names no known subject or relation.
    """

    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    thing: tuple[str, str] | None = None

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
    told = [row for row in rows if is_object(ask.object, row) and _is_earlier(ask, row)]
    own = tuple(dict.fromkeys(row["id"] for row in told if not ask.barred and is_own(ask, row)))
    return Meant(own, tuple(dict.fromkeys(row["id"] for row in told if row["id"] not in own)))


def meant_one(ask: ForgetAsk, rows: Sequence[Row]) -> Meant:
    """Return what a request means among statements of any subject or relation, if they name one thing: one of both.

    What its own speaker has said counts before what others have said.
    """
    found = meant(ask, rows)
    things = {row["id"]: (row["subjectId"], row["relation"]) for row in rows}
    named = {things[id_] for id_ in found.own or found.others}
    if len(named) != 1:
        return Meant()
    return Meant(found.own, () if found.own else found.others, named.pop())


def statements_meant(found: Meant, things: Sequence[Sequence[str]], stated: Sequence[str]) -> list[str]:
    """Return those of the statements of a late message that a request means.

    Args:
        things: subject id and relation of all that the request hides. One that names no known subject or relation means one
            thing only, so it means no second one later. stated: ids of the statements of the message.
    """
    if found.thing is not None and things and list(found.thing) not in [list(thing) for thing in things]:
        return []
    return [id_ for id_ in found.own if id_ in stated]


def _is_earlier(ask: ForgetAsk, row: Row) -> bool:
    """Whether a statement was said before a request or with it. What is said again later is not meant."""
    return ask.occurred_at is None or row["occurredAt"] <= ask.occurred_at


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
