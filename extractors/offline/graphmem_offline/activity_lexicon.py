"""Word lists for pastimes, projects, events and health."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PICTURES = _words("""
    pic picture photo photograph shot selfie screenshot snap video break
""")
OCCASIONS = _words("""
    party picnic dinner lunch breakfast brunch interview meeting surgery operation concert show exhibition appointment
    barbecue bbq sleepover ceremony performance game match competition tournament race reunion accident gig audition
    workshop class lesson audition exam test baby shower
""")
"""Objects of "have" that are events."""
GETTABLE = _words("""
    award trophy medal prize scholarship certificate degree diploma promotion raise internship tattoo haircut offer
    ticket tickets letter invitation autograph gift present endorsement deal sponsorship grant loan license
    acceptance rejection injury massage visa passport
""")
ONGOING: dict[str, tuple[str, ...]] = {
    "look": ("for", "into", "after"),
    "search": ("for",),
    "hunt": ("for",),
    "train": ("for",),
    "prepare": ("for",),
    "prep": ("for",),
    "save": ("for",),
    "save up": ("for",),
    "apply": ("for", "to"),
    "recover": ("from",),
    "participate": ("in",),
    "compete": ("in",),
    "focus": ("on",),
    "struggle": ("with",),
    "research": ("into",),
    "head": ("to",),
    "blog": ("about",),
    "volunteer": ("at", "for", "with"),
    "network": ("with",),
    **dict.fromkeys(
        (
            "read", "write", "plan", "organize", "organise", "build", "design", "develop", "practice", "practise",
            "renovate", "explore", "expand", "host", "paint", "record", "edit", "watch", "follow", "raise", "rehearse",
            "pursue", "collect", "coach", "mentor", "cook", "bake", "grow", "restore", "redecorate", "offer", "sell",
            "draw", "knit", "program", "study", "translate", "compose", "produce", "try", "finish", "rent",
            "attend", "create", "launch", "start", "open", "take", "teach", "play", "use", "chase", "hit", "run",
            "work", "make", "stream", "code", "film", "shoot", "fix", "repair", "remodel", "decorate", "raise",
        ),
        (),
    ),
}  # fmt: skip
"""Verbs whose present tense names a current activity, with the prepositions of their objects."""
BLASTS = _words("""
    blast fun time day evening night weekend ball joy
""")
"""Objects of "have" that name an outing together with its place or company: "had a blast at the fair"."""
CHANCES = _words("""
    chance opportunity honor honour privilege pleasure
""")
"""Objects of "have" and "get" that hold what somebody did: "had the chance to meet the mayor"."""
TAKEN = _words("""
    class classes course courses lesson lessons workshop workshops training seminar program programme medication
    medicine pills walk walks break vitamins exam bus train
""")
"""Objects of "take" that name a current activity."""
MILESTONE_VERBS = {"graduate": "graduation", "promote": "promotion", "retire": "retirement"}
"""Verbs that name an achievement without an object."""
HABITS = _words("""
    read write paint draw cook bake watch collect grow make practice practise coach sing ride knit sew garden drink
    eat attend host organize design build sell record photograph wear volunteer
""")
CRAFTS = _words("""
    write paint draw collect grow coach knit sew design sell bake
""")
"""Habits that need no word of frequency ("often")."""
SPORTS = _words("""
    run swim hike jog cycle bike dance paint draw read write cook bake garden meditate exercise ski surf climb sing
    skate fish camp knit box
""")
OFTEN = _words("""
    usually often always every sometimes regularly daily weekly each occasionally frequently mostly generally
    everyday typically weekends mornings evenings sundays saturdays
""")
MEANINGS = {
    "passion": "passionate_about",
    "hobby": "hobby",
    "thing": "likes",
    "jam": "likes",
    "love": "likes",
    "joy": "finds_joy_in",
    "relief": "unwinds_with",
    "reliever": "unwinds_with",
    "buster": "unwinds_with",
    "fix": "unwinds_with",
    "therapy": "unwinds_with",
    "escape": "unwinds_with",
    "outlet": "unwinds_with",
    "refuge": "unwinds_with",
    "sanctuary": "unwinds_with",
    "go-to": "likes",
}
"""Nouns in "… is my …" with the relation to the subject of the sentence."""
FAVORITES = _words("""
    favorite favourite fave fav favorites favourites faves favs
""")
EFFECTS = {
    "help": "",
    "make": "",
    "bring": "",
    "give": "",
    "keep": "",
    "let": "",
    "fill": "",
    "calm": "unwinds_with",
    "relax": "unwinds_with",
    "soothe": "unwinds_with",
    "motivate": "motivated_by",
    "inspire": "inspired_by",
}
"""Verbs for the effect of a thing on a person, with the relation; empty: the words after the verb decide."""
RELAXING = _words("""
    relax unwind stress destress de-stress recharge calm chill decompress anxiety relieve cope peaceful
""")
STRAINS = _words("""
    stress anxiety stressed trouble frustration
""")
CHEERING = _words("""
    happy joy happiness smile comfort alive cheer joyful fulfilled fulfillment
""")
DRIVING = _words("""
    motivated going motivate inspired strength grounded motivation
""")
FOND: dict[str, tuple[str, ...]] = {
    "obsessed": ("with",),
    "hooked": ("on",),
    "crazy": ("about",),
    "enthusiastic": ("about",),
    "love": ("with",),
}
AILMENTS = _words("""
    asthma diabetes allergy allergies gastritis migraine migraines flu cold covid cancer depression anxiety arthritis
    insomnia infection injury pneumonia concussion eczema anemia adhd autism epilepsy surgery fracture
""")
INJURING = _words("""
    break twist sprain injure hurt tear fracture dislocate strain bruise
""")
BODY = _words("""
    ankle leg arm wrist knee foot back shoulder hand finger elbow hip neck toe rib nose hamstring
""")


_AILMENT_ENDINGS = ("itis", "emia", "aemia", "osis", "algia", "pathy", "plegia", "phobia", "oma")
_AILMENT_HEADS = _words("""
    disease disorder syndrome condition deficiency intolerance allergy allergies injury infection dystrophy palsy
    sclerosis fibrosis failure attack ulcer ulcers tumor tumour hernia apnea palpitations
""")
_AILMENT_PHRASES = (
    "high blood pressure", "low blood pressure", "high cholesterol", "heart murmur", "heart trouble", "back pain",
    "chronic pain", "irritable bowel", "kidney stones", "hay fever", "hearing loss", "high blood sugar",
)  # fmt: skip


def is_ailment(noun: str, phrase: str) -> bool:
    """Whether a noun, alone or in its phrase, names an illness: "asthma", "coeliac disease", "high blood pressure"."""
    if noun in AILMENTS or (len(noun) > 6 and noun.endswith(_AILMENT_ENDINGS)):
        return True
    return (noun in _AILMENT_HEADS and " " in phrase) or phrase.endswith(_AILMENT_PHRASES)
