"""Prompts of the extractor. A prompt has at most `PROMPT_CHARS` characters, unless the message is longer.

All outside text (messages, names, known facts) stands in a fence (`fence.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.claims import Mention, Request
from graphmem.directives.forgetting import may_ask_to_forget
from graphmem.models.openai.condition_prompt import (
    CONDITIONS_ASKED,
    CONDITIONS_EXAMPLE,
    CONDITIONS_SHAPE,
    may_state_conditions,
)
from graphmem.models.openai.fence import DATA_ONLY, Fence
from graphmem.offer import EMPTY_OFFER, Offer
from graphmem_contract.records import Message

PROMPT_CHARS = 8_000
KNOWN_CHARS = 3_200
"""Default budget of known facts."""
RECENT_TURNS, RECENT_CHARS = 5, 300
"""Maximum number of earlier turns, and characters of each."""
TYPES_SHOWN, ONTOLOGY_CHARS = 20, 900
"""Maximum number of types or relations per line, and characters of all these lines."""
PROFILE_CHARS = 1_400
"""Maximum characters of one line of known facts."""
TOOL_CHARS = 500
"""Maximum characters of a tool result."""
EXAMPLE_FOR_CHARS = 3_000
"""Up to this length of message and instructions, the prompt has an example and asks for profiles."""
_DATA = f"""You read one message of a chat for a memory and answer with one JSON object, nothing else.
{DATA_ONLY}
"""

_DATA_OF_TRANSCRIPT = f"""You read some messages of a chat for a memory, in their order, and answer with one JSON object, \
nothing else.
{DATA_ONLY}
"""

_ENTITIES = """
"entities": everybody and everything that has a name, once each: the most complete name, its type (person, \
organization, place, product, event, concept, pet, or another word in lower case), aliases = other names the \
message uses for it, mostly none. A city is a place, a company an organization, software a product. Names only: \
no pronouns, dates, numbers or common nouns. {me}"""

_FACTS = """
"facts": ALL that the message says or clearly implies, also in passing, one relation each. Keep names, titles, \
places, dates, numbers. Tell each fact once, from one side. Leave out questions, wishes to you, and small talk.
- subject: an entity's name. {me}
- relation: present tense snake_case, such as works_at, lives_in, likes, has_sister; a listed relation where one fits.
- object: an entity's name, or a short value.
- text: one sentence that is clear by itself, with names for pronouns, in the language of the message.
- action: "holds" = it is so, was so, or will be; "ends" = it stopped (left, quit, broke up, no longer); "never" = \
the message denies or corrects it: it was never true. A change is two facts: the old one "ends", the new one \
"holds".
- starts, until: since when, until when: YYYY-MM-DD, YYYY-MM or YYYY, or the message's own words ("last March"), \
copied. null when it does not say: never the day it was written. starts "always" = since ever. The date of an "ends" is its until.
- confidence: 0.95 said outright, 0.8 strongly implied, 0.6 weakly implied, 0.4 a guess.
- importance: biographical_milestone, relationship_change, stable_preference, specific_event, routine_activity or \
conversational.
- category: core (who somebody is), semantic (lasting knowledge; if unsure), episodic (what happened), procedural \
(how to do it).
- kind: state (lasts), event (happens at a time), plan (is intended).
- cardinality: "one" if a subject has only one such object at a time (lives_in, works_at), else "many"."""

_KNOWN_ENTITIES = """
- known: the number of the known entity that is meant, such as "e3"; null = none of those below, however like the name."""

_KNOWN_FACTS = """
- touches: known facts of which this one is news, by number: repeats (says the same in any words), refines (the same, more \
exact), replaces (that was so, this is so now), ends (that stopped), corrects (that was never so) or adds_to (this comes \
beside it: also, too, another). An "ends" touches the fact that stops, in whatever words it is known. Mostly empty: \
"touches":[{"fact":"f7","how":"ends"}]"""

_FORGET = """
- action "forget": you are asked to forget or not keep it ("don't forget" is none); object "everything" if not named."""

_NUMBERED = """
- message: the number of the message that says it; of several, the first. Every message counts: leave none out. A later \
message that changes a fact is a fact of its own. Dates are in the words of that message."""

_PROFILES = """
"profiles": for an entity about which lasting things are known, and which has no profile below: who or what it is, in \
two to six sentences, in English, from the message and what is known so far. Mostly none."""

_EMOTION = """
"emotion": how it sounds: joy, sadness, anger, fear, surprise, disgust, trust, anticipation or neutral; \
intensity 0 to 1; energy high, medium or low."""

_EMOTIONS = """
"emotions": for each message, by its number, how it sounds: joy, sadness, anger, fear, surprise, disgust, trust, \
anticipation or neutral; intensity 0 to 1; energy high, medium or low."""

_SHAPES = {
    "entities": '"entities":[{"name":"","type":"","aliases":[]}]',
    "facts": '"facts":[{"subject":"","relation":"","object":"","text":"","action":"holds","starts":null,"until":null,'
    '"confidence":0.95,"importance":"","category":"","kind":"","cardinality":"many"}]',
    "profiles": '"profiles":[{"entity":"","text":""}]',
    "emotion": '"emotion":{"emotion":"neutral","intensity":0.0,"energy":"medium"}',
}
_FACT = (
    '{"subject":"%s","relation":"%s","object":"%s","text":"%s","action":"%s","starts":%s,"until":%s,"confidence":0.95,'
    '"importance":"biographical_milestone","category":"core","kind":"state","cardinality":"%s"}'
)
_EXAMPLES = {
    "entities": '"entities":[{"name":"Kim","type":"person","aliases":[]},{"name":"Leo","type":"person","aliases":[]},'
    '{"name":"Rome","type":"place","aliases":[]},{"name":"Oslo","type":"place","aliases":[]}]',
    "facts": '"facts":['
    + ",".join(
        (
            _FACT % ("Kim", "has_brother", "Leo", "Kim has a brother, Leo.", "holds", "null", "null", "many"),
            _FACT % ("Leo", "lives_in", "Rome", "Leo left Rome.", "ends", "null", '"May 2021"', "one"),
            _FACT % ("Leo", "lives_in", "Oslo", "Leo lives in Oslo.", "holds", '"May 2021"', "null", "one"),
        )
    )
    + "]",
    "profiles": '"profiles":[{"entity":"Leo","text":"Leo is a brother of Kim. He lived in Rome and moved to Oslo in May 2021."}]',
    "emotion": _SHAPES["emotion"],
}
_TOLD_SHAPES = {
    **_SHAPES,
    "facts": _SHAPES["facts"].replace('{"subject"', '{"message":1,"subject"'),
    "emotions": '"emotions":[{"message":1,"emotion":"neutral","intensity":0.0,"energy":"medium"}]',
}
_TOLD_EXAMPLES = {
    **_EXAMPLES,
    "facts": _EXAMPLES["facts"]
    .replace('{"subject"', '{"message":1,"subject"', 1)
    .replace('{"subject"', '{"message":2,"subject"'),
    "emotions": '"emotions":[{"message":1,"emotion":"neutral","intensity":0.0,"energy":"medium"},'
    '{"message":2,"emotion":"neutral","intensity":0.0,"energy":"medium"}]',
}
_TOLD_EXAMPLE = (
    'Example. 1, Kim: "I have a brother, Leo." 2, Kim: "He left Rome for Oslo in May 2021." The answer to that:\n'
)
_EXAMPLE = 'Example. Kim wrote: "My brother Leo left Rome for Oslo in May 2021." The answer to that:\n'
_AGAIN = "\nThe message names several entities: say how they stand to each other."
_ASKED = {
    "entities": _ENTITIES,
    "facts": _FACTS,
    "profiles": _PROFILES,
    "emotion": _EMOTION,
    "emotions": _EMOTIONS,
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions (`system`) and data (`user`), followed by the turns of a repair attempt."""

    system: str
    user: str
    repair: tuple[tuple[str, str], ...] = ()
    offer: Offer = EMPTY_OFFER
    """The known entities and facts that it shows."""

    @property
    def text(self) -> str:
        """The whole prompt, as the trace shows it. Its length is the size of the prompt."""
        return "\n\n".join((self.system, self.user, *(text for _, text in self.repair)))

    def messages(self) -> list[dict[str, str]]:
        """Return the chat messages to send."""
        turns = (("system", self.system), ("user", self.user), *self.repair)
        return [{"role": role, "content": text} for role, text in turns]

    def repaired(self, answer: str, problem: str) -> Prompt:
        """Return the prompt with the unusable answer, cut to the room left, and the problem with it."""
        again = f"That cannot be used: {problem}. Answer again, with only the JSON object described above."
        room = max(200, PROMPT_CHARS - len(self.text) - len(again) - 10)
        turns = (("assistant", answer[:room] or "(nothing)"), ("user", again))
        return replace(self, repair=turns)


