"""Whether words name a role, and whose: "the club's head coach", "o baterista da banda", "der Trainer des Vereins"."""

from __future__ import annotations

from collections.abc import Container

from graphmem.models.offline.attributes.records import Determiner, RoleName
from graphmem.models.offline.attributes.tables import AttributeTables

LONGEST_ROLE = 4
"""Words of a role, without small ones."""
_DETERMINERS: dict[str, Determiner] = {"the": "the", "our": "our", "my": "my"}


def role_of(words: str, tables: AttributeTables, owners: Container[str] = ()) -> RoleName | None:
    """Return the role that the words name; None if they name none.

    Args:
        owners: nouns of owners that are known, beside the groups of the language.
    """
    parts = words.split()
    owner = ""
    if tables.code == "en":
        owner, parts = _possessive(parts, tables, owners)
        if owner == "?":
            return None
    if not owner:
        owner, parts = _linked(parts, tables, owners)
    determiner: Determiner = ""
    new = False
    while parts and (kind := tables.determiners.get(parts[0].lower(), "")):
        determiner = _DETERMINERS.get(kind, determiner)
        new = new or kind == "new"
        parts = parts[1:]
    while parts and parts[0].lower() in tables.new:
        new, parts = True, parts[1:]
    while parts and tables.head_first and parts[-1].lower() in tables.new:
        new, parts = True, parts[:-1]
    while len(parts) > 1 and parts[-1].lower() in tables.posts:
        parts = parts[:-1]
    name = _name_of(parts, tables, led=bool(owner or determiner))
    return RoleName(name, owner, determiner, new) if name else None


def _name_of(parts: list[str], tables: AttributeTables, *, led: bool) -> str:
    """Return the name of a role without its owner; "" if the words name none.

    Args:
        led: a determiner or an owner stands before, so a capital is not that of a sentence.
    """
    heavy = [part for part in parts if part.lower() not in tables.small]
    if not parts or len(heavy) > LONGEST_ROLE or len(parts) > LONGEST_ROLE + 2:
        return ""
    if parts[0].lower() in tables.small or parts[-1].lower() in tables.small:
        return ""
    for part in parts:
        plain = part.replace("-", "").replace("'", "").replace("/", "")
        if not plain.isalpha() or part.lower() in tables.not_in_roles:
            return ""
    name = " ".join(parts)
    if not tables.capitals:
        written = [part[:1].isupper() and not part.isupper() for part in heavy]
        bare = written[0] and not any(written[1:]) and not led
        if any(written) and not bare and not (led and all(written) and is_usual(name, tables)):
            return ""
        name = " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)
    return "" if head_of(name, tables) in tables.not_roles or name.lower() in tables.not_alone else name


def head_of(name: str, tables: AttributeTables) -> str:
    """Return the noun that says what a role is: the last word, or the first where adjectives follow it."""
    words = name.lower().split()
    if tables.head_first:
        return words[0]
    cut = next((place for place, word in enumerate(words) if place and word in tables.small), len(words))
    return words[cut - 1]


def is_usual(name: str, tables: AttributeTables) -> bool:
    """Whether a role is one by its noun alone: an office, a service, a place or a time of a group."""
    head = head_of(name, tables)
    if head in tables.heads or head.rpartition("-")[2] in tables.heads:
        return True
    if tables.capitals and any(head.endswith(end) for end in tables.heads if len(end) > 3):
        return True
    return len(head) > 4 and head.endswith(tables.endings) and head not in tables.not_roles


def owner_noun(owner: str, tables: AttributeTables) -> str:
    """Return an owner without its determiner: "the club" and "our club" are both "club"."""
    words = owner.lower().replace("l'", "l' ").split()
    while len(words) > 1 and (words[0] in tables.determiners or words[0] in tables.articles):
        words.pop(0)
    return " ".join(words)


def _possessive(parts: list[str], tables: AttributeTables, owners: Container[str]) -> tuple[str, list[str]]:
    place = next((n for n, part in enumerate(parts[:5]) if part.endswith(("'s", "s'"))), None)
    if place is None:
        return "", parts
    words = [*parts[:place], parts[place].removesuffix("'s").removesuffix("'")]
    owner = owner_of(words, tables, owners)
    return (owner or "?"), parts[place + 1 :]


def _linked(parts: list[str], tables: AttributeTables, owners: Container[str]) -> tuple[str, list[str]]:
    for place in range(1, len(parts) - 1):
        for size in (2, 1):
            link = " ".join(parts[place : place + size]).lower()
            article = tables.links.get(link)
            rest = parts[place + size :]
            if article is None or not rest or len(rest) > 3:
                continue
            owner = owner_of(rest, tables, owners, article)
            if owner:
                return owner, parts[:place]
    return "", parts


def owner_of(words: list[str], tables: AttributeTables, owners: Container[str], article: str = "") -> str:
    """Return the owner that the words name: a group, or one that is known; "" if they are none.

    Args:
        article: the article that a link before the words stands for ("do" → "o"); "*" = that of the group.
    """
    kind = tables.determiners.get((article or words[0]).lower().split()[-1], "")
    inner = words if article or not kind else words[1:]
    if not inner:
        return ""
    if not article and not kind and not tables.capitals and all(word[:1].isupper() for word in words):
        return " ".join(words)
    noun = tables.genitives.get(" ".join(inner).lower(), " ".join(inner))
    head = noun.lower().split()[0 if tables.head_first else -1]
    group = tables.groups.get(head)
    if group is None and noun.lower() not in owners and not (kind == "our" and head not in tables.not_roles):
        return ""
    if article == "*":
        return f"{group} {noun}" if group else ""
    if article:
        return f"{article}{noun}" if article.endswith("'") else f"{article} {noun}"
    return " ".join((*(word.lower() for word in words[: len(words) - len(inner)]), noun)) if kind else noun
