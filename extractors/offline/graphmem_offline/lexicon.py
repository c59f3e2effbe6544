"""Word lists of relations: verbs, family words, possessions, jobs.

A `Frame` maps a verb, with its object at a given place, to a relation. `mode` is the meaning of the past tense:

- "state": held at that time;
- "begin": holds from then on;
- "end": no longer holds from then on;
- "event": happened then;
- "plan": is meant for later;
- "habit": was done repeatedly in the past.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from graphmem.languages.language import language
from graphmem_offline.kin_words import kin_relations, terms_in

Mode = Literal["state", "begin", "end", "event", "plan", "habit"]
ObjectKind = Literal["name", "any", "value", "pet", "thing", "activity"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of a verb. Empty `preps` mean its direct object; `object_kind` limits what the object may be."""

    relation: str
    preps: tuple[str, ...] = ()
    mode: Mode = "state"
    object_kind: ObjectKind = "any"
    type: str = "other"
    subject: str = "person"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_AT = ("at", "for")
_WORK = Frame("works_at", _AT, "state", "name", "organization")
_JOB_IN = ("at", "with", "for", "from")

FRAMES: dict[str, tuple[Frame, ...]] = {
    "work": (
        _WORK,
        Frame("has_role", ("as",), object_kind="value"),
        Frame("works_in", ("in", "from"), object_kind="name", type="place"),
        Frame("works_on", ("on",)),
        Frame("works_with", ("with",), object_kind="name"),
    ),
    "intern": (Frame("works_at", _AT, "state", "name", "organization"),),
    "employ": (Frame("works_at", ("by", "at"), "state", "name", "organization"),),
    "live": (
        Frame("lives_in", ("in", "at"), "state", "name", "place"),
        Frame("lives_with", ("with",), object_kind="name", type="person"),
    ),
    "reside": (Frame("lives_in", ("in", "at"), "state", "name", "place"),),
    "base": (Frame("lives_in", ("in", "at"), "state", "name", "place"),),
    "move": (
        Frame("lives_with", ("with",), "begin", "name", "person"),
        Frame("lives_in", ("to", "into"), "begin", "name", "place"),
        Frame("lives_in", ("from", "out"), "end", "name", "place"),
    ),
    "relocate": (
        Frame("lives_in", ("to", "into"), "begin", "name", "place"),
        Frame("lives_in", ("from",), "end", "name", "place"),
    ),
    "settle": (Frame("lives_in", ("in",), "begin", "name", "place"),),
    "marry": (Frame("married_to", ("", "to"), "begin", "name", "person"),),
    "divorce": (Frame("married_to", ("", "from"), "end", "name", "person"),),
    "date": (Frame("dating", (), "state", "name", "person"),),
    "join": (
        Frame("works_at", (), "begin", "name", "organization"),
        Frame("member_of", (), "begin", "value", "organization"),
    ),
    "rejoin": (Frame("works_at", (), "begin", "name", "organization"),),
    "start": (
        Frame("works_at", ("at", "with"), "begin", "name", "organization"),
        Frame("started", (), "event", "thing"),
    ),
    "open": (Frame("opened", (), "event", "thing"),),
    "launch": (Frame("launched", (), "event", "thing"),),
    "begin": (Frame("works_at", ("at", "with"), "begin", "name", "organization"),),
    "hire": (Frame("works_at", ("by", "at"), "begin", "name", "organization"),),
    "resign": (
        Frame("works_at", ("from",), "end", "name", "organization"),
        Frame("has_role", ("as",), "end", object_kind="value"),
    ),
    "retire": (
        Frame("works_at", ("from",), "end", "name", "organization"),
        Frame("has_role", ("as",), "end", object_kind="value"),
    ),
    "step": (Frame("has_role", ("as",), "end", object_kind="value"),),
    "rid": (Frame("owns", ("of",), "end", "thing"), Frame("has_pet", ("of",), "end", "pet", "pet")),
    "fire": (Frame("works_at", ("from", "by"), "end", "name", "organization"),),
    "lay": (Frame("works_at", ("from", "by"), "end", "name", "organization"),),
    "study": (
        Frame("studies_at", ("at",), "state", "name", "organization"),
        Frame("studies", (), "state", "value", "concept"),
        Frame("studied_in", ("in",), "state", "name", "place"),
    ),
    "major": (Frame("studies", ("in",), "state", "any", "concept"),),
    "graduate": (Frame("graduated_from", ("from", "at"), "event", "name", "organization"),),
    "attend": (Frame("attends", (), "state", "name", "organization"),),
    "teach": (
        Frame("teaches", (), "state", "value", "concept"),
        Frame("works_at", ("at",), "state", "name", "organization"),
    ),
    "do": (Frame("does", (), "state", "activity", "concept"),),
    "practice": (Frame("does", (), "state", "activity", "concept"),),
    "try": (Frame("tried", (), "event", "activity", "concept"),),
    "learn": (Frame("learns", (), "state", "any", "concept"),),
    "like": (Frame("likes"),),
    "love": (Frame("likes"),),
    "enjoy": (Frame("likes"),),
    "adore": (Frame("likes"),),
    "hate": (Frame("dislikes"),),
    "dislike": (Frame("dislikes"),),
    "detest": (Frame("dislikes"),),
    "prefer": (Frame("prefers"),),
    "own": (Frame("owns", object_kind="any"),),
    "adopt": (Frame("has_pet", (), "begin", "pet", "pet"),),
    "sell": (Frame("owns", (), "end", "thing"),),
    "buy": (Frame("owns", (), "begin", "thing"), Frame("has_pet", (), "begin", "pet", "pet")),
    "have": (Frame("has_pet", (), "state", "pet", "pet"), Frame("owns", (), "state", "thing")),
    "get": (Frame("has_pet", (), "begin", "pet", "pet"), Frame("owns", (), "begin", "thing")),
    "lose": (Frame("has_pet", (), "end", "pet", "pet"),),
    "rehome": (Frame("has_pet", (), "end", "pet", "pet"),),
    "give": (Frame("has_pet", (), "end", "pet", "pet"), Frame("owns", (), "end", "thing")),
    "drive": (Frame("drives", (), "state", "thing", "product"), Frame("drives", (), "state", "name", "product")),
    "grow": (Frame("grew_up_in", ("in",), "event", "name", "place"),),
    "use": (Frame("uses", (), "state", "name", "product"),),
    "play": (Frame("plays", (), "state", "value"), Frame("plays_for", ("for",), "state", "name", "organization")),
    "speak": (Frame("speaks", (), "state", "name", "concept"),),
    "visit": (Frame("visited", (), "event", "name", "place"),),
    "take": (Frame("visited", ("to",), "event", "name", "place"),),
    "tour": (Frame("visited", (), "event", "name", "place"),),
    "travel": (Frame("visited", ("to", "around"), "event", "name", "place"),),
    "fly": (Frame("visited", ("to",), "event", "name", "place"),),
    "go": (Frame("visited", ("to",), "event", "name", "place"),),
    "return": (Frame("visited", ("from",), "event", "name", "place"),),
    "meet": (Frame("met", ("", "with"), "event", "name", "person"),),
    "know": (Frame("knows", (), "state", "name", "person"),),
    "manage": (Frame("manages", (), "state", "any"),),
    "lead": (Frame("leads", (), "state", "any"),),
    "run": (Frame("runs", (), "state", "thing"), Frame("runs", (), "state", "name", "organization")),
    "found": (Frame("founded", (), "event", "any", "organization"),),
    "create": (Frame("created", (), "event"),),
    "volunteer": (Frame("volunteers_at", ("at", "for", "with"), "state"),),
    "support": (Frame("supports", (), "state", "name", "organization"),),
    "report": (Frame("reports_to", ("to",), "state", "name", "person"),),
}