def informed_prompt(request: Request, *, known_chars: int = KNOWN_CHARS) -> Prompt:
    """Return the prompt of the informed call: entities, facts, emotion, profiles (last: an answer may lack them)."""
    profiles = ("profiles",) if asks_for_profiles(request, known_chars) else ()
    return _extraction(("entities", "facts", "emotion", *profiles), request, known_chars=known_chars)


def asks_for_profiles(request: Request, known_chars: int) -> bool:
    """Whether the prompt asks for profiles: the message is not long, and the budget of known facts is not 0."""
    return known_chars > 0 and not _is_long(message_text(request), request)


def mentions_prompt(request: Request) -> Prompt:
    """Return the prompt of the first staged call: entities and emotion."""
    return _extraction(("entities", "emotion"), request, known_chars=0)


def claims_prompt(
    request: Request, mentions: Sequence[Mention], *, again: bool = False, known_chars: int = KNOWN_CHARS
) -> Prompt:
    """Return the prompt of the second staged call: facts about the mentions. `again` asks once more for relations."""
    return _extraction(("facts",), request, mentions=mentions, known_chars=known_chars, extra=_AGAIN if again else "")


def transcript_prompt(requests: Sequence[Request], *, known_chars: int = KNOWN_CHARS) -> Prompt:
    """Return the prompt of the informed call about several messages: as for one, and each fact names its message."""
    profiles = ("profiles",) if asks_for_profiles(joint_request(requests), known_chars) else ()
    return _transcript(("entities", "facts", "emotions", *profiles), requests, known_chars=known_chars)


