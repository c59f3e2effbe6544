"""The words of a language that introduce what is not the speaker's own: words of others, texts to work on, inventions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuotingWords:
    """Alternatives of regular expressions, in lower case.

    `say`: verbs of saying in the forms of somebody else; `own` before them shows that the speaker says it ("let me").
    `edits` ask for work on a text, whatever it says ("translate"); `checks` do so only with a text ("fix this sentence",
    "make this shorter: …"). `polite`: what may stand before them. `asks`: questions for a wording ("how do you say").
    `kept`: words of a request to remember, which is none for work on a text.
    `texts`: nouns of texts. `this`: what points at a text, and `into` what follows where it is to become another ("bring this
    into Basque: …"). `invented` opens an invented case ("for example", "pretend that"),
    `within` makes its sentence one, wherever it stands ("in my novel"). `headers`: words of the head of a mail.
    `greetings` and `closings` of letters. `labels`: what stands before a text of an example ("input: …"). `openers`: words
    before a colon that are nobody's name ("news: …").
    """

    say: str
    edits: str
    checks: str
    polite: str
    asks: str
    kept: str
    texts: str
    this: str
    invented: str
    within: str
    headers: str
    greetings: str
    closings: str
    labels: str
    openers: frozenset[str]
    own: str = "(?!)"
    into: str = "(?!)"
