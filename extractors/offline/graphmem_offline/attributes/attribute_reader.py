"""Reader of roles: sentence by sentence, with what a question before or a chooser gives to the next one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from graphmem.dates.date_phrases import find_date_phrases
from graphmem.languages.language import Language
from graphmem_offline.attributes.attribute_forms import answer_to, asked_role, attribute_in
from graphmem_offline.attributes.condition_forms import ConditionReader
from graphmem_offline.attributes.known_roles import KnownRoles
from graphmem_offline.attributes.patterns import phrase
from graphmem_offline.attributes.records import RoleCondition, RoleName, SaidAttribute
from graphmem_offline.attributes.wording import Span, sentences_of, spaced

_CUT = re.compile(r" [;—] ")
_MOST_LEADS = 4


class AttributeReader:
    """Reads the sentences of one turn. `spans`: where the sentences stand in which it has found a role."""

    def __init__(self, language: Language, known: KnownRoles, occurred_at: datetime, time_zone: str | None) -> None:
        self.language, self.known = language, known
        self.occurred_at, self.time_zone = occurred_at, time_zone
        self.spans: list[Span] = []
        self.found: list[SaidAttribute] = []
        self.conditions = ConditionReader(language, known)
        self._asked: RoleName | None = None
        self._topic: tuple[RoleName, RoleCondition] | None = None
        self._last = False
        self._chooser = ""

    def read(self, text: str) -> list[SaidAttribute]:
        """Return what the text says of roles, in its order."""
        for span, sentence in sentences_of(text):
            words = spaced(sentence, self.language.roles.contractions)
            if " " in words and self._read_sentence(words):
                self.spans.append(span)
        return self.found

    def _read_sentence(self, words: str) -> bool:
        """Read a sentence; return whether it says something of a role."""
        asked, self._asked = self._asked, None
        if words.endswith(" ?"):
            self._asked = asked_role(self._without_lead(words[:-2]), self.language, self.known)
            self._last = False
            return False
        answer = answer_to(asked, words, self.language) if asked else None
        if answer:
            self._add(answer)
            return True
        units = self._units(self._without_lead(words))
        said = [self._read_unit(unit) for unit in units]
        self._topic = None
        self._last = any(said)
        return self._last

    def _units(self, words: str) -> list[str]:
        """Return the clauses that are read by themselves: between dashes and semicolons, and before "and that …"."""
        joint = phrase(self.language.roles.joints)
        return [unit for part in _CUT.split(words) for piece in joint.split(part) if (unit := piece.strip(" ,"))]

    def _read_unit(self, unit: str) -> bool:
        topic, self._topic = self._topic, None
        answer = answer_to(topic[0], self._without_lead(unit), self.language) if topic else None
        if topic and answer:
            self._add(answer.resting_on(topic[1]))
            self._last = True
            return True
        first, _, rest = unit.partition(" : ")
        self._topic = self.conditions.topic(first)
        if self._topic:
            return bool(rest) and self._read_unit(rest)
        attribute = self._plain(unit)
        if attribute is None and self._last and self.found and self._depends(unit):
            return True
        attribute = attribute or self.conditions.conditional(unit)
        if attribute:
            self._add(attribute)
            self._chooser, self._last = attribute.chooser, True
        return attribute is not None

    def _add(self, attribute: SaidAttribute) -> None:
        if not attribute.future:
            subject = self.known.subject_of(attribute.role)
            self.known.add(subject, attribute.role.name, attribute.value.text)
        self.found.append(attribute)

    def _depends(self, unit: str) -> bool:
        """Whether a clause says on what the role before rests; the condition is then added to that."""
        chooser = self.conditions.chooser(unit)
        if chooser:
            self._chooser = chooser
            return True
        condition = self.conditions.rest(unit)
        if condition and condition.role is None and not condition.holder:
            condition = replace(condition, holder=self._chooser) if self._chooser else None
        if condition is None:
            return False
        self.found[-1] = self.found[-1].resting_on(condition)
        return True

    def _without_lead(self, words: str) -> str:
        for _ in range(_MOST_LEADS):
            lead = phrase(rf"(?:{self.language.roles.leads}) ?[,:;—!]?").match(words)
            if lead is None or lead.end() + 1 >= len(words):
                break
            words = words[lead.end() + 1 :]
        return words

    def _plain(self, unit: str) -> SaidAttribute | None:
        """Return what a clause says, or what it says after a colon: "small change: the hall is …"."""
        found = attribute_in(unit, self.language, self.known) or self._dated(unit)
        rest = unit.partition(" : ")[2]
        return found or (attribute_in(self._without_lead(rest), self.language, self.known) if rest else None)

    def _dated(self, unit: str) -> SaidAttribute | None:
        """Return what a clause says without the date in it, with that date as the start."""
        for date in find_date_phrases(unit, self.occurred_at, self.time_zone):
            if date.starts is None or date.role == "until":
                continue
            before = unit[: date.start].split()
            while before and before[-1].lower() in self.language.roles.date_leads:
                before.pop()
            rest = " ".join([*before, *unit[date.end :].split()]).strip(" ,")
            attribute = attribute_in(rest, self.language, self.known)
            if attribute:
                return replace(attribute, starts=date.starts.span)
        return None
