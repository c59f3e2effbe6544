"""Conditions: a state of another role on which a role rests, or with whose change it begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.languages.language import Language
from graphmem_offline.attributes.attribute_forms import attribute_in
from graphmem_offline.attributes.known_roles import KnownRoles
from graphmem_offline.attributes.patterns import form, phrase
from graphmem_offline.attributes.records import DependencyKind, RoleCondition, RoleName, SaidAttribute
from graphmem_offline.attributes.roles import is_usual, role_of
from graphmem_offline.attributes.values import is_proper, without_article

MOST_TRIED = 4
"""Words of condition, and commas after a condition, of one clause that are tried."""
_REST: DependencyKind = "holds"


class ConditionReader:
    """Reads the conditions in a clause."""

    def __init__(self, language: Language, known: KnownRoles) -> None:
        self.language, self.known = language, known

    def conditional(self, clause: str) -> SaidAttribute | None:
        """Return a role with its condition: "the captain is Ana, but only as long as Bruno is head coach"."""
        language = self.language
        for words, future in (
            (language.roles.while_words, False),
            (language.roles.until_words, False),
            (language.roles.cause_words, False),
            (language.roles.trigger_words, True),
        ):
            for main, condition in self._split(clause, words):
                read = self._condition(condition, words)
                attribute = attribute_in(main, language, self.known, future=future, bound=True) if read else None
                if read and attribute:
                    return self._with(attribute, read, future)
        return None

    def _with(self, attribute: SaidAttribute, read: RoleCondition, future: bool) -> SaidAttribute:
        """Return the attribute with the condition; a begin that is so already is a state to rest on."""
        if not future:
            return attribute.resting_on(read)
        if read.kind == _REST:
            return replace(attribute.resting_on(read), future=False)
        return replace(attribute, waits_for=read)

    def _split(self, clause: str, words: str) -> Iterator[tuple[str, str]]:
        """Yield the ways in which a clause may be a main clause and a condition."""
        language = self.language
        for number, word in enumerate(phrase(words).finditer(clause)):
            if number == MOST_TRIED:
                return
            if word.start() == 0:
                rest = clause[word.end() + 1 :]
                for comma in [*re.finditer(r" , (?:then )?| then ", rest)][:MOST_TRIED]:
                    yield rest[comma.end() :], rest[: comma.start()]
            else:
                main = phrase(language.roles.before_condition).sub("", clause[: word.start()].rstrip(" ,—"))
                yield main.rstrip(" ,—"), clause[word.end() + 1 :]

    def _condition(self, words: str, introduced: str) -> RoleCondition | None:
        language = self.language
        plain = re.sub(rf"(?:{language.roles.tail})\Z", "", words, flags=re.I).rstrip(" ,")
        if introduced == language.roles.trigger_words:
            return self.trigger(plain)
        if introduced == language.roles.until_words:
            found = self.trigger(plain)
            return replace(found, kind=_REST, holder=found.holder if found.kind == "changes" else "") if found else None
        return self._first(language.roles.holds, plain, _REST)

    def trigger(self, words: str) -> RoleCondition | None:
        """Return the change that the words tell: "the head coach changes", "Bruno is no longer coach"."""
        language = self.language
        return self._first(language.roles.changes, words, "changes") or self._first(
            language.roles.begins, words, "begins"
        )

    def rest(self, clause: str) -> RoleCondition | None:
        """Return the condition of a clause about what was said before: "that depends on the head coach"."""
        language = self.language
        found = self._first(language.roles.rests, clause, _REST)
        if found:
            return found
        words = self._beside_result(clause)
        told = self.trigger(words) if words else None
        return replace(told, kind=_REST) if told and told.kind == "changes" else None

    def _beside_result(self, clause: str) -> str:
        """Return the condition of "if …, this would change" and of "this would change if …"; "" if it is neither."""
        language = self.language
        lead, first = phrase(language.roles.trigger_words).match(clause), phrase(language.roles.result).match(clause)
        if first and (word := phrase(language.roles.trigger_words).match(clause, first.end() + 1)):
            return clause[word.end() + 1 :]
        for result in phrase(language.roles.result).finditer(clause):
            if lead and lead.end() < result.start() and result.end() == len(clause):
                return clause[lead.end() + 1 : result.start()].rstrip(" ,")
        return ""

    def topic(self, clause: str) -> tuple[RoleName, RoleCondition] | None:
        """Return a role and what it rests on, where its value is still to come: "the editor depends on the head"."""
        for pattern in self.language.roles.topics:
            match = form(pattern).fullmatch(clause)
            role = role_of(match["r"], self.language, self.known.owners) if match else None
            condition = self._of(match, _REST) if match and role else None
            if role and condition and condition.role and (role.determiner or role.owner):
                return role, condition
        return None

    def chooser(self, clause: str) -> str:
        """Return who has chosen what was said before: "Ana assigned it"; "" if the clause does not say."""
        for pattern in self.language.roles.chooser:
            match = form(pattern).fullmatch(clause)
            holder = without_article(match["h"], self.language) if match else ""
            if holder and is_proper(holder.split(), self.language):
                return holder
        return ""

    def _first(self, forms: tuple[str, ...], words: str, kind: DependencyKind) -> RoleCondition | None:
        for pattern in forms:
            match = form(pattern).fullmatch(words)
            found = self._of(match, kind) if match else None
            if found:
                return found
        return None

    def _of(self, match: re.Match[str], kind: DependencyKind) -> RoleCondition | None:
        groups = match.groupdict()
        named, holder = groups.get("c"), without_article(groups.get("h") or "", self.language)
        if holder and not is_proper(holder.split(), self.language):
            return None
        if named is None:
            return RoleCondition(kind, None, holder) if holder and self.known.roles_of(holder) else None
        if phrase(self.language.roles.that).fullmatch(named):
            return None if holder else RoleCondition(kind, None)
        role = role_of(named, self.language, self.known.owners)
        if role and not self._is_role(role) and role.name.endswith("s"):
            role = replace(role, name=role.name[:-1])
        return RoleCondition(kind, role, holder) if role and self._is_role(role) else None

    def _is_role(self, role: RoleName) -> bool:
        said = bool(role.owner) or role.determiner in ("the", "our") or " " in role.name
        return said or self.known.has(role) or is_usual(role.name, self.language)
