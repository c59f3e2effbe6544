"""Extractor without an API key: a dependency parse and a table of verbs.

It reads statements about people in plain English sentences:

- where they live, work and study, and whom they married;
- relatives, pets, likes, hobbies, health and possessions;
- visits and other past events with an object;
- current activities, and what they consider.

It reads tense, denial ("never", "no longer"), hedges, plans and dates. "I" and "we" are the speaker, also if the
subject is omitted. "You" is the other speaker. "He" and "she" are the latest person that fits. Questions, commands,
wishes, conditions, doubts and quotations give no claims.

Limits: it misses facts that spread over several sentences, irony, figures of speech and most verbs outside its table.
It never resolves "it" and "they". A past event keeps the words of the message. It guesses who "he" is from the order
of the names and the ending of the name. It reads Portuguese, Spanish, French and German without a parser, by tables
of verbs (`languages`). It reads no emotions. A language model finds several times as much. Figures: `docs/offline.md`.
"""

from graphmem_offline.extractor import OfflineExtractor

__all__ = ["OfflineExtractor"]
