"""The content of the upgrade data: about sixty messages about a few people, with corrections by hand between them.

It covers periods that replace each other, values, aliases, events, plans, dates of several precisions, denials, evidence,
corrections, merges, imports, sessions, settings and forgetting. Only system time depends on the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upgrade_imports import Claim, Extracted, Mention

from graphmem.brain import Brain
from graphmem.errors import ModelError

PEOPLE = ("Ana", "Bruno", "Clara", "Helena", "Ida", "Leni", "Mara", "Rui", "Tomas", "Vera", "Zoe")
PLACES = ("Recife", "Olinda", "Lisbon", "Porto", "Berlin", "Faro", "Kyoto", "Braga", "Evora")


# --------------------------------------------------------------------------- short ways to tell a brain something


def fact(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    """Return a supplied fact between two entities."""
    return {"subject": subject, "relation": relation, "object": object_, **more}


def value(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    """Return a supplied fact with a value as its object."""
    return fact(subject, relation, object_, object_is_entity=False, **more)


def _entity(name: str, aliases: Sequence[str]) -> dict[str, Any]:
    kind = "person" if name.split()[0] in PEOPLE else "place" if name in PLACES else "organization"
    return {"name": name, "type": kind, "aliases": list(aliases)}


def extraction(*facts: dict[str, Any], aliases: dict[str, Sequence[str]] | None = None) -> dict[str, Any]:
    """Return facts with their entities as a supplied extraction."""
    known = aliases or {}
    names = {one["subject"] for one in facts} | {one["object"] for one in facts if one.get("object_is_entity", True)}
    return {
        "entities": [_entity(name, known.get(name, ())) for name in sorted(names | set(known))],
        "facts": list(facts),
    }


async def tell(brain: Brain, at: str, text: str, *facts: dict[str, Any], **options: Any) -> Any:
    """Send one message with the facts that it states."""
    supplied = extraction(*facts, aliases=options.pop("aliases", None))
    result = await brain.remember(text, occurred_at=at, extraction=supplied, **options)
    assert result.success, result.error
    return result


async def only(brain: Brain, subject: str, relation: str, object_: str | None = None) -> str:
    """Return the id of the one fact that holds, or is still to come, of a subject and a relation."""
    page = await brain.facts(subject, relation, object_, include_closed=True)
    live = [one for one in page if one.status == "live"]
    assert len(live) == 1, [one.text for one in page]
    return str(live[0].id)


async def last_recorded(brain: Brain) -> str:
    """Return the system time of the newest version of a fact that is believed."""
    [newest] = await brain.facts(include_closed=True, limit=1)
    return str(newest.model_dump(mode="json")["recorded_at"])


# --------------------------------------------------------------------------- an extractor that leaves dates in words


def _claim(subject: str, relation: str, object_: str, text: str, **more: Any) -> Any:
    return Claim(subject=subject, relation=relation, object=object_, text=text, **more)


IN_WORDS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "Mara founded a choir in 2019 and has played the cello since May 2020.": (
        (Mention("Mara", "person"),),
        (
            _claim("Mara", "founded", "a choir", "Mara founded a choir", starts="2019", kind="event"),
            _claim("Mara", "plays", "the cello", "Mara plays the cello", starts="May 2020"),
        ),
    ),
    "Last month Mara moved to Porto. She will visit Kyoto in 2091.": (
        (Mention("Mara", "person"), Mention("Porto", "place"), Mention("Kyoto", "place")),
        (
            _claim("Mara", "lives_in", "Porto", "Mara lives in Porto", object_is_entity=True, starts="last month"),
            _claim("Mara", "visits", "Kyoto", "Mara visits Kyoto", object_is_entity=True, starts="2091", kind="plan"),
        ),
    ),
    "Tomas, who leads the archive, was in Berlin from March 2021 until June 2021.": (
        (Mention("Tomas", "person"), Mention("Berlin", "place"), Mention("City Archive", "organization", ("archive",))),
        (
            _claim(
                "Tomas",
                "stayed_in",
                "Berlin",
                "Tomas stayed in Berlin",
                object_is_entity=True,
                starts="March 2021",
                until="June 2021",
            ),
            _claim("Tomas", "leads", "City Archive", "", object_is_entity=True),
        ),
    ),
}
"""What is found in some messages, by their content."""
UNREADABLE = "#### nothing can be made of this ####"


class Words:
    """Finds what `IN_WORDS` has for a message, and fails at one."""

    name = "words"

    async def mentions(self, request: Any) -> Any:
        """Return the mentions and claims of a message. Raises ModelError for `UNREADABLE`."""
        if request.content == UNREADABLE:
            raise ModelError("the message cannot be read")
        mentions, claims = IN_WORDS.get(request.content, ((), ()))
        return Extracted(mentions=mentions, claims=claims, method="informed")

    async def claims(self, request: Any, mentions: Any) -> Any:
        """Not asked: `mentions` returns the claims too."""
        raise NotImplementedError


# --------------------------------------------------------------------------- the story


async def _in_order(brain: Brain) -> None:
    """Employers and homes that replace each other, likes that do not, told in order."""
    await tell(
        brain,
        "2019-01-10",
        "I am Ana. I work at Acme and live in Recife.",
        fact("Ana", "works_at", "Acme"),
        fact("Ana", "lives_in", "Recife"),
        session_id="diary",
        speaker="Ana",
        tags=["start"],
        metadata={"channel": "mail", "n": 1},
        source="mail",
    )
    await tell(
        brain,
        "2019-03-01",
        "Bruno works at Globex; he likes chess and tea.",
        fact("Bruno", "works_at", "Globex", valid_from="2018-09-01"),
        value("Bruno", "likes", "chess"),
        value("Bruno", "likes", "tea", confidence=0.9, importance=0.3),
        session_id="diary",
        speaker="Ana",
    )
    await tell(brain, "2019-06-20", "Ana likes jazz.", value("Ana", "likes", "jazz", category="core"), speaker="Ana")
    await tell(brain, "2020-02-15", "Ana moved to Olinda.", fact("Ana", "lives_in", "Olinda", valid_from="2020-02-01"))
    await tell(brain, "2020-05-04", "Ana works at Globex.", fact("Ana", "works_at", "Globex", valid_from="2020-05-01"))
    await tell(brain, "2020-05-05", "Ana still works at Globex.", fact("Ana", "works_at", "Globex"))
    await tell(brain, "2020-07-01", "Ana married Bruno.", fact("Ana", "married_to", "Bruno", valid_from="2020-06-27"))
    await tell(brain, "2020-09-09", "Ana is an engineer.", value("Ana", "has_role", "engineer"))
    await tell(brain, "2021-01-15", "Ana leads the team.", value("Ana", "has_role", "team lead", confidence=0.95))
    await tell(brain, "2021-03-03", "Clara knows Ana.", fact("Clara", "knows", "Ana"), role="assistant")
    await tell(brain, "2021-03-04", "Ana knows Clara.", fact("Ana", "knows", "Clara", valid_from="2015-01-01"))
    await tell(brain, "2022-07-21", "Ana works at Initech.", fact("Ana", "works_at", "Initech"), speaker="Ana")


async def _out_of_order(brain: Brain) -> None:
    """Older messages that arrive late, ends without a start, starts since always, denials."""
    await tell(
        brain,
        "2021-10-10",
        "Ana was at Hooli for a while.",
        fact("Ana", "works_at", "Hooli", valid_from="2021-06-01", valid_until="2021-09-01"),
    )
    await tell(brain, "2019-05-05", "Ana lived in Faro.", fact("Ana", "lives_in", "Faro", valid_from="2017-01-01"))
    left = await tell(
        brain,
        "2020-08-01",
        "Clara left Umbrella.",
        fact("Clara", "works_at", "Umbrella", action="ends", valid_until="2020-07-31"),
    )
    assert any(one.startswith("end_without_start") for one in left.warnings), left.warnings
    await tell(brain, "2023-02-02", "Clara was born in Braga.", fact("Clara", "born_in", "Braga", valid_from=None))
    await tell(brain, "2023-04-01", "Bruno moved to Berlin.", fact("Bruno", "lives_in", "Berlin"))
    await tell(brain, "2019-09-09", "Bruno lives in Evora.", fact("Bruno", "lives_in", "Evora"))
    await tell(brain, "2023-04-20", "No, never to Berlin.", fact("Bruno", "lives_in", "Berlin", action="never"))
    await tell(brain, "2024-01-05", "Bruno likes coffee.", value("Bruno", "likes", "coffee"))
    await tell(
        brain, "2024-02-05", "No longer.", value("Bruno", "likes", "coffee", action="ends", valid_until="2024-02-01")
    )
    await tell(brain, "2024-02-06", "Nothing to deny.", value("Bruno", "likes", "oysters", action="never"))
    await tell(brain, "2022-12-01", "Acme is in Recife.", fact("Acme", "located_in", "Recife", valid_from=None))
    tie = await tell(brain, "2020-01-15", "Or in Braga.", fact("Ana", "lives_in", "Braga", valid_from="2020-02-01"))
    assert tie.facts_skipped
    await tell(
        brain,
        "2021-05-05",
        "All of it since 2014.",
        fact("Rui", "works_at", "Acme"),
        fact("Rui", "lives_in", "Recife", valid_from="2020-01-01"),
        valid_from_override="2014-03-03",
    )


async def _values_and_names(brain: Brain) -> None:
    """Values in other wordings, aliases, events, plans, and dates in words."""
    await tell(
        brain,
        "2021-11-11",
        "Helena Prado is called Leni.",
        fact("Helena Prado", "works_at", "Umbrella"),
        aliases={"Helena Prado": ["Leni", "H. Prado"]},
    )
    await tell(brain, "2022-01-02", "Leni likes jazz.", value("Leni", "likes", "Jazz"))
    await tell(
        brain, "2022-01-03", "Jazz!", value("Helena Prado", "likes", "jazz"), value("Helena Prado", "has_age", "41")
    )
    await tell(brain, "2023-01-03", "A birthday.", value("Helena Prado", "has_age", "42", valid_from="2022-12-30"))
    await tell(
        brain,
        "2022-07-20",
        "Ana visited Kyoto.",
        fact("Ana", "visited", "Kyoto", kind="event", valid_from="2022-07-20"),
    )
    await tell(
        brain,
        "2023-05-20",
        "Ten days in Faro.",
        fact("Bruno", "visited", "Faro", kind="event", valid_from="2023-05-05", valid_until="2023-05-15"),
    )
    await tell(
        brain, "2024-03-01", "Ana will move to Lisbon.", fact("Ana", "lives_in", "Lisbon", valid_from="2025-01-01")
    )
    await tell(
        brain, "2024-03-02", "Clara retires in 2090.", value("Clara", "has_status", "retired", valid_from="2090-01-01")
    )
    await tell(brain, "2024-03-03", "Clara is a nurse.", value("Clara", "has_status", "nurse", valid_from="2016-01-01"))
    for at, text in zip(("2022-08-08", "2024-08-08", "2023-08-08"), IN_WORDS, strict=True):
        told = await brain.remember(text, occurred_at=at, session_id="words", speaker="Mara")
        assert told.success
        assert told.facts_added
    await tell(
        brain,
        "2024-03-04",
        "Clara fala português 🙂",
        value("Clara", "speaks", "Português – 日本語 🙂", confidence=0.61),
    )
    await brain.add_entity(
        name="Ida Roth",
        type="person",
        aliases=["I. R."],
        external_id="crm-17",
        summary="A chemist.",
        properties={"floor": 3},
    )
    await tell(brain, "2024-04-04", "Ida Roth works at Acme.", fact("Ida Roth", "works_at", "Acme"))


async def _evidence(brain: Brain) -> None:
    """Facts that rest on others, over two levels and in sets; the cascade of a retraction, and what comes back."""
    job = await only(brain, "Ana", "works_at")
    home = await only(brain, "Bruno", "lives_in")
    commute = await brain.add_fact(**value("Ana", "commutes", "daily", valid_from="2022-08-01", evidence_ids=[job]))
    ticket = await brain.add_fact(
        **value("Ana", "owns", "a season ticket", valid_from="2022-09-01", evidence=[[commute.id]])
    )
    garden = await brain.add_fact(
        **value("Bruno", "tends", "a garden", valid_from="2022-09-01", evidence=[[job, home]])
    )
    either = await brain.add_fact(
        **value("Bruno", "votes_in", "Evora", valid_from="2020-01-01", evidence=[[home], [garden.id]])
    )
    await brain.invalidate(job, at="2024-06-01", reason="the contract ended")
    assert [(await brain.fact(one.id)).status for one in (commute, ticket, garden)] == ["closed"] * 3
    await brain.restore(job)
    await _joined_periods(brain)
    await brain.invalidate(home, kind="corrected", reason="a slip")
    assert (await brain.fact(either.id)).status != "live"


async def _joined_periods(brain: Brain) -> None:
    """Two periods that become one, and what rests on the one that is gone."""
    work = fact("Mara", "works_at", "Acme", object_is_entity=True)
    early = await brain.add_fact(**{**work, "valid_from": "2012-01-01", "valid_until": "2014-01-01"})
    late = await brain.add_fact(**{**work, "valid_from": "2015-01-01"})
    await brain.add_fact(**value("Mara", "carries", "a badge", valid_from="2016-01-01", evidence_ids=[late.id]))
    bridge = await brain.add_fact(**{**work, "valid_from": "2013-01-01", "valid_until": "2015-06-01"})
    assert bridge.id == early.id


async def _by_hand(brain: Brain) -> None:
    """Corrections of several kinds, a restored correction, imported facts."""
    wrong = await brain.add_fact(**fact("Tomas", "born_in", "Porto", valid_from=None, object_is_entity=True))
    await brain.correct(wrong.id, object="Lisbon", reason="misread")
    late = await only(brain, "Mara", "plays")
    await brain.correct(late, valid_from="2020-05-17", text="Mara has played the cello since a concert in May 2020")
    married = await only(brain, "Ana", "married_to")
    await brain.correct(married, valid_from="2020-06-28")
    await brain.restore(married)
    jazz = await only(brain, "Ana", "likes")
    await brain.invalidate(jazz, at="2024-05-05", superseded_by=await only(brain, "Bruno", "likes", "chess"))
    await brain.invalidate(await only(brain, "Bruno", "likes", "tea"), at="2021-01-01")
    await brain.restore(await _closed(brain, "Bruno", "likes", "tea"))
    report = await brain.import_facts(
        [
            fact("Globex", "located_in", "Berlin", valid_from="2001-01-01", object_is_entity=True),
            fact(
                "Globex",
                "located_in",
                "Lisbon",
                valid_from="2021-01-01",
                object_is_entity=True,
                text="Globex sits in Lisbon",
            ),
            fact("Tomas", "sibling_of", "Mara", valid_from=None, object_is_entity=True),
            fact("Mara", "sibling_of", "Tomas", valid_from=None, object_is_entity=True),
            value("Tomas", "speaks", "Portuguese", valid_from="1990-05-05T06:30:00+02:00", confidence=0.7),
            value("Tomas", "speaks", "German", valid_from="2021-03-01", category="procedural"),
            value("Tomas", "speaks", "Latin", valid_from="2030-01-01", valid_until="2020-01-01"),
            {"subject": "Tomas", "relation": "speaks"},
        ],
        resolve="exact",
        batch=3,
    )
    assert (report.records, report.rejected) == (8, 2), report


async def _closed(brain: Brain, *ends: str) -> str:
    page = await brain.facts(*ends, include_closed=True)
    return str(next(one.id for one in page if one.status != "live"))


async def _conversations(brain: Brain) -> None:
    """Symmetric relations told both ways round, verbatim sessions, a long document, a summary, stored episodes."""
    await tell(brain, "2024-05-01", "Ana and Ida are friends.", fact("Ana", "friend_of", "Ida Roth"), session_id="talk")
    await tell(
        brain,
        "2024-05-02",
        "They are.",
        fact("Ida Roth", "friend_of", "Ana", valid_from="2024-01-01"),
        session_id="talk",
    )
    await tell(
        brain,
        "2024-05-03",
        "No more.",
        fact("Ida Roth", "friend_of", "Ana", action="ends", valid_until="2024-05-03T09:30:00Z"),
        session_id="talk",
    )
    await brain.summarise("talk")
    for second, (who, text) in enumerate(
        (("Ana", "Shall we take the train?"), ("Bruno", "The night train."), ("Ana", "Yes."))
    ):
        await brain.remember(
            text,
            occurred_at=f"2024-06-01T10:00:0{second}Z",
            session_id="trip",
            speaker=who,
            config_overrides={"mode": "raw"},
        )
    await brain.remember(
        messages=[
            {"role": "user", "name": "Ana", "content": "I keep bees."},
            {"role": "assistant", "content": "How many?"},
        ],
        occurred_at="2024-06-02",
        session_id="bees",
        extraction=extraction(value("Ana", "keeps", "bees")),
        config_overrides={"mode": "hybrid"},
    )
    await tell(
        brain,
        "2024-06-03",
        "The minutes of the choir. " * 300,
        fact("Mara", "member_of", "City Choir"),
        kind="document",
    )
    await brain.remember(
        "Kept for later.", occurred_at="2024-06-04", skip_extraction=True, idempotency_key="kept", external_id="e-1"
    )


async def _merged(brain: Brain) -> None:
    """Two entities that become one, and learn something as one."""
    await tell(
        brain, "2021-02-02", "Vera works at Umbrella.", fact("Vera", "works_at", "Umbrella", valid_from="2021-02-01")
    )
    await tell(
        brain,
        "2021-02-03",
        "Vera plays go; Bruno trusts her.",
        value("Vera", "plays", "go"),
        fact("Bruno", "trusts", "Vera"),
    )
    await tell(
        brain, "2021-02-04", "Bruno trusts Clara.", fact("Bruno", "trusts", "Clara"), fact("Clara", "knows", "Vera")
    )
    await brain.merge("Clara", "Vera")
    await tell(brain, "2023-03-03", "Vera moved to Faro.", fact("Vera", "lives_in", "Faro", valid_from="2023-03-01"))
    await tell(brain, "2023-03-04", "Clara plays chess.", value("Clara", "plays", "chess"))


async def _parted(brain: Brain) -> None:
    """They are two again; two others become one and stay one; a rename and other changes of entities."""
    [merge] = (await brain.entity_history("Vera")).merges
    await brain.unmerge(merge.entity_id, merge.merge_id)
    await tell(brain, "2022-02-02", "Zoe likes tea.", value("Zoe", "likes", "tea"), fact("Zoe", "works_at", "Globex"))
    await brain.merge("Ana", "Zoe")
    await brain.change_entity(
        "Bruno", name="Bruno Reis", aliases_add=["B. R."], properties={"born": 1990}, summary="A player."
    )
    await brain.change_entity("Bruno Reis", aliases_remove=["B. R."], properties={"born": None, "shoe": 43})
    await brain.change_entity("Umbrella", type="project")


async def _endings(brain: Brain) -> None:
    """What is forgotten, relations that are stated otherwise, settings, episodes that failed or wait."""
    gone = await tell(
        brain, "2023-10-01", "Bruno works at Hooli.", fact("Bruno Reis", "works_at", "Hooli"), idempotency_key="gone"
    )
    await tell(brain, "2023-11-01", "Bruno works at Acme.", fact("Bruno Reis", "works_at", "Acme"))
    await brain.forget_episode(gone.episode_id)
    secret = await brain.add_fact(**value("Rui", "hides", "a key", valid_from="2020-01-01"))
    await brain.forget_fact(secret.id)
    await tell(
        brain,
        "2023-12-01",
        "Rui works at Globex.",
        fact("Rui", "works_at", "Globex"),
        fact("Hooli Labs", "part_of", "Hooli"),
    )
    await brain.forget_entity((await brain.entity("Hooli Labs")).id)
    await tell(brain, "2024-07-01", "Rui plays tennis.", value("Rui", "plays", "tennis"), value("Rui", "plays", "golf"))
    await tell(brain, "2024-08-01", "Rui plays squash.", value("Rui", "plays", "squash"))
    await brain.set_relation("plays", cardinality="one", synonyms=["performs_on"])
    await tell(brain, "2024-09-01", "Rui performs on a lute.", value("Rui", "performs_on", "lute"))
    await brain.set_relation("trusts", symmetric=True)
    await brain.configure(language="en", min_confidence=0.4, associations=10)
    failed = await brain.remember(UNREADABLE, occurred_at="2024-10-01")
    assert failed.status == "failed"
    await tell(brain, "2025-12-24", "Ana likes gingerbread.", value("Ana", "likes", "gingerbread"), session_id="diary")
    await tell(
        brain, "2026-01-15", "Ana works at Vandelay.", fact("Ana", "works_at", "Vandelay", valid_from="2026-01-07")
    )
    waiting = await brain.remember(
        "Ida moved to Porto.",
        occurred_at="2026-02-01",
        extraction=extraction(fact("Ida Roth", "lives_in", "Porto")),
        wait=False,
    )
    assert waiting.status == "pending"


async def another(brain: Brain) -> None:
    """A second brain that speaks of the same names."""
    await tell(brain, "2020-01-01", "Ana works at Umbrella.", fact("Ana", "works_at", "Umbrella"))
    await tell(
        brain, "2021-01-01", "Ana lives in Kyoto.", fact("Ana", "lives_in", "Kyoto"), value("Ana", "likes", "rain")
    )
    await tell(brain, "2022-01-01", "Ana works at Hooli.", fact("Ana", "works_at", "Hooli"))


CHAPTERS = (
    _in_order,
    _out_of_order,
    _values_and_names,
    _evidence,
    _by_hand,
    _conversations,
    _merged,
    _parted,
    _endings,
)
"""The story of the first brain, in order; a moment of system time is noted after each."""
