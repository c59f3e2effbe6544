"""Whether words name a role, and whose: "the club's head coach", "o baterista da banda", "der Trainer des Vereins"."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import cache

from graphmem.languages.language import Language
from graphmem_offline.attributes.records import Determiner, RoleName

LONGEST_ROLE = 4
"""Words of a role, without small ones."""
MOST_OWNER = 2
"""Words of an owner that no list has."""
_DETERMINERS: dict[str, Determiner] = {"the": "the", "our": "our", "my": "my"}


def role_of(words: str, language: Language, owners: Container[str] = ()) -> RoleName | None:
    """Return the role that the words name; None if they name none.

    Args:
        owners: nouns of owners that are known, beside the groups of the language.
    """
    parts = words.split()
    owner = ""
    if language.roles.possessive:
        owner, parts = _possessive(parts, language, owners)
        if owner == "?":
            return None
    if not owner:
        owner, parts = _linked(parts, language, owners)
    determiner: Determiner = ""
    new = False
    while parts and (kind := language.determiners.get(parts[0].lower(), "")):
        determiner = _DETERMINERS.get(kind, determiner)
        new = new or kind == "new"
        parts = parts[1:]
    while parts and parts[0].lower() in language.roles.new:
        new, parts = True, parts[1:]
    while parts and language.roles.head_first and parts[-1].lower() in language.roles.new:
        new, parts = True, parts[:-1]
    while len(parts) > 1 and parts[-1].lower() in language.roles.posts:
        parts = parts[:-1]
    name = _name_of(parts, language, led=bool(owner or determiner))
    return RoleName(name, owner, determiner, new) if name else None


def _name_of(parts: list[str], language: Language, *, led: bool) -> str:
    """Return the name of a role without its owner; "" if the words name none.

    Args:
        led: a determiner or an owner stands before, so a capital is not that of a sentence.
    """
    heavy = [part for part in parts if part.lower() not in language.roles.small]
    if not parts or len(heavy) > LONGEST_ROLE or len(parts) > LONGEST_ROLE + 2:
        return ""
    if parts[0].lower() in language.roles.small or parts[-1].lower() in language.roles.small:
        return ""
    for part in parts:
        plain = part.replace("-", "").replace("'", "").replace("/", "")
        if not plain.isalpha() or part.lower() in language.roles.not_in_roles:
            return ""
    name = " ".join(parts)
    if not language.roles.capitals:
        written = [part[:1].isupper() and not part.isupper() for part in heavy]
        bare = written[0] and not any(written[1:]) and not led
        if any(written) and not bare and not (led and all(written) and is_usual(name, language)):
            return ""
        name = " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)
    return (
        ""
        if {(head := head_of(name, language)), head.removesuffix("s")} & language.roles.not_roles
        or name.lower() in language.roles.not_alone
        else name
    )


def head_of(name: str, language: Language) -> str:
    """Return the noun that says what a role is: the last word, or the first where adjectives follow it."""
    words = name.lower().split() or [""]
    if language.roles.head_first:
        return words[0]
    cut = next((place for place, word in enumerate(words) if place and word in language.roles.small), len(words))
    return words[cut - 1]


def is_usual(name: str, language: Language) -> bool:
    """Whether a role is one by the shape of its noun: what somebody does, an office, a room or a plan."""
    head = head_of(name, language)
    return len(head) > 4 and head.endswith(language.roles.endings) and head not in language.roles.not_roles


def owner_noun(owner: str, language: Language) -> str:
    """Return an owner without its determiner: "the club" and "our club" are both "club"."""
    words = owner.lower().replace("l'", "l' ").split()
    while len(words) > 1 and (words[0] in language.determiners or words[0] in language.words.articles):
        words.pop(0)
    return " ".join(words)


@cache
def groups_of(language: Language) -> Mapping[str, str]:
    """Return the nouns of what has roles, with their article."""
    return {noun: article for article, nouns in language.roles.groups.items() for noun in nouns}


def _possessive(parts: list[str], language: Language, owners: Container[str]) -> tuple[str, list[str]]:
    place = next((n for n, part in enumerate(parts[:5]) if part.endswith(("'s", "s'"))), None)
    if place is None:
        return "", parts
    words = [*parts[:place], parts[place].removesuffix("'s").removesuffix("'")]
    owner = owner_of(words, language, owners)
    if not owner and language.determiners.get(words[0].lower()) == "the":
        owner = _unlisted(words[1:], language, words[0].lower())
    return (owner or "?"), parts[place + 1 :]


def _bare(parts: list[str], language: Language) -> str:
    """Return a role without the words before it."""
    kept = [
        part for part in parts if part.lower() not in language.determiners and part.lower() not in language.roles.new
    ]
    return " ".join(kept)


def _unlisted(words: list[str], language: Language, article: str) -> str:
    """Return an owner that no list has: one or two nouns behind a definite article; "" if the words may be something else."""
    roles, heads = language.roles, [word.lower() for word in words]
    if not words or len(words) > MOST_OWNER or any(word in roles.not_in_roles | roles.not_roles for word in heads):
        return ""
    written = all(word[:1].isupper() if language.roles.capitals else word.islower() for word in words)
    if not written or not all(word.replace("-", "").isalpha() for word in words):
        return ""
    if article == "*":
        return re.sub(r"(?<=[^eis])e?s\Z", "", words[-1]) if len(words) == 1 else ""
    return f"{article}{' '.join(words)}" if article.endswith("'") else f"{article} {' '.join(words)}"


def _linked(parts: list[str], language: Language, owners: Container[str]) -> tuple[str, list[str]]:
    for place in range(1, len(parts) - 1):
        for size in (2, 1):
            link = " ".join(parts[place : place + size]).lower()
            article = language.roles.links.get(link)
            rest = parts[place + size :]
            if article is None or not rest or len(rest) > 3:
                continue
            owner = owner_of(rest, language, owners, article)
            if not owner and link in language.roles.of_links and is_usual(_bare(parts[:place], language), language):
                owner = _unlisted(rest, language, article)
            if owner:
                return owner, parts[:place]
    return "", parts


def owner_of(words: list[str], language: Language, owners: Container[str], article: str = "") -> str:
    """Return the owner that the words name: a group, or one that is known; "" if they are none.

    Args:
        article: the article that a link before the words stands for ("do" → "o"); "*" = that of the group.
    """
    kind = language.determiners.get((article or words[0]).lower().split()[-1], "")
    inner = words if article or not kind else words[1:]
    if not inner:
        return ""
    if not article and not kind and not language.roles.capitals and all(word[:1].isupper() for word in words):
        return " ".join(words)
    noun = language.roles.genitives.get(" ".join(inner).lower(), " ".join(inner))
    head = noun.lower().split()[0 if language.roles.head_first else -1]
    group = groups_of(language).get(head)
    if group is None and noun.lower() not in owners and not (kind == "our" and head not in language.roles.not_roles):
        return ""
    if article == "*":
        return f"{group} {noun}" if group else ""
    if article:
        return f"{article}{noun}" if article.endswith("'") else f"{article} {noun}"
    return " ".join((*(word.lower() for word in words[: len(words) - len(inner)]), noun)) if kind else noun
