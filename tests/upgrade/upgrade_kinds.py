"""The content of the data about kinds: changes of state as earlier versions stored them, under the words in which they were told.

One short chapter for each case; no date lies between the last message and 2090.
"""

from __future__ import annotations

from typing import Any

from upgrade_story import extraction, fact, only, tell, value

from graphmem.brain import Brain

TYPES = {
    "Miro": "pet",
    "Coimbra University": "organization",
    "Ramblers": "organization",
    "Faro": "place",
    "Tavira": "place",
    "Porto": "place",
    "Lisbon": "place",
}
FIRMS = ("Acme", "Globex", "Initech", "Hooli")


def typed(*facts: dict[str, Any]) -> dict[str, Any]:
    """Return facts as a supplied extraction; who is no place, firm or pet is a person."""
    found = extraction(*facts)
    for one in found["entities"]:
        one["type"] = TYPES.get(one["name"], "organization" if one["name"] in FIRMS else "person")
    return found


async def say(brain: Brain, at: str, text: str, *facts: dict[str, Any], **options: Any) -> Any:
    """Send one message with the facts that it states."""
    result = await brain.remember(text, occurred_at=at, extraction=typed(*facts), **options)
    assert result.success, result.error
    return result


def event(subject: str, relation: str, object_: str, day: str | None = None, **more: Any) -> dict[str, Any]:
    """Return an event between two entities."""
    dated = {} if day is None else {"valid_from": day}
    return fact(subject, relation, object_, kind="event", **dated, **more)


async def homes_and_jobs(brain: Brain) -> None:
    """Moves, beginnings and ends of jobs, told as events of a day."""
    await say(brain, "2019-01-10", "Ana lives in Porto.", fact("Ana", "lives_in", "Porto"))
    await say(brain, "2021-03-20", "Ana moved to Lisbon on 5 March.", event("Ana", "moved_to", "Lisbon", "2021-03-05"))
    await say(brain, "2018-02-01", "Bruno works at Globex.", fact("Bruno", "works_at", "Globex"))
    await say(brain, "2020-05-03", "Bruno joined Acme on 1 May.", event("Bruno", "joined", "Acme", "2020-05-01"))
    await say(brain, "2021-02-02", "Clara started at Initech.", event("Clara", "started_at", "Initech", "2021-02-01"))
    await say(brain, "2020-09-02", "Acme hired Flora.", event("Acme", "hired", "Flora", "2020-09-01"))
    await say(brain, "2019-04-01", "Gil works at Acme.", fact("Gil", "works_at", "Acme"))
    await say(brain, "2022-02-03", "Gil left Acme.", event("Gil", "left", "Acme", "2022-01-31"))
    await say(brain, "2016-01-01", "Hana studies.", fact("Hana", "studies_at", "Coimbra University"))
    await say(
        brain, "2019-07-20", "Hana graduated.", event("Hana", "graduated_from", "Coimbra University", "2019-07-15")
    )
    await say(brain, "2018-05-05", "Paul is in the Ramblers.", fact("Paul", "member_of", "Ramblers"))
    await say(brain, "2022-05-05", "Paul left the Ramblers.", event("Paul", "left", "Ramblers", "2022-05-01"))
    await say(brain, "2020-01-01", "Rita worked at Hooli.", fact("Rita", "worked_at", "Hooli", valid_from="2015-01-01"))
    await say(brain, "2020-02-01", "Sara lives in Porto.", fact("Sara", "lives_in", "Porto"))
    await say(brain, "2021-08-08", "Sara moved to Faro.", event("Sara", "moved_to", "Faro"))
    await say(brain, "2021-09-09", "Rosa will move to Faro.", fact("Rosa", "will_move_to", "Faro", kind="plan"))
    await say(brain, "2020-03-03", "Teo lives in Porto.", fact("Teo", "lives_in", "Porto"))
    await say(brain, "2020-06-30", "Teo is at home in Tavira.", event("Teo", "lives_in", "Tavira", "2020-06-01"))
    stay = event("Teo", "lives_in", "Faro", "2021-06-01", valid_until="2021-06-20")
    await say(brain, "2021-06-30", "Teo lived in Faro for some weeks.", stay)


async def people_and_things(brain: Brain) -> None:
    """Marriages, relatives by their nouns, pets and things."""
    await say(brain, "2019-06-02", "Dora married Emil.", event("Dora", "married", "Emil", "2019-06-01"))
    await say(brain, "2020-04-05", "Dora adopted Miro.", event("Dora", "adopted", "Miro", "2020-04-04"))
    bike = value("Dora", "bought", "a second-hand bike", kind="event", valid_from="2021-04-04")
    await say(brain, "2021-04-05", "Dora bought a second-hand bike.", bike)
    await say(brain, "2020-01-05", "Ivo's wife is Jana.", fact("Ivo", "wife", "Jana"))
    await say(brain, "2020-01-06", "Jana's mother is Karla.", fact("Jana", "mother", "Karla"))
    await say(brain, "2020-01-07", "Ivo's employer is Globex.", fact("Ivo", "employer", "Globex"))
    await say(brain, "2020-01-08", "Lena is the partner of Marc.", fact("Lena", "partner_of", "Marc"))
    await say(brain, "2020-01-09", "Nora is dating Otto.", fact("Nora", "dating", "Otto"))
    await say(brain, "2018-01-01", "Quim lives in Porto.", fact("Quim", "lives_in", "Porto"))
    died = value("Quim", "died", "2021", kind="event", valid_from="2021-11-11")
    await say(brain, "2021-11-12", "Quim died.", died)


async def by_hand(brain: Brain) -> None:
    """Ends, corrections and evidence of such facts, imports, and names that are keys."""
    await say(brain, "2019-02-02", "Tom joined Acme.", fact("Tom", "joined", "Acme", valid_from="2019-02-01"))
    await brain.correct(await only(brain, "Tom", "joined"), valid_from="2019-01-15", valid_until=None)
    await brain.invalidate(await only(brain, "Tom", "joined"), at="2021-01-01")
    ula = await say(brain, "2019-03-02", "Ula joined Acme.", fact("Ula", "joined", "Acme", valid_from="2019-03-01"))
    rests = value("Ula", "commutes", "by train", valid_from="2019-04-01", evidence_ids=[ula.facts_added[0].id])
    await brain.add_fact(**rests)
    vic = await say(brain, "2022-03-02", "Vic left Acme.", fact("Vic", "left", "Acme", valid_from="2022-03-01"))
    free = value("Vic", "has_time", "on Fridays", valid_from="2022-04-01", evidence_ids=[vic.facts_added[0].id])
    await brain.add_fact(**free)
    wim = await say(brain, "2022-03-02", "Wim left Globex.", fact("Wim", "left", "Globex", valid_from="2022-03-01"))
    await brain.invalidate(wim.facts_added[0].id, at="2023-01-01")
    report = await brain.import_facts([fact("Xenia", "joined", "Acme", object_is_entity=True, valid_from="2018-01-01")])
    assert report.rejected == 0
    keys = {"resolve": "exact"}
    await say(brain, "2019-05-05", "pool", fact("svc one", "joined", "pool one", valid_from="2019-05-01"), **keys)
    await tell(brain, "2019-05-06", "Ana visited Porto.", event("Ana", "visited", "Porto", "2019-05-06"))


CHAPTERS = (homes_and_jobs, people_and_things, by_hand)
"""The story, in order; a moment of system time is noted after each."""
