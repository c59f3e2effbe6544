"""From drafts to claims: tense, denial and dates of a clause decide the action and the kind of a claim."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graphmem.claims import ABSENT, Claim
from graphmem.relations.verbs import PAST_OF
from graphmem_contract.records import Action, Category, Kind
from graphmem_offline import lexicon
from graphmem_offline.clauses import Clause
from graphmem_offline.coreference import MentionRef
from graphmem_offline.date_attachment import Dates
from graphmem_offline.lexicon import Mode

DIRECT, WEAK = 0.8, 0.6
_OPPOSITES = {"likes": "dislikes", "prefers": "dislikes"}
_NO_PLANS = (*_OPPOSITES, "dislikes", "tried", "supports", "knows", "learns", "teaches")
_DATED_STATES = ("works_at", "lives_in", "studies_at", "reports_to")
_LASTING = ("love", "like", "know", "own", "prefer")
_PLANNED = {
    "visited": "plans_to_visit",
    "started": "plans_to_start",
    "opened": "plans_to_open",
    "launched": "plans_to_launch",
    "met": "plans_to_meet",
    "founded": "plans_to_found",
    "created": "plans_to_create",
    "graduated_from": "plans_to_graduate_from",
}
_CORE = ("has_role", "birthday", "age", "nickname", "born_in", "comes_from")


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a claim: subject, relation and object as the clause states them, before tense and denial count.

    `adds`: it comes beside what is known. `affirmed`: the denial of its clause is in its relation already.
    """

    subject: MentionRef
    relation: str
    object: MentionRef
    mode: Mode = "state"
    text: str = ""
    confidence: float = DIRECT
    adds: bool = False
    affirmed: bool = False


def seen_from_below(draft: Draft) -> Draft:
    """Return the draft of a superior from the other end: "Priya manages Ana" becomes "Ana reports to Priya".

    A person reports to one superior at a time, so a new one replaces the old one.
    """
    if draft.relation != "manager_of":
        return draft
    return replace(draft, subject=draft.object, relation="reports_to", object=draft.subject)


@dataclass(frozen=True, slots=True)
class Stance:
    """The decision about a draft: its action (holds, ends, never), its kind (state, event, plan) and its relation."""

    action: Action
    kind: Kind
    relation: str
    confidence: float


def stance_of(draft: Draft, clause: Clause, dates: Dates) -> Stance | None:
    """Return the stance that tense and denial give a draft; None if the clause states nothing."""
    ahead = clause.tense in ("plan", "present") and (clause.hedged or "hope" in clause.governors)
    if ahead and draft.relation in _DATED_STATES and draft.mode != "state":
        return None  # a wish or a guess is no move
    sure = WEAK if clause.hedged else draft.confidence
    if draft.mode in ("plan", "habit"):
        return Stance("holds", "plan" if draft.mode == "plan" else "event", draft.relation, sure)
    planned = clause.tense == "plan" or (draft.mode != "state" and _looks_ahead(clause, dates))
    plain = Stance("holds", "plan" if planned else "state", draft.relation, sure)
    if draft.affirmed:
        return (
            replace(plain, action="ends" if draft.mode == "end" else "holds", kind="state")
            if clause.tense == "present"
            else None
        )
    if clause.denial in ("not", "never") and not clause.stops:
        return _denied(draft, clause, plain)
    if clause.stops and dates.since and dates.until and draft.mode in ("state", "begin"):
        return replace(plain, kind="state")
    if clause.stops:
        return replace(plain, action="ends", kind="state") if draft.mode in ("state", "begin") else None
    return _affirmed(draft, clause, dates, plain)


def _looks_ahead(clause: Clause, dates: Dates) -> bool:
    """Whether a present tense means the future: "I'm moving", "we're getting married", "she starts on Monday"."""
    going = any(one.tag_ == "VBG" for one in (clause.verb, *clause.verb.children) if one.i <= clause.verb.i)
    return clause.tense == "present" and (going or dates.ahead)


