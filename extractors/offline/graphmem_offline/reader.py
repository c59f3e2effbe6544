"""Reader of a request, turn by turn: English by the parser, other languages by phrase patterns."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from graphmem.claims import ABSENT, Claim, Extracted, NamedRoles, Request
from graphmem.dates.date_phrases import DatePhrase, find_date_phrases
from graphmem.dates.numeric_order import with_dots
from graphmem.languages.language import Language
from graphmem.languages.statement_words import StatementWords
from graphmem.processes.budget import BudgetSpent
from graphmem_offline import lexicon
from graphmem_offline.additions import with_additions
from graphmem_offline.attributes.attribute_claims import RolesRead, roles_in
from graphmem_offline.attributes.named_roles import named_roles
from graphmem_offline.claim_building import WEAK, Draft, Stance, claim_of, seen_from_below, stance_of
from graphmem_offline.clauses import Clause, clauses_of
from graphmem_offline.coreference import Coreference, MentionRef
from graphmem_offline.date_attachment import Dates, Dating
from graphmem_offline.kin_relations import (
    kin_drafts,
    later_name_drafts,
    listed_drafts,
    nicknames_of,
    owned_drafts,
    presupposed_drafts,
    with_named_pets,
)
from graphmem_offline.languages.detection import language_read
from graphmem_offline.languages.grammar import (
    SentenceStatement,
    names_in,
    sentence_in,
    sentences,
    statements_in,
    wish_in,
)
from graphmem_offline.languages.patterns import words_of
from graphmem_offline.languages.relatives import Context, Relative, relatives_in
from graphmem_offline.mentions import MentionVotes
from graphmem_offline.noun_phrases import is_name, name_of
from graphmem_offline.parser import is_person, is_place, parse
from graphmem_offline.particulars import particulars_in
from graphmem_offline.requests.forgetting import AskedToForget, asked_to_forget, requests_of, without_requests
from graphmem_offline.requests.standing_requests import RELATION, request_drafts
from graphmem_offline.sentences import sentence_of, template
from graphmem_offline.turns import SpokenTurn, parts_of, turns_of
from graphmem_offline.verb_relations import drafts_of

_PET_KNOWN = re.compile(rf"\b({'|'.join(lexicon.PETS)})\s+(?:(?:named|called|is called)\s+)?([A-Z]\w+)")
MOST_GUESSES = 200
"""Names of a request from which a capital alone makes no name any more."""
_STATED = Stance("holds", "state", "", 0.8)
_STOPPED = "The text took too long to read: it was read as far as {read} of {all} characters."


def read_request(request: Request) -> Extracted:
    """Return what the offline extractor finds in a request; what it has found so far if the budget of the process is spent."""
    reader = Reader(request)
    try:
        reader.read()
    except BudgetSpent:
        warning = _STOPPED.format(read=reader.characters, all=sum(len(turn.text) for turn in turns_of(request)))
        return Extracted(reader.names.mentions(), tuple(reader.claims), "offline", warnings=(warning,))
    return Extracted(reader.names.mentions(), tuple(reader.claims), "offline")


def roles_of_request(request: Request) -> NamedRoles:
    """Return the roles that the speakers of a request may name; none if the budget of the process is spent before."""
    found: list[NamedRoles] = []
    try:
        for turn in turns_of(request):
            spoken = language_read(request.language, turn.text)
            moment = (request.occurred_at, request.time_zone)
            found += [named_roles(part.text, spoken, moment) for part in parts_of(turn) if turn.speaker]
    except BudgetSpent:
        pass
    return NamedRoles(
        tuple(dict.fromkeys(role for one in found for role in one.roles)),
        tuple(dict.fromkeys(holder for one in found for holder in one.holders)),
        tuple(dict.fromkeys(owner for one in found for owner in one.owners)),
    )


class Reader:
    """Reads the turns of a request in order; `claims` and `names` hold the result."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.coref = Coreference((request.speaker or "").strip() or None)
        self.names = MentionVotes()
        self.claims: list[Claim] = []
        self._claimed: set[tuple[str, str, str, str]] = set()
        self.characters = 0
        self._known_roles = request.attributes
        self._moment = (request.occurred_at, request.time_zone)
        self._second_hand = False
        for line in (*request.known, *request.recent_messages):
            self.coref.add_message(line)
            self._remember_pets(line)

    def read(self) -> None:
        """Read all turns of the request, long ones in parts.

        Raises:
            BudgetSpent: the processor time of the process is spent; the claims and names so far stay.
        """
        try:
            for turn in turns_of(self.request):
                self.coref.start_turn(turn.speaker, turn.others)
                self._second_hand = turn.second_hand
                if turn.speaker:
                    self.names.add(turn.speaker, "person", 10)
                    self.names.stated.add(turn.speaker)
                spoken = language_read(self.request.language, turn.text)
                asked = asked_to_forget(turn.text)
                for part in parts_of(replace(turn, text=without_requests(turn.text, asked)) if asked else turn):
                    self._read_part(part, spoken)
                    self.characters += len(part.text)
                for one in asked:
                    self._add_request(one, turn)
        finally:
            self.claims = _without_presupposed(self.claims)

    def _add_request(self, asked: AskedToForget, turn: SpokenTurn) -> None:
        """Add the claims of a request to forget: what its sentence tells, read like any other, or what its words name."""
        if not asked.told:
            self.claims += requests_of(asked, ())
            return
        told = Reader(replace(self.request, content=asked.told, messages=(), speaker=turn.speaker))
        told.read()
        self.claims += requests_of(asked, told.claims)

    def _read_part(self, turn: SpokenTurn, language: Language) -> None:
        self.coref.forget_oldest()
        turn = self._without_particulars(turn, language)
        self._add_nicknames(turn)
        roles = self._read_roles(turn, language)
        if language.has("statements"):
            self._read_phrases(turn, language, roles)
            return
        start = len(self.claims)
        self._read_english(turn, roles)
        self.claims[start:] = with_named_pets(self.claims[start:])

    def _without_particulars(self, turn: SpokenTurn, language: Language) -> SpokenTurn:
        """Read the lists of the speaker's particulars; return the turn without them."""
        if turn.speaker is None:
            return turn
        found, rest = particulars_in(turn.text, turn.speaker)
        person = MentionRef(turn.speaker, True, "person")
        for one in found:
            draft = Draft(person, one.relation, MentionRef(one.object, bool(one.type), one.type or "other"))
            form = language.statements.texts.get(one.relation) if language.has("statements") else None
            text = form.format(s=person.name, o=one.object, n="", m="") if form else ""
            self._add(draft, replace(_STATED, relation=one.relation), Dates(), text)
        return replace(turn, text=rest)

    def _read_roles(self, turn: SpokenTurn, language: Language) -> RolesRead:
        """Read who fills which role for the speaker's group; the rest of such a sentence is not read in another way."""
        if turn.speaker is None or not language.has("roles"):
            return RolesRead()
        found = roles_in(turn.text, language, self._known_roles, turn.speaker, self._moment)
        self._known_roles = found.known
        for claim in found.claims:
            self._claimed.add((claim.subject, claim.relation, claim.object, claim.action))
            self.claims.append(claim)
            self.names.add(claim.subject, "other")
            if claim.object_is_entity:
                self.names.add(claim.object, "other")
        return found

    def _remember_pets(self, line: str) -> None:
        if self.coref.speaker:
            for match in _PET_KNOWN.finditer(line):
                self.coref.kin[self.coref.speaker, match[1]] = match[2]

    def _add_nicknames(self, turn: SpokenTurn) -> None:
        found = nicknames_of(turn.text, turn.speaker)
        self.names.add_nicknames(found)
        for nickname in found:
            person, alias = MentionRef(nickname.name, True, "person"), MentionRef(nickname.alias, False)
            draft = Draft(person, "full_name" if nickname.full else "nickname", alias)
            self._add(draft, _STATED, Dates(), f"{person.name} is also called {alias.name}.")

    # ----------------------------------------------------------------- English

    def _read_english(self, turn: SpokenTurn, roles: RolesRead) -> None:
        doc = parse(turn.text, frozenset(filter(None, (turn.speaker, *turn.others, *self.coref.people))))
        dating = Dating(doc, self.request.occurred_at, self.request.time_zone)
        drafts = [*kin_drafts(doc, self.coref), *owned_drafts(doc, self.coref)]
        drafts += [*later_name_drafts(turn.text, self.coref), *request_drafts(doc, turn.speaker)]
        drafts += listed_drafts(turn.text, self.coref)
        for draft in [*drafts, *presupposed_drafts(doc, self.coref)]:
            if roles.fill(draft.subject.name) or roles.fill(draft.object.name):
                continue
            self._add(draft, _STATED, Dates(), draft.text)
        stop = 0
        for clause in clauses_of(doc):
            stop = self._add_people(doc, stop, clause.verb.i)
            if not roles.covers(clause.verb.idx):
                self._read_clause(clause, dating)
        self._add_people(doc, stop, len(doc))
        self.names.add_doc(doc, turn.others, dating)

    def _add_people(self, doc: Any, start: int, stop: int) -> int:
        """Record the people named between two tokens as candidates for "he" and "she"; return the end of the range."""
        for token in doc[start:stop] if stop > start else ():
            if is_name(token) and (token.ent_type_ == "PERSON" or (token.dep_ == "nsubj" and token.ent_type_ != "ORG")):
                self.coref.add_person(name_of(token))
        return max(start, stop)

    def _read_clause(self, clause: Clause, dating: Dating) -> None:
        stated = _dates_of(clause, dating)
        lasting = replace(stated, at=None) if clause.tense == "present" and stated.over else stated
        text, told = "", ""
        for draft in with_additions(clause, drafts_of(clause, self.coref, dating, lasting)):
            dates = stated if draft.mode == "end" else lasting
            stance = stance_of(draft, clause, dates)
            if stance is None:
                continue
            if draft.text:
                self._add(draft, stance, dates, draft.text)
            elif not text and (text := sentence_of(clause, self.coref, dating)):
                self._add(draft, stance, dates, text)
                told = draft.relation
            elif told == "has_role" and draft.relation == "works_at":
                self._add(draft, stance, dates, text)  # the job in the sentence belongs to the firm as well
            else:
                self._add(draft, stance, dates, _plain_sentence(draft, stance))

    def _add(self, draft: Draft, stance: Stance, dates: Dates, text: str) -> None:
        """Add the claim of a draft, unless the same claim is already there."""
        stated, draft = draft, seen_from_below(draft)
        if draft is not stated or not stance.relation:
            stance = replace(stance, relation=draft.relation)
        claim = claim_of(
            draft, stance, dates, text or _plain_sentence(stated, replace(stance, relation=stated.relation))
        )
        if self._second_hand:
            claim = replace(claim, second_hand=True, confidence=min(claim.confidence, WEAK))
        key = (claim.subject, claim.relation, claim.object, claim.action)
        if key in self._claimed:
            return
        self._claimed.add(key)
        self.claims.append(claim)
        self.names.add_ref(draft.subject)
        self.names.add_ref(draft.object)
        self._learn_relative(stated)

    def _learn_relative(self, draft: Draft) -> None:
        """Record the pet or relative of the last claim, so that "the dog" or "my sister" resolves to its name."""
        pet = re.search(rf"\b({'|'.join(lexicon.PETS)})\b", self.claims[-1].text.lower())
        if draft.relation == "has_pet" and draft.object.entity and pet:
            self.coref.kin[draft.subject.name, pet[1]] = draft.object.name
        role = next(
            (
                role
                for role, relation in lexicon.KIN.items()
                if relation == draft.relation and re.search(rf"\b{role}\b", self.claims[-1].text)
            ),
            None,
        )
        if role and draft.object.entity:
            self.coref.add_person(draft.subject.name, role, draft.object.name)
            self.names.stated |= {draft.subject.name, draft.object.name}
            self.names.hints.setdefault(draft.subject.name, f"{draft.object.name}'s {role}")

    # ----------------------------------------------------------------- other languages

    def _read_phrases(self, turn: SpokenTurn, language: Language, roles: RolesRead) -> None:
        context = Context(is_place, is_person)
        for sentence in sentences(roles.rest_of(turn.text)):
            for relative in relatives_in(sentence, language, context) if turn.speaker else ():
                self._add_relative(relative, language.statements)
            found = sorted(statements_in(sentence, language, context), key=lambda one: one.start)
            periods = find_date_phrases(with_dots(sentence), self.request.occurred_at, self.request.time_zone)
            for number, statement in enumerate(found):
                dates = _dates_near(periods, found, number)
                self._add_statement(
                    statement, language, _without_days(dates, sentence, language) if statement.adds else dates
                )
            self._add_wish(sentence, language, turn)
        for name in names_in(turn.text, language):
            if len(self.names.votes) >= MOST_GUESSES:
                break
            if not any(name in known or known in name for known in self.names.votes):
                self.names.add(name, "other")

    def _add_relative(self, relative: Relative, words: StatementWords) -> None:
        speaker = self.coref.speaker
        if speaker is None or speaker == relative.name:
            return
        me, other = (
            MentionRef(speaker, True, "person"),
            MentionRef(relative.name, True, "pet" if relative.pet else "person"),
        )
        ends = (me, other) if relative.pet else (other, me)
        text = words.kin_text.format(name=relative.name, role=relative.role, speaker=speaker)
        if relative.several and "has_pet" in words.texts:
            text = words.texts["has_pet"].format(s=speaker, o=relative.name, n="", m="")
        self._add(Draft(ends[0], relative.relation, ends[1]), _STATED, Dates(), text)

    def _add_statement(self, statement: SentenceStatement, language: Language, dates: Dates) -> None:
        subject = statement.subject or self.coref.speaker
        if subject is None or subject == statement.object:
            return
        thing = MentionRef(statement.object, statement.entity, statement.type)
        draft = Draft(MentionRef(subject, True, "person"), statement.relation, thing, adds=statement.adds)
        text = sentence_in(statement, language, subject)
        stance = Stance(statement.action, statement.kind, statement.relation, draft.confidence)
        if not (statement.names and self._name_pet(draft, statement.names)):
            self._add(draft, stance, dates, text)

    def _name_pet(self, draft: Draft, kind: str) -> bool:
        """Give the pet that an earlier sentence told of its name; return whether there is one."""
        for place, claim in enumerate(self.claims):
            if (claim.subject, claim.relation, claim.object) == (draft.subject.name, "has_pet", kind):
                text = f"{claim.text.rstrip('.')} ({draft.object.name})."
                self.claims[place] = replace(claim, object=draft.object.name, object_is_entity=True, text=text)
                self.names.add_ref(draft.object)
                return True
        return False

    def _add_wish(self, sentence: str, language: Language, turn: SpokenTurn) -> None:
        wish = wish_in(sentence, language) if turn.speaker else ""
        if wish:
            person = MentionRef(str(turn.speaker), True, "person")
            self._add(Draft(person, RELATION, MentionRef(wish, False)), _STATED, Dates(), f"{turn.speaker}: {sentence}")


