"""Reading a conversation turn by turn: parsed English, or phrases of another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from graphmem.claims import ABSENT, Claim, Request
from graphmem.dates.periods import Period, find_periods
from graphmem.models.offline import lexicon
from graphmem.models.offline.claim_building import Draft, Stance, claim_of, stance_of
from graphmem.models.offline.clauses import Clause, clauses_of
from graphmem.models.offline.coreference import Coreference, MentionRef
from graphmem.models.offline.date_attachment import Dates, Dating
from graphmem.models.offline.kin_relations import kin_drafts, named_later, nicknames_of, owned_drafts, taken_for_granted
from graphmem.models.offline.mentions import MentionVotes
from graphmem.models.offline.noun_phrases import is_name, name_of
from graphmem.models.offline.parser import language_of, parse
from graphmem.models.offline.phrase_patterns import KIN_TEXT, PhraseMatch, Relative, names_in, relatives_in, said_in
from graphmem.models.offline.sentences import sentence_of, template
from graphmem.models.offline.turns import SpokenTurn, turns_of
from graphmem.models.offline.verb_relations import drafts_of

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_PET_KNOWN = re.compile(rf"\b({'|'.join(lexicon.PETS)})\s+(?:named|called|is called)?\s*([A-Z]\w+)")
_STATED = Stance("holds", "state", "", 0.8)


class Reader:
    """Takes up the turns of a request one after the other; `claims` and `names` are what it found."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.cast = Coreference((request.speaker or "").strip() or None)
        self.names = MentionVotes()
        self.claims: list[Claim] = []
        for line in (*request.known, *request.recent_messages):
            self.cast.remember(line)
            self._remember_pets(line)

    def read(self) -> None:
        """Reads every turn."""
        for turn in turns_of(self.request):
            self.cast.turn_to(turn.speaker, turn.others)
            if turn.speaker:
                self.names.add(turn.speaker, "person", 10)
            language = self.request.language or language_of(turn.text)
            self._nicknames(turn)
            if language[:2].lower() == "en":
                self._english(turn)
            else:
                self._phrases(turn, language[:2].lower())
        self.claims = _settled(self.claims)

    def _remember_pets(self, line: str) -> None:
        if self.cast.speaker:
            for match in _PET_KNOWN.finditer(line):
                self.cast.kin[self.cast.speaker, match[1]] = match[2]

    def _nicknames(self, turn: SpokenTurn) -> None:
        found = nicknames_of(turn.text, turn.speaker)
        self.names.add_nicknames(found)
        for one in found:
            ends = (MentionRef(one.name, True, "person"), MentionRef(one.alias, False))
            relation = "full_name" if one.full else "nickname"
            self._add(Draft(ends[0], relation, ends[1]), _STATED, Dates(), f"{one.name} is also called {one.alias}.")

    # ----------------------------------------------------------------- English

    def _english(self, turn: SpokenTurn) -> None:
        doc = parse(turn.text, frozenset(filter(None, (turn.speaker, *turn.others, *self.cast.people))))
        dating = Dating(doc, self.request.occurred_at, self.request.time_zone)
        told = (*kin_drafts(doc, self.cast), *owned_drafts(doc, self.cast), *named_later(turn.text, self.cast))
        for draft in (*told, *taken_for_granted(doc, self.cast)):
            self._add(draft, _STATED, Dates(), draft.text)
        seen = 0
        for clause in clauses_of(doc):
            seen = self._meet(doc, seen, clause.verb.i)
            self._clause(clause, dating)
        self._meet(doc, seen, len(doc))
        self.names.add_doc(doc, (*turn.others, *self.names.votes), dating)

    def _meet(self, doc: Any, start: int, stop: int) -> int:
        """The people named between two places may be "he" or "she" from now on."""
        for token in doc[start:stop] if stop > start else ():
            if is_name(token) and (token.ent_type_ == "PERSON" or (token.dep_ == "nsubj" and token.ent_type_ != "ORG")):
                self.cast.saw(name_of(token))
        return max(start, stop)

    def _clause(self, clause: Clause, dating: Dating) -> None:
        dates = _dates_of(clause, dating)
        if clause.tense == "present" and dates.over:
            dates = replace(dates, at=None)
        text = ""
        for draft in drafts_of(clause, self.cast, dating, dates):
            stance = stance_of(draft, clause, dates)
            if stance is None:
                continue
            if draft.text:
                self._add(draft, stance, dates, draft.text)
            elif not text and (text := sentence_of(clause, self.cast, dating)):
                self._add(draft, stance, dates, text)
            else:
                self._add(draft, stance, dates, _plain(draft, stance))

    def _add(self, draft: Draft, stance: Stance, dates: Dates, text: str) -> None:
        """Keeps a claim, unless the same one is there."""
        stance = stance if stance.relation else Stance(stance.action, stance.kind, draft.relation, stance.confidence)
        claim = claim_of(draft, stance, dates, text or _plain(draft, stance))
        key = (claim.subject, claim.relation, claim.object, claim.action)
        if key in {(one.subject, one.relation, one.object, one.action) for one in self.claims}:
            return
        self.claims.append(claim)
        self.names.add_ref(draft.subject)
        self.names.add_ref(draft.object)
        self._take_up(draft)

    def _take_up(self, draft: Draft) -> None:
        """Pets and relatives are known by their kind from now on."""
        pet = re.search(rf"\b({'|'.join(lexicon.PETS)})\b", self.claims[-1].text.lower())
        if draft.relation == "has_pet" and draft.object.entity and pet:
            self.cast.kin[draft.subject.name, pet[1]] = draft.object.name
        role = next(
            (
                role
                for role, relation in lexicon.KIN.items()
                if relation == draft.relation and re.search(rf"\b{role}\b", self.claims[-1].text)
            ),
            None,
        )
        if role and draft.object.entity:
            self.cast.saw(draft.subject.name, role, draft.object.name)
            self.names.hints.setdefault(draft.subject.name, f"{draft.object.name}'s {role}")

    # ----------------------------------------------------------------- other languages

    def _phrases(self, turn: SpokenTurn, language: str) -> None:
        for sentence in _sentences(turn.text):
            for relative in relatives_in(sentence):
                self._relative(relative, KIN_TEXT.get(language, KIN_TEXT["pt"]))
            said = sorted(said_in(sentence, language), key=lambda one: one.start)
            periods = find_periods(sentence, self.request.occurred_at, self.request.time_zone)
            for number, one in enumerate(said):
                self._said(one, _dates_near(periods, said, number))
        for name in names_in(turn.text):
            if not any(name in known or known in name for known in self.names.votes):
                self.names.add(name, "other")

    def _relative(self, relative: Relative, wording: str) -> None:
        speaker = self.cast.speaker
        if speaker is None:
            return
        me, other = (
            MentionRef(speaker, True, "person"),
            MentionRef(relative.name, True, "pet" if relative.pet else "person"),
        )
        ends = (me, other) if relative.pet else (other, me)
        text = wording.format(name=relative.name, role=relative.role, speaker=speaker)
        self._add(Draft(ends[0], relative.relation, ends[1]), _STATED, Dates(), text)

    def _said(self, said: PhraseMatch, dates: Dates) -> None:
        subject = said.subject or self.cast.speaker
        if subject is None or subject == said.object:
            return
        phrase = said.phrase
        draft = Draft(
            MentionRef(subject, True, "person"), phrase.relation, MentionRef(said.object, phrase.entity, phrase.type)
        )
        text = phrase.text.format(s=subject, o=said.object)
        self._add(draft, Stance(phrase.action, phrase.kind, phrase.relation, draft.confidence), dates, text)


