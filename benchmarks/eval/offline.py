"""How much the offline extractor reads in conversations, beside facts that a language model drew from the same turns.

    python -m benchmarks.eval.offline FOLDER [--samples conv-42,conv-43,conv-49] [--show all | --show 100 --seed 7]

FOLDER holds turns.jsonl and scripted_extraction.jsonl. Every turn goes through `OfflineExtractor` with its speaker, its time and
the four turns before it in the session, and nothing else. The rules were written with the other conversations in view. The three
conversations that are reported by default were not read before the rules were finished.

*Names.* Gold are the entities of the turn's record whose name occurs in the turn. Speakers are left out (they come with the
turn), and so are weekdays and months, which are dates here. A found name is right if its words are those of a gold name, or if
one of the two holds all words of the other (case and accents folded). Only turns with a record count.

*Facts.* Gold are the record's sentences, written by a model, about what a reader learns. A claim agrees with a sentence of its
turn if the sentence's subject is one of the claim's ends, and at least half of the content words of the claim's other end occur
in the sentence (words cut to five letters). `fact_recall` = sentences with a claim that agrees. `fact_precision` = claims that
agree, in turns with a record. `subject_recall` = sentences whose turn gave any claim about their subject. `pair_recall` = the
same with the entity that the record names as object, if that name occurs in the turn. `told` leaves out sentences about what
somebody thinks, values, says or feels, which the extractor does not try to read.

A record seldom holds everything that a turn says (six in ten are empty), so precision here is a lower bound: a correct claim
that the model did not write down counts as wrong. `--show` prints claims for a reader, all or a random sample.

The last line of stdout is a flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.claims import Claim, Extracted, Request
from graphmem_offline.extractor import OfflineExtractor

Row = dict[str, Any]
REPORTED = ("conv-42", "conv-43", "conv-49")
RECENT = 4
_DATE_WORDS = """monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december"""
_DATES = frozenset(_DATE_WORDS.split())
_STOP_WORDS = """a an the of for in on at with to from by and or her his their its my our your she he they it is are was were be
    been has have had about into as that this some new very really so just"""
_STOP = frozenset(_STOP_WORDS.split())
_OPINION_WORDS = """states finds believes appreciates values expressed expresses feels feel mentioned mentions encourages
    acknowledges sees emphasizes excited suggests suggested recommends thinks offers offered admires supports shared
    determined considers asked hopes wants intends agrees understands reflects thanks compliments impressed inspired"""
_OPINIONS = frozenset(_OPINION_WORDS.upper().split())


@dataclass(frozen=True)
class ReadTurn:
    """A turn, its record, and the extraction of it."""

    turn: Row
    record: Row
    found: Extracted
    ms: float

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims found."""
        return self.found.claims or ()


