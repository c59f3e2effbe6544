"""A support desk: a brain for each customer, one for the product, and keys that keep the customers apart.

    python examples/support_desk.py

It needs no key of a model: `answer` stands in for one. It starts a service of its own on a folder that is removed at the end.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import sys
import tempfile
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from textwrap import indent

from graphmem_client import ClientBrain, GraphmemClient
from graphmem_contract.errors import Forbidden

PRODUCT, BAKERY, CYCLES = "desk-product", "desk-fennel-bakery", "desk-osprey-cycles"
KNOWLEDGE = (  # what the makers of the till Lumo write, and what it says: subject, relation, object
    ("Lumo 4.2 prints receipts twice on printers of Brill.", "Lumo 4.2", "has_fault", "receipts twice"),
    ("Lumo 4.3 corrects the double receipts of Lumo 4.2.", "Lumo 4.3", "corrects", "receipts twice"),
    ("Lumo 4.3 needs printer driver 11 or newer.", "Lumo 4.3", "needs", "printer driver 11"),
)
TOLD = (  # what customers have said before: brain, speaker, day, text
    (BAKERY, "Fenna Bos", "2026-05-04", "I work at Fennel Bakery. We use Lumo 4.2."),
    (BAKERY, "Fenna Bos", "2026-05-19", "We have a receipt printer of Brill in each of our three shops."),
    (CYCLES, "Oskar Lind", "2026-05-06", "The code of our back office is 7319."),
)
TICKETS = (
    ("2026-06-01", "Since this morning each receipt is printed twice. What can we do?"),
    ("2026-06-03", "Which version did you tell us to install because of the receipts?"),
)


def answer(question: str, product: str, customer: str) -> str:
    """Stand in for a model: answer from the two contexts, or say that a person has to."""
    if "twice" in question and "Lumo 4.3 corrects" in product and "Lumo 4.2" in customer:
        return "Please install Lumo 4.3: it corrects this fault of Lumo 4.2. It needs printer driver 11."
    return "We told you to install Lumo 4.3." if "Please install Lumo 4.3" in customer else "A colleague will call you."


async def run(url: str, admin_key: str) -> None:
    """Teach the product, give out keys, answer tickets, and show what a key cannot do."""
    async with AsyncExitStack() as stack:
        # The first key may do everything. Each of the others may do little, in one brain.
        enter = stack.enter_async_context
        admin = await enter(GraphmemClient(url, api_key=admin_key))
        keys = [await admin.keys.create("knowledge of the desk", [PRODUCT], ["memory:read"])]
        keys += [await admin.keys.create(one, [one], ["memory:read", "memory:write"]) for one in (BAKERY, CYCLES)]
        desk, bakery, cycles = [await enter(GraphmemClient(url, api_key=key.key)) for key in keys]
        await fill(admin.brain(PRODUCT), {BAKERY: bakery.brain(BAKERY), CYCLES: cycles.brain(CYCLES)})
        for when, question in TICKETS:
            print(f"{when}, Fennel Bakery: {question}")
            await reply(question, when, desk.brain(PRODUCT), bakery.brain(BAKERY))
        print("With the key of the bakery:")
        print(f"  list the brains: {', '.join([one.name for one in await bakery.brains()])}")
        for what, call in {
            "read the brain of Osprey Cycles": bakery.brain(CYCLES).recall("What is the code?"),
            "write into the brain of the product": bakery.brain(PRODUCT).remember("Lumo 4.2 is free."),
            "make a key for all brains": bakery.keys.create("mine", ["*"], ["admin"]),
        }.items():
            try:
                print(f"  {what}: {await call}")
            except Forbidden as refusal:
                print(f"  {what}: {refusal.status}, {refusal.detail}")
        found = await cycles.brain(CYCLES).recall("What is the code of the back office?", k=1)
        print(f"With the key of Osprey Cycles:\n  ask its own brain: {found.facts[0].fact.text}")


async def fill(product: ClientBrain, customers: dict[str, ClientBrain]) -> None:
    """Teach the product's brain facts that are known, and the customers' brains plain texts, which the extractor reads."""
    for text, subject, relation, object_ in KNOWLEDGE:
        fact = {"subject": subject, "relation": relation, "object": object_, "text": text}
        await product.remember(text, kind="document", occurred_at="2026-05-28", extraction={"facts": [fact]})
    for name, speaker, when, text in TOLD:
        await customers[name].remember(text, speaker=speaker, occurred_at=when)


async def reply(question: str, when: str, product: ClientBrain, customer: ClientBrain) -> None:
    """Answer a ticket with the contexts of both brains, and remember it in that of the customer alone."""
    known = [(await brain.recall(question, k=4, min_relevance=0)).context for brain in (product, customer)]
    said = answer(question, *known)
    for title, context in zip(("product", "customer"), known, strict=True):
        print(f"  What the brain of the {title} tells:\n" + indent(context, "    "))
    print(f"  Answer: {said}\n")
    turns = [{"role": "user", "name": "Fenna Bos", "content": question}, {"role": "assistant", "content": said}]
    await customer.remember(messages=turns, occurred_at=when)


@asynccontextmanager
async def own_service() -> AsyncIterator[tuple[str, str]]:
    """Start a service on an empty folder, and yield its address and its first key."""
    with tempfile.TemporaryDirectory(prefix="desk-") as folder:
        key = secrets.token_urlsafe(24)
        own = {"GRAPHMEM_DATA_DIR": folder, "GRAPHMEM_ADMIN_KEY": key, "NEO4J_URI": ""}
        serve = (sys.executable, "-m", "graphmem.cli.main", "serve", "--port", "0")
        process = await create_subprocess_exec(*serve, env=os.environ | own, stderr=PIPE)
        try:
            while not (found := re.search(r"serves at (\S+),", line := (await process.stderr.readline()).decode())):
                assert line, "the service has not started"
            yield found[1], key
        finally:
            process.terminate()
            await process.wait()


async def main() -> None:
    """Run the desk on a service of its own."""
    async with own_service() as (url, admin_key):
        await run(url, admin_key)


if __name__ == "__main__":
    asyncio.run(main())