def transcript_mentions_prompt(requests: Sequence[Request]) -> Prompt:
    """Return the prompt of the first staged call about several messages: entities and emotions."""
    return _transcript(("entities", "emotions"), requests, known_chars=0)


def transcript_claims_prompt(
    requests: Sequence[Request], mentions: Sequence[Mention], *, known_chars: int = KNOWN_CHARS
) -> Prompt:
    """Return the prompt of the second staged call about several messages: facts about the mentions."""
    return _transcript(("facts",), requests, mentions=mentions, known_chars=known_chars)


def joint_request(requests: Sequence[Request]) -> Request:
    """Return the messages of a transcript as one text, each below its label, with the context of the first one."""
    text = "\n".join(_labelled(*pair) for pair in enumerate(requests, 1))
    return replace(requests[0], content=text, messages=(), speaker=None, role=None)


def message_text(request: Request) -> str:
    """Return the message as the model sees it: the turns of the chat, or the content if there are none.

    System turns are left out, and tool results are cut at 500 characters.
    """
    if not request.messages:
        return request.content
    turns = (turn for turn in request.messages if turn.role != "system" and turn.content.strip())
    return "\n".join(_turn_line(turn, request) for turn in turns)


def _turn_line(turn: Message, request: Request) -> str:
    content = turn.content[:TOOL_CHARS] if turn.role == "tool" else turn.content
    when = f"[{request.local(turn.time):%Y-%m-%d %H:%M}] " if turn.time else ""
    return f"{when}{one_line(turn.name) if turn.name else turn.role}: {content}"