def _denied(draft: Draft, clause: Clause, plain: Stance) -> Stance | None:
    if draft.mode == "end" or draft.relation == "visited" or _denies_a_kind(draft):
        return None
    if draft.relation in _OPPOSITES and clause.tense == "present":
        return replace(plain, relation=_OPPOSITES[draft.relation])
    if plain.kind == "plan":
        return replace(plain, action="never")
    if clause.denial == "never" and clause.tense in ("past", "perfect"):
        return replace(plain, action="never")
    if clause.tense == "past":
        return replace(plain, action="never", confidence=min(plain.confidence, WEAK))
    if draft.mode == "state" and clause.tense == "present":
        return replace(plain, action="ends", confidence=min(plain.confidence, WEAK))
    return None


def _denies_a_kind(draft: Draft) -> bool:
    """Whether a denial is about a kind of thing: "I don't have pets" ends no pet that was known."""
    return draft.relation == "has_pet" and not draft.object.entity and draft.object.name.endswith(("s", "pet"))


def _affirmed(draft: Draft, clause: Clause, dates: Dates, plain: Stance) -> Stance | None:
    if draft.mode == "end":
        undated = clause.tense == "plan" and not (dates.at or dates.until)  # "I will sell the car": it is not sold yet
        return None if undated else replace(plain, action="ends", kind="state")
    if plain.kind == "plan" and draft.relation in _DATED_STATES and dates.ahead and _is_settled(clause):
        return replace(plain, kind="state")
    if plain.kind == "plan" and draft.relation in _NO_PLANS:
        return None
    if plain.kind == "plan":
        return replace(plain, relation=_PLANNED.get(draft.relation, draft.relation))
    if draft.mode == "event":
        return replace(plain, kind="event") if clause.tense in ("past", "perfect") else None
    if draft.mode == "state" and not _lasts(clause, dates):
        over = dates.until and not dates.since
        return (
            replace(plain, action="ends") if over or _is_former(draft, clause, dates) else replace(plain, kind="event")
        )
    return plain


def _is_former(draft: Draft, clause: Clause, dates: Dates) -> bool:
    """Whether a past tense without a date says that a state is over: "I lived in Lisbon", as "lived_in" does."""
    return clause.tense == "past" and draft.relation in PAST_OF and dates == Dates()


def _is_settled(clause: Clause) -> bool:
    """Whether a beginning ahead is told as certain: "I will start", "she starts"; "I'm moving" stays a plan."""
    return not clause.governors and clause.verb.tag_ != "VBG"


def _lasts(clause: Clause, dates: Dates) -> bool:
    """Whether a state in this tense still holds, or has both ends."""
    if clause.tense == "perfect":
        if any(child.lower_ == "always" for child in clause.verb.children):
            return True
        return bool(dates.since) or clause.verb.tag_ == "VBG" or clause.verb.lemma_ in _LASTING
    if clause.tense == "past":
        begun = bool(lexicon.STARTING.intersection(clause.governors))
        return begun or bool(dates.since and dates.until)
    return True


def claim_of(draft: Draft, stance: Stance, dates: Dates, text: str) -> Claim:
    """Return the finished claim.

    Dates with a cue ("since", "until") stay starts or ends. A date without a cue is the start, or the end of a claim
    that ends.
    """
    starts, until = _bounds(stance.action, stance.kind, dates)
    return Claim(
        subject=draft.subject.name,
        relation=stance.relation,
        object=draft.object.name,
        text=text,
        object_is_entity=draft.object.entity or None,
        action=stance.action,
        starts=starts,
        until=until,
        confidence=stance.confidence,
        importance_category=lexicon.importance_of(stance.relation),
        category=_category(stance),
        kind=stance.kind,
        adds=draft.adds and stance.action == "holds",
    )


def _bounds(action: Action, kind: Kind, dates: Dates) -> tuple[str, str | None]:
    since = dates.since if dates.since is not None else ABSENT
    if action == "ends":
        last = dates.until or dates.at or dates.since
        return ABSENT, last
    if action == "never" or (kind == "plan" and dates.over):
        return ABSENT, None
    return (dates.at if since == ABSENT and dates.at else since), dates.until


def _category(stance: Stance) -> Category:
    if stance.kind in ("event", "plan"):
        return "episodic"
    core = stance.relation in _CORE or stance.relation in lexicon.KIN.values()
    return "core" if core else "semantic"
