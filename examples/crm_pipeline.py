"""A CRM pipeline: a list of accounts, e-mails and notes of calls become one page for each account, with its sources.

    python examples/crm_pipeline.py

It needs no key. It starts Neo4j on this machine, unless NEO4J_URI names one, or sends all to the service of GRAPHMEM_URL. Its
brain has a name of its own and is forgotten at the end.
"""

from __future__ import annotations

import asyncio
import csv
import os
from datetime import datetime
from typing import Any
from uuid import uuid4

from graphmem import Memory
from graphmem_client import GraphmemClient

LISTED = "2025-03-31"
ACCOUNTS = """\
id,person,also,account,role,since
1,Ingrid Solheim,Inga,Harbour Foods,head of purchasing,2019-09-02
2,Wanda Krol,,Harbour Foods,finance director,2016-01-11
3,Mateo Prieto,,Quay Logistics,dispatcher,2021-05-03
4,Ingrid Berg,,Nordlys Dairy,buyer,2025-03-10
"""
NOTES = (  # source, author, day, text
    ("e-mail", "Ingrid Solheim", "2025-03-06", "I left Harbour Foods last week. Thank you for six good years!"),
    ("call", "Theo Brandt", "2025-03-14", "Rasmus Holt joined Harbour Foods on 3 March. He reports to Wanda Krol."),
    ("e-mail", "Inga", "2025-03-20", "I work at Nordlys Dairy now. I prefer calls before noon."),
    ("call", "Theo Brandt", "2025-06-02", "Harbour Foods uses Fenwick Cloud for invoices, not PaperTrail anymore."),
    ("e-mail", "Mateo Prieto", "2025-09-08", "I started at Harbour Foods last Monday. Quay Logistics was fine, too."),
)


async def take_in(brain: Any) -> int:
    """Send all sources, and return how many statements are known. What came before is recognised by its key."""
    for row in csv.DictReader(ACCOUNTS.splitlines()):  # facts are known here: no extractor is asked
        person, account, since = row["person"], row["account"], row["since"]
        job = {"subject": person, "relation": "works_at", "object": account}
        # A role ends with the job in which it was held.
        role = {"subject": person, "relation": "has_role", "object": row["role"], "holds_while": job}
        people = {"name": person, "type": "person", "aliases": [row["also"]] if row["also"] else []}
        names = [people, {"name": account, "type": "organization"}]
        line, key = f"{person}, {row['role']}, {account}, since {since}", f"accounts.csv/{row['id']}"
        facts = [job | {"valid_from": since}, role | {"valid_from": since}]
        options = {"kind": "document", "source": "accounts.csv", "occurred_at": LISTED, "idempotency_key": key}
        checked(await brain.remember(line, extraction={"entities": names, "facts": facts}, **options))
    for number, (source, author, when, text) in enumerate(NOTES):  # plain text: the extractor reads it
        key = f"{source}/{number}"
        checked(await brain.remember(text, speaker=author, source=source, occurred_at=when, idempotency_key=key))
    return int((await brain.overview.stats()).statements)


def checked(result: Any) -> None:
    """Stop at a text that could not be read: it is stored, and is read when it is sent again."""
    if not result.success:
        raise RuntimeError(f"{result.error} Run the pipeline again.")


async def page(brain: Any, account: str) -> str:
    """Return the page of an account: who works there, who did before, what else is known, and why."""
    people = sorted(await brain.facts(None, "works_at", account, include_closed=True), key=lambda fact: fact.subject)
    others = [fact for fact in await brain.entities.facts(account, named=False) if fact.relation != "works_at"]
    lines = [account]
    now, before = ([fact for fact in people if fact.holds_now is held] for held in (True, False))
    for heading, facts in (("Works here now", now), ("Worked here before", before), ("Also known", others)):
        lines += [f"  {heading}"] if facts else []
        for fact in facts:
            roles = await brain.facts(fact.subject, "has_role", valid_at=fact.valid_from)
            named = [fact.subject, *(role.object for role in roles)] if fact in people else [fact.text.rstrip(".")]
            lines.append(f"    {', '.join(named)}: {day(fact.valid_from)} to {day(fact.valid_until)}")
            lines += [f"      because of {line}" for line in await sources(brain, fact)]
    return "\n".join(lines)


async def sources(brain: Any, fact: Any) -> list[str]:
    """Return the episodes that tell a fact, and the one that ended it."""
    ids = [*fact.episode_ids]
    if fact.closed_by:  # the fact that took its place, or the episode that told its end
        successor = (await brain.graph.facts_by_ids([fact.closed_by])).get(fact.closed_by)
        ids += successor.episode_ids if successor else [fact.closed_by]
    found = await brain.episodes.by_ids(ids)
    told = [found[one] for one in dict.fromkeys(ids) if one in found]
    return [f"{one.source}, {day(one.occurred_at)}, {one.speaker or 'the list'}: “{one.content}”" for one in told]


def day(moment: datetime | None) -> str:
    """Return a day as people write it."""
    return f"{moment:%d %B %Y}".lstrip("0") if moment else "now"


async def main() -> None:
    """Run the pipeline twice, join two names of one person, print three pages, and export everything."""
    async with GraphmemClient() if "GRAPHMEM_URL" in os.environ else Memory.open() as memory:
        brain, copy = (memory.brain(f"crm-{uuid4().hex[:8]}") for _ in range(2))
        try:
            print(f"The sources make {await take_in(brain)} statements, and sent again still {await take_in(brain)}.")
            merges = await brain.entities.merge("Ingrid Solheim", "Ingrid Berg")  # she has married: a person knows it
            (joined,) = merges.merges
            print(f"{joined.name} is Ingrid Solheim: {joined.facts} facts moved.\n")
            pages = [await page(brain, account) for account in ("Harbour Foods", "Nordlys Dairy", "Quay Logistics")]
            print(*pages, sep="\n\n")

            lines = [line async for line in brain.transfer.export()]  # NDJSON: both clocks and all sources
            await copy.transfer.load(lines)
            same = await page(copy, "Harbour Foods") == pages[0]
            print(f"\nExported and loaded into an empty brain: the page is {'the same' if same else 'another'}.")
        finally:
            await brain.delete()
            await copy.delete()


if __name__ == "__main__":
    asyncio.run(main())