PASSIVE_ONLY = _words("""
    hire employ fire lay base recruit engage
""")
ONLY_DENIED = _words("""
    stand bear tolerate stomach
""")
"""Verbs that tell a liking only if they are denied: "can't stand"."""
HIRING: dict[str, Mode] = {"hire": "begin", "recruit": "begin", "employ": "begin", "fire": "end"}
PERSONAL = _words("""
    works_at works_in works_on has_role lives_in lives_with married_to partner_of dating has_pet engaged_to
    studies_at studies born_in graduated_from attends age likes dislikes prefers allergic_to visited comes_from
    speaks plays owns member_of
""")
"""Relations whose subject is a person, even if the tagger gives another type."""

STARTING_A_JOB = _words("""
    get start accept begin take find land have
""")
LEAVING_A_JOB = _words("""
    quit leave lose lost resign
""")
JOB_NOUNS = _words("""
    job position role internship gig career
""")
LEAVING = _words("""
    leave quit
""")
MOVING = _words("""
    move relocate
""")
HOMES = _words("""
    house home flat apartment place base household family
""")
"""What people move who move themselves: "moved house", "moved our family"."""
JOB_PREPS = _JOB_IN

STOPPING = _words("""
    stop quit finish cease
""")
GIVING_UP: dict[str, frozenset[str]] = {
    "give": _words("up"), "pack": _words("in up"), "jack": _words("in"), "swear": _words("off"), "lay": _words("down"),
}  # fmt: skip
"""Verbs that with a particle say that somebody stops: "gave up playing"."""
OVER = _words("""
    done through finished over
""")
"""Words that with "be" say that something is over for somebody: "I'm done with coaching"."""
AUXILIARIES = _words("""
    do does did am is are was were have has had will would can could should shall may might must
""")
STARTING = _words("""
    start begin
""")
CONTINUING = _words("""
    continue keep love like enjoy get decide manage help
""")
PLANNING = _words("""
    plan go intend hope expect decide schedule prepare aim
""")
WISHING = _words("""
    want wish try need have dream would fail refuse forget seem love like pretend consider imagine wonder ask
    tell invite encourage recommend suggest allow convince
""")
THINKING = _words("""
    think guess believe suppose assume suspect hear feel reckon
""")
HEARSAY = _words("""
    claim allege rumor rumour gossip pretend insist speculate
""")
"""Verbs whose speaker does not vouch for what another one said."""
NOBODY = _words("""
    people someone somebody they everyone everybody folk folks some others rumor rumour
""")
"""Subjects that name nobody: what "people say" is hearsay."""
SEATS = _words("""
    office branch headquarters hq team department division lab plant factory store shop campus subsidiary
""")
"""Parts of a firm at which somebody works: "the Porto office of Acme"."""
HEDGES = _words("""
    maybe perhaps probably possibly apparently likely might may
""")
NO_EVENT = _words("""
    say think know feel mean guess want need make see hear tell get have go be do let look seem hope wish ask
    talk speak thank love like sound come keep happen remember forget give put try show find appreciate enjoy
    believe understand use help notice realize wonder bet catch send bring mention agree call live work hit pick
    follow wait deal turn stay take teach learn manage lead run play inspire remind decide miss care matter expect
    motivate impress touch surprise respect support encourage push face deserve belong contain include involve
    represent allow cause change mind struggle imagine reach move lack prove pay drive raise handle share hold set
    require depend stick spend strive blow stand stop end leave add cut open figure admire love adore
    relate react respond focus concentrate accept recognize treasure cherish suggest recommend check fall feel lose
    become remain grow increase reduce improve consider dream seek express capture count settle rely
""")
"""Verbs with too little meaning for an event. Frames read those with a clear object."""
CLEAR_EVENT = _words("""
    take run make lead teach learn play show go get have give find send add open leave hold lose catch raise
""")
"""Verbs of `NO_EVENT` that count as events with a date or a meaningful object."""
VAGUE = _words("""
    ton tons lot lots bunch bit thing things stuff something everything anything nothing one ones way idea part kind
    more most other others time times moment moments blast fun chance opportunity feeling look support help difference
    effort point sense question word words advice step while break memory experience people person everyone someone
    guy company day night today life world reason fact case side end start bad good best all both some any each
    attention progress decision problem place spot area matter lesson challenge risk control care trouble hand turn
    ride sort type joy love happiness peace energy passion everybody anybody somebody who which that this those these
    much little same few many several amount number result issue situation journey it them journeys item items
    morning mornings evening evenings afternoon afternoons weekend weekends week weeks month months year years
    recommendation suggestion trial goal goals dream dreams wish wishes positivity connection connections plans
    game games project projects task tasks work try shot pic photo picture pics photos pictures shots
    view example note piece change
""")
"""Nouns without meaning outside their sentence."""
OTHERS = _words("""
    your you his her their its it him them they he she that this these those
""")
"""Words that refer to somebody or something outside the phrase."""
PARTITIVES = _words("""
    kind kinds type types sort sorts lot lots bunch ton tons couple bit plenty number variety series few pair piece
    handful load loads range some all one none
""")
PRAISE = _words("""
    great awesome cool amazing nice cute wonderful lovely good fantastic incredible beautiful adorable super really
    very such some any more another other few several many all both much own certain lots same fun new quite pretty so
    two-week just even also too
""")
"""Words before a noun that judge or count it; they are no part of its name."""
TRAILING = _words("""
    there here too also lately together sometimes again now still especially much lot so just really though yet today anymore
    already myself ourselves either
""")
NEEDS_OBJECT = _words("""
    make share see have be get do go say take give find put keep let help use bring want try hear know show tell add
    feel come look start create build buy meet watch become know set stay
""")
"""Verbs that name no activity without an object."""
FAMILY = _words("""
    kid child son daughter parent sibling sister brother grandparent baby twin cousin
""")