def _plain_sentence(draft: Draft, stance: Stance) -> str:
    relation = stance.relation or draft.relation
    return template(draft.subject.name, relation, draft.object.name, stance.action, planned=stance.kind == "plan")


def _dates_of(clause: Clause, dating: Dating) -> Dates:
    """Return the dates of a clause; without dates of its own it takes those of the verb to which "and" joins it."""
    preps = [child for child in clause.verb.children if child.dep_ == "prep"]
    nested = [child for prep in preps for child in prep.children if child.dep_ == "pcomp"]
    own = [*nested, clause.verb, *(child for child in clause.verb.children if child.dep_ == "xcomp")]
    own.reverse()
    while own[-1].dep_ == "xcomp" and own[-1] != clause.top:
        own.append(own[-1].head)
    dates = dating.of(*own)
    return dating.of(clause.top) if dates == Dates() and clause.top not in own else dates


def _dates_near(periods: Sequence[DatePhrase], matches: Sequence[SentenceStatement], number: int) -> Dates:
    """Return the dates between a match and the next one; the first match also gets the dates before it."""
    first = 0 if number == 0 else matches[number].start
    stop = matches[number + 1].start if number + 1 < len(matches) else 1 << 30
    from_, to = (bisect_left(periods, place, key=lambda one: one.start) for place in (first, stop))
    words = matches[number].object.split()
    near = [one for one in periods[from_:to] if not any(one.starts and one.starts.span == word for word in words)]
    since = next((one.starts.span for one in near if one.starts and one.role in ("since", "range")), None)
    until = next((one.until.span for one in near if one.until and one.role in ("until", "range")), None)
    during = next((one.starts or one.until for one in near if one.role == "during"), None)
    return Dates(during.span if during else None, since, until)


def _without_days(dates: Dates, sentence: str, language: Language) -> Dates:
    """Return dates without one that says how often: "je travaille aussi chez Acme *le samedi*"."""
    often = (match[0].lower() for match in words_of(language.words.adds).finditer(sentence))
    return replace(dates, at=None) if dates.at and any(dates.at.lower() in one for one in often) else dates


def _without_presupposed(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims without those that a claim of the same text ends.

    "my dog Rex died" presupposes that Rex is a pet; the end of that relation replaces the presupposed claim. A claim
    with a start stays.
    """
    over = {(claim.subject, claim.relation, claim.object) for claim in claims if claim.action in ("ends", "never")}
    return [
        claim
        for claim in claims
        if claim.action != "holds"
        or claim.starts != ABSENT
        or (claim.subject, claim.relation, claim.object) not in over
    ]