def one_line(text: str, longest: int = 200) -> str:
    """Return the text on one line, cut at `longest` characters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _extraction(
    parts: Sequence[str], request: Request, *, known_chars: int, mentions: Sequence[Mention] = (), extra: str = ""
) -> Prompt:
    message = message_text(request)
    conditions = asks_for_conditions([request])
    told = _offered(parts, request, known_chars)
    asked = (_asked(part, message, conditions=conditions, offer=bool(told.offer)) for part in parts)
    me = "".join((_DATA, *asked, extra)).replace("{me}", _me(request))
    shape = _shape(parts, is_long=_is_long(message, request), conditions=conditions)
    system = f"{instructions_first(request.instructions)}{me}\n\n{shape}\nWhere there is nothing, the lists are empty."
    head = [*_head(request), *_entities_line(mentions)]
    room = _room(system, _with_message(head, message))
    lines, shown = _context_lines(told, room, known_chars)
    return Prompt(system, _with_message([*head, *lines], message), offer=shown)


def _offered(parts: Sequence[str], request: Request, known_chars: int) -> Request:
    """Return the request without an offer where the call asks for no facts, or nothing known may be told."""
    return request if "facts" in parts and known_chars > 0 else replace(request, offer=EMPTY_OFFER)


def _with_message(lines: Sequence[str], message: str) -> str:
    """Return what is told beside a message, then the message, in one fence."""
    fence = Fence.made_for((*lines, message))
    return "\n".join((fence.named, fence.around(lines), "Message:", fence.around([message])))


def _transcript(
    parts: Sequence[str], requests: Sequence[Request], *, known_chars: int, mentions: Sequence[Mention] = ()
) -> Prompt:
    joint = _offered(parts, joint_request(requests), known_chars)
    conditions, offer = asks_for_conditions(requests), bool(joint.offer)
    told = (
        _asked(part, joint.content, conditions=conditions, offer=offer) + (_NUMBERED if part == "facts" else "")
        for part in parts
    )
    asked = "".join((_DATA_OF_TRANSCRIPT, *told))
    shape = _shape(parts, is_long=_is_long(joint.content, joint), transcript=True, conditions=conditions)
    instructed = f"{instructions_first(joint.instructions)}{asked.replace('{me}', _ME_IN_TRANSCRIPT)}"
    system = f"{instructed}\n\n{shape}\nWhere there is nothing, the lists are empty."
    zone = [f"Time zone: {one_line(joint.time_zone, 60)}"] if joint.time_zone else []
    language = [f"Language of the messages: {one_line(joint.language, 40)}"] if joint.language else []
    head = [*zone, *language, *_entities_line(mentions)]
    messages = [_labelled(*pair) for pair in enumerate(requests, 1)]
    room = _room(system, _with_messages(head, messages))
    lines, shown = _context_lines(joint, room, known_chars)
    return Prompt(system, _with_messages([*head, *lines], messages), offer=shown)


def _with_messages(lines: Sequence[str], messages: Sequence[str]) -> str:
    """Return what is told beside the messages of a transcript, then the messages, in one fence."""
    fence = Fence.made_for((*lines, *messages))
    return "\n".join((fence.named, fence.around(lines), "Messages:", fence.around_each(messages)))


def _room(system: str, user: str) -> int:
    """Return how many characters of context still fit into a prompt."""
    return PROMPT_CHARS - len(system) - len(user) - 20


_ME_IN_TRANSCRIPT = 'I, me, my = the speaker of the message, by name, else "user".'


def _labelled(number: int, request: Request) -> str:
    """Return a message of a transcript below a line with its number, its time and its speaker.

    The mark before the line distinguishes it from a line of the message.
    """
    speaker = one_line(request.speaker or request.role or "user")
    when = f"{request.local(request.occurred_at):%A %Y-%m-%d %H:%M}"
    return f"message {number}, {when}, {speaker}:\n{message_text(request)}"


def _forget(part: str, message: str) -> str:
    """Return how a request to forget is told, for the facts of a message that may have one."""
    return _FORGET if part == "facts" and may_ask_to_forget(message) else ""


def _is_long(message: str, request: Request) -> bool:
    """Whether message and instructions of the brain leave no room for an example."""
    asked = len(message) + len(request.instructions or "") + len(_forget("facts", message))
    return asked > EXAMPLE_FOR_CHARS


def asks_for_conditions(requests: Iterable[Request]) -> bool:
    """Whether the prompt asks for conditions of facts: a message has a word of condition."""
    return may_state_conditions(message_text(request) for request in requests)


def _asked(part: str, message: str, *, conditions: bool, offer: bool) -> str:
    known = {"entities": _KNOWN_ENTITIES, "facts": _KNOWN_FACTS}.get(part, "") if offer else ""
    return _ASKED[part] + known + _forget(part, message) + (CONDITIONS_ASKED if conditions and part == "facts" else "")


def _shape(parts: Sequence[str], *, is_long: bool, conditions: bool, transcript: bool = False) -> str:
    """Return the description of the answer: an example, or only its fields if the message is long."""
    shapes, examples = (_TOLD_SHAPES, _TOLD_EXAMPLES) if transcript else (_SHAPES, _EXAMPLES)
    conditions = conditions and "facts" in parts
    if is_long:
        shape = "Answer: {" + ",".join(shapes[part] for part in parts) + "}"
        return shape.replace('"cardinality":"many"', f'"cardinality":"many"{CONDITIONS_SHAPE}') if conditions else shape
    shape = (_TOLD_EXAMPLE if transcript else _EXAMPLE) + "{" + ",".join(examples[part] for part in parts) + "}"
    return shape + CONDITIONS_EXAMPLE if conditions else shape


def _me(request: Request) -> str:
    """Return the sentence that says who "I" is: the speaker, or "user" if the speaker has no name."""
    return "I, me, my = the speaker, by name." if request.speaker else 'I, me, my = "user".'


def instructions_first(instructions: str | None) -> str:
    """Return the instructions of the brain as they stand first in a prompt."""
    told = (instructions or "").strip()
    return f"{told}\n\n" if told else ""


def _head(request: Request) -> list[str]:
    zone = f" ({one_line(request.time_zone, 60)})" if request.time_zone else ""
    lines = [f"Written: {request.local(request.occurred_at):%A %Y-%m-%d %H:%M}{zone}"]
    if request.speaker:
        role = f", {one_line(request.role, 40)}" if request.role else ""
        lines.append(f"Speaker: {one_line(request.speaker)}{role}")
    if request.language:
        lines.append(f"Language of the message: {one_line(request.language, 40)}")
    return lines


def _entities_line(mentions: Sequence[Mention]) -> list[str]:
    if not mentions:
        return []
    return ["Entities: " + "; ".join(f"{one_line(m.name)} ({one_line(m.type, 40)})" for m in mentions[:60])]


def _context_lines(request: Request, room: int, known_chars: int) -> tuple[list[str], Offer]:
    """Return the context lines that fit (earlier turns, names of types and relations, what is known), and what they offer."""
    lines: list[str] = []
    for title, body, share in (
        ("Earlier turns, only to know who is meant:", _recent_lines(request), room),
        ("In use:", _ontology_lines(request.ontology), ONTOLOGY_CHARS),
    ):
        shown = _titled(title, body, min(room, share + len(title) + 1))
        room -= sum(len(line) + 1 for line in shown)
        lines += shown
    offer = request.offer.within(min(room - len(_KNOWN_TITLE) - 1, known_chars))
    known_chars -= sum(len(line) + 1 for line in offer.lines)
    room -= sum(len(line) + 1 for line in offer.lines)
    body = [*offer.lines, *fitting(_known_lines(request), min(room - len(_KNOWN_TITLE) - 1, known_chars))]
    return [*lines, *((_KNOWN_TITLE, *body) if body else ())], offer


_KNOWN_TITLE = "Known so far:"


def _titled(title: str, body: Sequence[str], room: int) -> list[str]:
    """Return the first lines that fit, below their title; nothing if none fits."""
    shown = fitting(body, room - len(title) - 1)
    return [title, *shown] if shown else []


def _recent_lines(request: Request) -> list[str]:
    return [f"- {one_line(turn, RECENT_CHARS)}" for turn in request.recent_messages[-RECENT_TURNS:]]


def _known_lines(request: Request) -> list[str]:
    return [one_line(line, PROFILE_CHARS) for line in request.known]


def _ontology_lines(ontology: Mapping[str, Iterable[str]]) -> list[str]:
    listed = {title: [one_line(name, 60) for name in names][:TYPES_SHOWN] for title, names in ontology.items()}
    return [f"{one_line(title, 60)}: {', '.join(names)}" for title, names in listed.items() if names]


def fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return the first lines whose characters, with line ends, are at most `room`."""
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