def _plain(draft: Draft, stance: Stance) -> str:
    relation = stance.relation or draft.relation
    return template(draft.subject.name, relation, draft.object.name, stance.action, planned=stance.kind == "plan")


def _dates_of(clause: Clause, dating: Dating) -> Dates:
    """The dates of a clause; those of the verb before where "and" joins them and it has none of its own."""
    aimed = (
        one for prep in clause.verb.children if prep.dep_ == "prep" for one in prep.children if one.dep_ == "pcomp"
    )
    own = [*aimed, clause.verb, *(child for child in clause.verb.children if child.dep_ == "xcomp")]
    own.reverse()
    while own[-1].dep_ == "xcomp" and own[-1] != clause.top:
        own.append(own[-1].head)
    dates = dating.of(*own)
    return dating.of(clause.top) if dates == Dates() and clause.top not in own else dates


def _sentences(text: str) -> Iterator[str]:
    """Sentences that are no questions."""
    for match in _SENTENCE.finditer(text):
        if not match[0].rstrip().endswith("?"):
            yield match[0].strip()


def _dates_near(periods: Sequence[Period], said: Sequence[PhraseMatch], number: int) -> Dates:
    """The dates that follow this phrase before the next one; the first phrase also has those before it."""
    first = 0 if number == 0 else said[number].start
    stop = said[number + 1].start if number + 1 < len(said) else 1 << 30
    near = [one for one in periods if first <= one.start < stop]
    since = next((one.starts.span for one in near if one.starts and one.role in ("since", "range")), None)
    until = next((one.until.span for one in near if one.until and one.role in ("until", "range")), None)
    during = next((one.starts or one.until for one in near if one.role == "during"), None)
    return Dates(during.span if during else None, since, until)


def _settled(claims: Sequence[Claim]) -> list[Claim]:
    """Without what only a name presupposed ("my dog Rex died"): an end in the same text says more."""
    over = {(one.subject, one.relation, one.object) for one in claims if one.action != "holds"}
    return [
        one
        for one in claims
        if one.action != "holds" or one.starts != ABSENT or (one.subject, one.relation, one.object) not in over
    ]
