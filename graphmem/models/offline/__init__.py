"""Extraction without a key: what a dependency parse and a table of verbs can read.

It reads statements about people in plain English sentences: where they live, work and study, whom they married, their
relatives and pets, likes, hobbies, health, possessions, visits and other past events with an object, what they are at
or consider, with tense, denial ("never", "no longer"), hedges, plans and dates. Speakers stand for "I" and "we", also
where the subject was left out, the other speaker for "you", the latest fitting person for "he" and "she". Questions,
commands, wishes, conditions, doubts and quotations give no claims.

What it does not do: understand. Facts spread over sentences, irony, figures of speech and most verbs outside its table
are missed; "it" and "they" are never followed; a past event is kept in the words it was told in; who "he" is, is a
guess from order and the ending of the name. Portuguese, Spanish, French and German are read by a handful of patterns.
It sees no emotion. A language model finds several times as much; this is the entry that needs none.
Measured in `docs/offline.md`.
"""

from graphmem.models.offline.extractor import OfflineExtractor

__all__ = ["OfflineExtractor"]