_ENGLISH = language("en")
KIN: Mapping[str, str] = kin_relations(_ENGLISH)
FEMALE = terms_in(_ENGLISH, "sister mother daughter wife girlfriend fiancee aunt niece grandmother")
MALE = terms_in(_ENGLISH, "brother father son husband boyfriend fiance uncle nephew grandfather")
PETS = _words("""
    dog cat puppy pig kitten pup parrot hamster rabbit bunny horse turtle fish bird snake pet goldfish lizard kitty
    doggo beagle labrador lab poodle dachshund terrier spaniel retriever collie shepherd greyhound bulldog pug husky
    corgi chihuahua rottweiler dalmatian mutt mongrel hound pony donkey goat tabby siamese tomcat parakeet budgie
    budgerigar canary cockatiel cockatoo tortoise gecko iguana chameleon ferret gerbil chinchilla axolotl tarantula
""")
THINGS = _words("""
    car house apartment flat bike bicycle motorcycle guitar piano garden studio store shop business company boat
    van truck camera laptop phone tattoo farm home condo restaurant cafe bakery violin drone scooter tv cabin
    startup necklace ring watch tablet console car's blog channel podcast
""")
ACTIVITIES = _words("""
    yoga kickboxing taekwondo pilates gymnastics crossfit ballet karate judo boxing meditation pottery photography
    aerobics zumba archery athletics parkour martial arts capoeira calligraphy woodworking
""")
CLUBS = _words("""
    club group team gym band church association society choir league class party course program community
    meeting event conference gang army
""")
FIRMS = _words("""
    startup start-up company firm business employer bank agency studio shop store bakery cafe café restaurant bar
    brewery practice clinic hospital school college university lab laboratory publisher newspaper magazine consultancy
    charity nonprofit ngo organisation organization foundation institute label brand factory supplier carrier insurer
    retailer chain hotel winery farm cooperative coop outfit corporation
""")
"""Common nouns for an organization: "a startup called Lumenly"."""
KINDS: Mapping[str, str] = {
    **dict.fromkeys(FIRMS | _words("provider band club team airline party union orchestra"), "organization"),
    **dict.fromkeys(_words("village town city country river lake island street"), "place"),
    **dict.fromkeys(_words("app tool library framework software model language car ship boat game"), "product"),
}
"""Common nouns before a name, and what the name then is: "the bike shop Linden"."""
ADDRESSES = _words("""
    mom mum mommy mummy mama mother dad daddy papa father grandma grandpa granny grandmother grandfather
""")
"""Words for a relative that stand as a name with a capital: "Mom lives in Porto"."""
TITLES = _words("""
    ceo cto cfo coo founder co-founder cofounder president director head manager chair chairman chairwoman owner
    partner employee engineer lead member designer developer analyst vp editor professor student researcher
    intern secretary treasurer chairperson captain trustee deputy
""")
JOB_ENDINGS = ("er", "or", "ist", "ician", "eer", "ant", "yst")
JOBS = _words("""
    nurse chef cook pilot student ceo cto cfo coo architect artist athlete clerk judge coach intern president
    librarian historian comedian custodian dietitian janitor carpenter plumber
    secretary treasurer midwife housewife
    barista freelancer veterinarian vet musician tutor entrepreneur model director lead head vp paramedic
""")
NO_JOBS = _words("""
    brother sister mother father daughter person lover winner beginner reminder number matter member neighbor
    disaster factor stranger supporter listener color giant error answer summer winter october dinner offer
    order computer letter hater fighter believer killer pleasure gamer keeper master wonder loner restaurant
    hiker nerd super getter swimmer go-getter elephant participant danger honor favor water flower river
    center theater monster power tower sucker
    christian pedestrian civilian perfectionist optimist pessimist realist idealist minimalist feminist pacifist
    atheist humanist nationalist extremist tourist vegetarian pescatarian flexitarian egalitarian libertarian
    contrarian centenarian newcomer outsider insider foreigner commuter homeowner renter tenant early-riser riser
    sleeper snorer planner thinker talker eater drinker smoker non-smoker teetotaler introvert extrovert follower
    latecomer dreamer worrier user customer subscriber voter taxpayer villager islander northerner southerner
    westerner easterner new-yorker donor collector bachelor minor senior junior elder
    floor door mirror interior exterior flavor flavour behavior behaviour harbor harbour labor labour humor humour
    odor rumor rumour tumor vapor sector factor tractor motor reactor vector corridor anchor ardor terror horror
    survivor starter bummer cover corner paper plant weather list career cancer
""")
ADJECTIVES: dict[str, tuple[str, str]] = {
    "passionate": ("passionate_about", "about"),
    "fond": ("likes", "of"),
    "keen": ("likes", "on"),
    "allergic": ("allergic_to", "to"),
    "engaged": ("engaged_to", "to"),
    "married": ("married_to", "to"),
    "interested": ("interested_in", "in"),
    "afraid": ("afraid_of", "of"),
}
STATUSES = {
    "married": "marital_status",
    "single": "marital_status",
    "divorced": "marital_status",
    "widowed": "marital_status",
    "engaged": "marital_status",
    **dict.fromkeys(
        (
            "vegetarian",
            "vegan",
            "pescatarian",
            "flexitarian",
            "omnivore",
            "carnivore",
            "veggie",
            "teetotal",
            "teetotaler",
        ),
        "diet",
    ),
    "pregnant": "health",
    "diabetic": "health",
    "retired": "employment_status",
    "unemployed": "employment_status",
    "left-handed": "trait",
}