def rows_of(path: Path) -> list[Row]:
    """Return the records of a JSONL file."""
    with path.open(encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def words_of(text: str) -> tuple[str, ...]:
    """Return words with case and accents folded."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))
    return tuple(re.findall(r"[^\W_]+", re.sub(r"['’]s\b", "", plain)))


def stems_of(text: str) -> frozenset[str]:
    """Return content words, cut to five letters."""
    return frozenset(word[:5] for word in words_of(text) if word not in _STOP)


# --------------------------------------------------------------------------- reading


async def read_all(folder: Path, samples: Sequence[str]) -> list[ReadTurn]:
    """Run the extractor on every turn of the conversations, one after the other."""
    extractor = OfflineExtractor()
    await extractor.mentions(Request("Ana works at Acme.", datetime.now(UTC), speaker="Ana"))
    records = {(one["sample_id"], one["episode_id"]): one for one in rows_of(folder / "scripted_extraction.jsonl")}
    sessions: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for turn in rows_of(folder / "turns.jsonl"):
        if turn["sample_id"] in samples:
            sessions[turn["sample_id"], turn["session"]].append(turn)
    return [
        await read(extractor, turns, place, records[turn["sample_id"], turn["dia_id"]])
        for turns in sessions.values()
        for place, turn in enumerate(turns)
    ]


async def read(extractor: OfflineExtractor, turns: Sequence[Row], place: int, record: Row) -> ReadTurn:
    """Run the extractor on one turn, with the turns before it."""
    turn = turns[place]
    recent = tuple(f"{one['speaker']}: {one['text']}" for one in turns[max(0, place - RECENT) : place])
    said = datetime.fromisoformat(turn["time"]).replace(tzinfo=UTC)
    started = time.perf_counter()
    found = await extractor.mentions(Request(turn["text"], said, speaker=turn["speaker"], recent_messages=recent))
    return ReadTurn(turn, record, found, 1000 * (time.perf_counter() - started))


# --------------------------------------------------------------------------- names


def same_name(one: str, other: str) -> bool:
    """Whether two names share all words of the shorter one."""
    first, second = set(words_of(one)), set(words_of(other))
    return bool(first and second) and (first <= second or second <= first)


def gold_names(read: ReadTurn, speakers: Iterable[str]) -> set[str]:
    """Return the names of the record that occur in the turn, without speakers and dates."""
    text = f" {' '.join(words_of(read.turn['text']))} "
    names = {entity["name"] for entity in read.record["entities"]} - set(speakers)
    return {one for one in names if f" {' '.join(words_of(one))} " in text and not _DATES.intersection(words_of(one))}


def score_names(reads: Sequence[ReadTurn]) -> dict[str, float]:
    """Return precision and recall of names in turns with a record."""
    right = found = met = wanted = 0
    speakers = defaultdict(set)
    for one in reads:
        speakers[one.turn["sample_id"]].add(one.turn["speaker"])
    for one in reads:
        if not one.record["facts"]:
            continue
        own = speakers[one.turn["sample_id"]]
        gold = gold_names(one, own)
        mine = {mention.name for mention in one.found.mentions if mention.name not in own and "'s " not in mention.name}
        right += sum(any(same_name(name, other) for other in gold) for name in mine)
        met += sum(any(same_name(name, other) for other in mine) for name in gold)
        found, wanted = found + len(mine), wanted + len(gold)
    return {"entity_precision": share(right, found), "entity_recall": share(met, wanted)}


# --------------------------------------------------------------------------- facts


def agrees(claim: Claim, fact: Row) -> bool:
    """Whether a claim agrees with a sentence of the record; see the head of this file."""
    subject = " ".join(words_of(fact["subject"]))
    ends = [" ".join(words_of(one)) for one in (claim.subject, claim.object)]
    if subject not in ends and not ends[0].startswith(f"{subject} "):
        return False
    other = claim.subject if ends[1] == subject else claim.object
    told = stems_of(fact["fact"])
    said = stems_of(other) - stems_of(fact["subject"]) or stems_of(claim.relation.replace("_", " "))
    return bool(said) and 2 * len(said & told) >= len(said)


def about(claim: Claim, fact: Row) -> bool:
    """Whether a claim is about the sentence's subject."""
    return any(words_of(one)[: len(words_of(fact["subject"]))] == words_of(fact["subject"]) for one in ends_of(claim))


def ends_of(claim: Claim) -> tuple[str, str]:
    """Return both ends of a claim."""
    return claim.subject, claim.object


def pairs(claim: Claim, fact: Row) -> bool:
    """Whether a claim joins the sentence's subject and the entity of its object."""
    return about(claim, fact) and any(same_name(one, fact["object_entity"]) for one in ends_of(claim))


def score_facts(reads: Sequence[ReadTurn]) -> dict[str, float]:
    """Return precision and recall of facts."""
    counts: Counter[str] = Counter()
    for one in reads:
        facts = one.record["facts"]
        for fact in facts:
            told = fact["predicate"] not in _OPINIONS
            met = any(agrees(claim, fact) for claim in one.claims)
            counts.update(facts=1, met=met, told=told, told_met=told and met)
            counts["about"] += any(about(claim, fact) for claim in one.claims)
            if fact["object_entity"] and stems_of(fact["object_entity"]) <= stems_of(one.turn["text"]):
                counts.update(pairs=1, paired=any(pairs(claim, fact) for claim in one.claims))
        if facts:
            counts["claims"] += len(one.claims)
            counts["right"] += sum(any(agrees(claim, fact) for fact in facts) for claim in one.claims)
    return {
        "fact_precision": share(counts["right"], counts["claims"]),
        "fact_recall": share(counts["met"], counts["facts"]),
        "told_recall": share(counts["told_met"], counts["told"]),
        "subject_recall": share(counts["about"], counts["facts"]),
        "pair_recall": share(counts["paired"], counts["pairs"]),
        "facts": counts["facts"],
    }


def share(part: int, whole: int) -> float:
    """Return part / whole; 0 if the whole is 0."""
    return round(part / whole, 4) if whole else 0.0


# --------------------------------------------------------------------------- report


def report(reads: Sequence[ReadTurn]) -> dict[str, Any]:
    """Return the flat object of the last line."""
    claims = [claim for one in reads for claim in one.claims]
    return {
        **score_names(reads),
        **score_facts(reads),
        "claims": len(claims),
        "turns": len(reads),
        "turns_with_claims": sum(bool(one.claims) for one in reads),
        "ms_p50": round(statistics.median(one.ms for one in reads), 2),
        "model_calls": 0,
        "info": {
            "samples": sorted({one.turn["sample_id"] for one in reads}),
            "kinds": dict(Counter(claim.kind or "state" for claim in claims)),
            "actions": dict(Counter(claim.action for claim in claims)),
            "relations": dict(Counter(claim.relation for claim in claims).most_common(25)),
        },
    }


def show(reads: Sequence[ReadTurn], how_many: str, seed: int) -> None:
    """Print claims beside their turns."""
    pool = [(one, claim) for one in reads for claim in one.claims]
    if how_many != "all":
        pool = random.Random(seed).sample(pool, min(int(how_many), len(pool)))
    seen = None
    for one, claim in pool:
        if one.turn["dia_id"] != seen:
            seen = one.turn["dia_id"]
            print(f"\n{one.turn['sample_id']} {seen} {one.turn['time'][:10]} {one.turn['speaker']}: {one.turn['text']}")
        print("   " + line_of(claim))


def line_of(claim: Claim) -> str:
    """Return a claim as one line."""
    dates = f"{'' if claim.starts == 'absent' else claim.starts}..{claim.until or ''}".replace("absent", "")
    thing = f"<{claim.object}>" if claim.object_is_entity else f'"{claim.object}"'
    head = f"{claim.action} {claim.kind or 'state'} <{claim.subject}> {claim.relation} {thing}"
    return f"{head} [{dates}] {claim.confidence} | {claim.text}"


def missed(reads: Sequence[ReadTurn]) -> None:
    """Print the sentences of records that no claim agrees with."""
    for one in reads:
        lost = [fact for fact in one.record["facts"] if not any(agrees(claim, fact) for claim in one.claims)]
        if lost:
            print(f"\n{one.turn['sample_id']} {one.turn['dia_id']} {one.turn['speaker']}: {one.turn['text']}")
            print("\n".join(f"   - {fact['fact']}" for fact in lost))
            print("\n".join(f"   + {line_of(claim)}" for claim in one.claims))


def main() -> None:
    """Read the folder, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", default=",".join(REPORTED), help="conversations, separated by commas")
    parser.add_argument("--show", help="print claims: all, or the size of a random sample")
    parser.add_argument("--missed", action="store_true", help="print the sentences that no claim agrees with")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    reads = asyncio.run(read_all(given.folder, given.samples.split(",")))
    if given.show:
        show(reads, given.show, given.seed)
    if given.missed:
        missed(reads)
    print(json.dumps(report(reads)))


if __name__ == "__main__":
    main()