MILESTONES = _words("""
    born_in graduated_from works_at lives_in child_of parent_of founded has_role birthday passed_away age
    nickname has_children has_sibling
""")
RELATIONSHIPS = _words("""
    married_to partner_of dating engaged_to marital_status sibling_of friend_of manager_of reports_to
""")
STABLE = _words("""
    likes dislikes prefers passionate_about interested_in plays
""")
"""Relations that do not hold for a thing of the situation ("that painting")."""
KNOWN_TO_ALL = _words("""
    outdoors beach ocean sea mountains water rain snow sun countryside city theater theatre gym violin piano guitar
    drums cello flute saxophone trumpet clarinet bass harp ukulele outdoor environment community forest woods sunset
    past arts internet
""")
PREFERENCES = _words("""
    likes dislikes prefers allergic_to diet asks_for interested_in afraid_of passionate_about finds_joy_in
""")
ROUTINES = _words("""
    hobby unwinds_with plays uses learns studies attends drives
""")


def importance_of(relation: str) -> str:
    """Return the importance category of a relation."""
    if relation in RELATIONSHIPS:
        return "relationship_change"
    if relation in MILESTONES:
        return "biographical_milestone"
    if relation in PREFERENCES or relation.startswith("favorite_"):
        return "stable_preference"
    return "routine_activity" if relation in ROUTINES else "specific_event"


def is_job(noun: str) -> bool:
    """Whether a noun names an occupation, by its ending or by the list `JOBS`."""
    word = noun.lower()
    return word in JOBS or (len(word) > 4 and word.endswith(JOB_ENDINGS) and word not in NO_JOBS)
