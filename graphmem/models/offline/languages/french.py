"""Tables of French."""

from __future__ import annotations

from graphmem.models.offline.languages.tables import Language, Verb

_VERBS = (
    Verb(
        "works_at",
        "travaille|travaillons|bosse|ai commencé à travailler",
        third="travaille|bosse|a commencé à travailler",
        preps="chez|pour|à la|à l['’]|au|à|dans|en",
        type="organization",
        place="works_in",
    ),
    Verb(
        "works_at",
        "ai rejoint|ai intégré|ai été embauchée? par|suis entrée? chez|ai commencé chez|suis passée? chez",
        third="a rejoint|a intégré|a été embauchée? par|est entrée? chez|a commencé chez|est partie? chez|"
        "est passée? chez",
        type="organization",
    ),
    Verb("works_at", "suis", third="est", preps=r"\w+(?: \w+)? chez", type="organization"),
    Verb(
        "works_at",
        "travaillais|ai arrêté de travailler|ai jamais travaillé|ai travaillé",
        third="travaillait|a arrêté de travailler",
        preps="chez|pour|à la|à l['’]|au|à|dans|en",
        type="organization",
        mode="end",
    ),
    Verb(
        "works_at",
        "ai quitté|ai démissionné de|ai été licenciée? de|ai été viré[e]? de",
        third="a quitté|a démissionné de|a été licenciée? de",
        type="organization",
        mode="end",
        place="lives_in",
    ),
    Verb(
        "occupation",
        "travaille|ai été promue?|suis devenue?",
        third="travaille|a été promue?|est devenue?",
        preps="comme|",
        object="job",
    ),
    Verb("occupation", "suis", third="est", preps="un|une|", object="job"),
    Verb(
        "lives_in",
        "habite|habitons|vis|vivons|réside",
        third="habite|vit|réside",
        preps="à la|à l['’]|au|aux|à|en|dans",
        type="place",
    ),
    Verb(
        "lives_in",
        "vais déménager|déménage|allons déménager|déménageons",
        third="va déménager|déménage",
        preps="à la|à l['’]|au|aux|à|en|dans",
        type="place",
        mode="plan",
    ),
    Verb(
        "lives_in",
        "ai déménagé|avons déménagé|me suis installée?|suis partie? vivre|avons emménagé|ai emménagé",
        third="a déménagé|s['’]est installée?|a emménagé",
        preps="à la|à l['’]|au|aux|à|en|dans",
        type="place",
    ),
    Verb(
        "lives_in",
        "habitais|vivais",
        third="habitait|vivait",
        preps="à la|à l['’]|au|aux|à|en|dans",
        type="place",
        mode="end",
    ),
    Verb(
        "married_to",
        "suis mariée?|me suis mariée?|ai épousé",
        third="est mariée?|s['’]est mariée?|a épousé",
        preps="avec|à|",
        type="person",
    ),
    Verb(
        "married_to",
        "ai divorcé|me suis séparée?|suis divorcée?",
        third="a divorcé|s['’]est séparée?",
        preps="de|d['’]",
        type="person",
        mode="end",
    ),
    Verb("born_in", "suis née?", third="est née?", preps="à la|à l['’]|au|aux|à|en|dans", type="place"),
    Verb("grew_up_in", "ai grandi", third="a grandi", preps="à la|à l['’]|au|aux|à|en|dans", type="place"),
    Verb("comes_from", "viens|suis originaire", third="vient|est originaire", preps="de la|du|de|d['’]", type="place"),
    Verb(
        "likes",
        "aime bien|aime beaucoup|aime|adore|aimons|adorons",
        third="aime bien|aime beaucoup|aime|adore",
        preps="le |la |les |l['’]|",
        object="value",
    ),
    Verb(
        "dislikes",
        "déteste|ne supporte pas|hais",
        third="déteste|ne supporte pas|hait",
        preps="le |la |les |l['’]|",
        object="value",
    ),
    Verb("prefers", "préfère|préférons", third="préfère", preps="le |la |les |l['’]|", object="value"),
    Verb(
        "allergic_to",
        "suis allergique|fais une allergie",
        third="est allergique|fait une allergie",
        preps="à la |à l['’]|aux |au |à ",
        object="value",
    ),
    Verb(
        "health",
        "ai|souffre|suis atteinte?",
        third="a|souffre|est atteinte?",
        preps="d['’]une |d['’]un |d['’]|de la |du |des |de |une |un |l['’]|le |la |",
        object="ailment",
    ),
    Verb("speaks", "parle|parlons", third="parle", preps="le |l['’]|", object="value"),
    Verb("learns", "apprends|étudie", third="apprend", preps="le |la |l['’]|", object="value"),
    Verb(
        "studies_at",
        "étudie|fais mes études",
        third="étudie|fait ses études",
        preps="à la|à l['’]|au|à",
        type="organization",
        place="studied_in",
    ),
    Verb("uses", "utilise|utilisons|me sers de", third="utilise|se sert de", preps="le |la |l['’]|", type="product"),
    Verb("plays", "joue|jouons", third="joue", preps="du |de la |de l['’]|au |aux |à la ", object="value"),
    Verb("does", "fais|pratique", third="fait|pratique", preps="du |de la |de l['’]|le |la |l['’]|", object="value"),
    Verb(
        "owns",
        "ai acheté|ai|conduis|possède",
        third="a acheté|a|conduit|possède",
        preps="une |un |la |le ",
        type="product",
    ),
    Verb("owns", "ai vendu", third="a vendu", preps="ma |mon |la |le ", type="product", mode="end"),
    Verb(
        "member_of",
        "fais partie|suis membre",
        third="fait partie|est membre",
        preps="de la |du |de l['’]|des |de |d['’]",
        type="organization",
    ),
    Verb("has_pet", "ai|avons|ai adopté|avons adopté", third="a|a adopté", preps="une |un ", object="pet", type="pet"),
)

FRENCH = Language(
    code="fr",
    pronouns="je|j['’]|nous|on|moi",
    others="il|elle",
    articles="le|la|les|un|une|mon|ma|mes|ce|cette|son|sa|leur|du|au",
    between="avant|hier|plus|pas|jamais|aussi|encore|toujours|maintenant|actuellement|désormais|beaucoup|"
    "bien|déjà|ici|tout|récemment|souvent",
    denials="ne|n['’]|pas",
    over="ne .*plus|n['’].*plus",
    never="jamais",
    contrasts="mais pas|et pas|pas|et non|mais non|au lieu de|au lieu du|plutôt que|ni|mais plus|mais jamais",
    conditions="si|s['’]il|s['’]elle|quand|lorsque|bien que|peut-être|comme si",
    doubts="ne pense pas que|ne crois pas que|doute que|imagine que|paraît que|on dit que",
    joins="et|mais",
    stops="et|mais|parce|depuis|quand|où|que|qui|pour|comme|avec|en|dans|par|jusqu|plus|beaucoup|"
    "maintenant|aussi|tous|toutes|chaque|chez|à",
    verbs=_VERBS,
    texts={
        "works_at": "{s} {n}travaille{m} chez {o}.",
        "works_in": "{s} {n}travaille{m} à {o}.",
        "occupation": "{s} {n}travaille{m} comme {o}.",
        "lives_in": "{s} {n}habite{m} à {o}.",
        "married_to": "{s} {n}est{m} marié(e) avec {o}.",
        "born_in": "{s} est né(e) à {o}.",
        "grew_up_in": "{s} a grandi à {o}.",
        "comes_from": "{s} vient de {o}.",
        "likes": "{s} {n}aime{m} {o}.",
        "dislikes": "{s} n'aime pas {o}.",
        "prefers": "{s} {n}préfère{m} {o}.",
        "allergic_to": "{s} {n}a{m} une allergie : {o}.",
        "health": "{s} {n}souffre{m} de : {o}.",
        "speaks": "{s} {n}parle{m} {o}.",
        "learns": "{s} {n}apprend{m} {o}.",
        "studies_at": "{s} {n}étudie{m} à {o}.",
        "studied_in": "{s} {n}étudie{m} à {o}.",
        "studies": "{s} {n}étudie{m} {o}.",
        "uses": "{s} {n}utilise{m} {o}.",
        "plays": "{s} {n}joue{m} : {o}.",
        "does": "{s} {n}pratique{m} {o}.",
        "owns": "{s} {n}possède{m} {o}.",
        "member_of": "{s} {n}fait{m} partie de {o}.",
        "reports_to": "{s} {n}dépend{m} de {o}.",
        "has_pet": "{s} {n}a{m} : {o}.",
        "diet": "{s} {n}est{m} {o}.",
        "marital_status": "{s} {n}est{m} {o}.",
        "age": "{s} a {o} ans.",
        "plan:lives_in": "{s} va déménager à {o}.",
    },
    denied=("ne ", " plus"),
    kin={
        **dict.fromkeys(
            (
                "sœur",
                "soeur",
                "frère",
            ),
            "sibling_of",
        ),
        **dict.fromkeys(
            (
                "mère",
                "père",
                "maman",
                "papa",
            ),
            "parent_of",
        ),
        **dict.fromkeys(
            (
                "fille",
                "fils",
            ),
            "child_of",
        ),
        **dict.fromkeys(
            (
                "femme",
                "épouse",
                "mari",
                "époux",
            ),
            "married_to",
        ),
        **dict.fromkeys(("copine", "copain", "petite amie", "petit ami"), "dating"),
        **dict.fromkeys(("compagne", "compagnon"), "partner_of"),
        **dict.fromkeys(
            (
                "fiancée",
                "fiancé",
            ),
            "engaged_to",
        ),
        **dict.fromkeys(
            (
                "amie",
                "ami",
            ),
            "friend_of",
        ),
        **dict.fromkeys(
            (
                "cheffe",
                "chef",
                "patronne",
                "patron",
                "responsable",
                "supérieure",
                "supérieur",
            ),
            "manager_of",
        ),
        **dict.fromkeys(("collègue",), "colleague_of"),
        **dict.fromkeys(
            (
                "cousine",
                "cousin",
            ),
            "cousin_of",
        ),
        **dict.fromkeys(("tante",), "aunt_of"),
        **dict.fromkeys(("oncle",), "uncle_of"),
        **dict.fromkeys(
            (
                "grand-mère",
                "grand-père",
                "mamie",
                "papi",
            ),
            "grandparent_of",
        ),
        **dict.fromkeys(
            (
                "voisine",
                "voisin",
            ),
            "neighbor_of",
        ),
    },
    pets="chiens?|chiennes?|chats?|chattes?|chatons?|chiots?|lapins?|lapines?|perroquets?|hamsters?|"
    "tortues?|chevaux|cheval",
    my="mon|ma|mes|notre|nos",
    former="ancien|ancienne|ex|ex-|feu|feue|dernière?",
    named="s['’]appelle(?:nt)?|qui s['’]appelle(?:nt)?|nommée?s?|appelée?s?|est|c['’]est|du nom de",
    kin_text="{name} est {role} de {speaker}.",
    jobs=r"\w+(?:teur|trice|euse|ière|ier|iste|logue|icien|icienne|graphe)|médecin|avocate?|architecte|"
    "chef|pilote|musicienne?|pharmacienne?|chirurgienne?|comédienne?|historienne?|ingénieure?|"
    "professeure?|prof|étudiante?|juge|comptable|boulang(?:er|ère)|vétérinaire|secrétaire|notaire|"
    "mécanicienne?|électricienne?|vendeur|coiffeur|chercheure?|chercheur|développeur|serveur|facteur|"
    "infirm(?:ier|ière)|assistante?|cadre|kinésithérapeute|psychiatre|bouch(?:er|ère)|gérante?|"
    "enseignante?",
    no_jobs="premier|première|dernier|dernière|entière?|entier|fière?|heureuse|étranger|étrangère|"
    r"célibataire|optimiste|pessimiste|perfectionniste|féministe|réaliste|triste|auteur de \w+ jours|"
    "hier|familier|familière|particulier|particulière|amoureuse|sérieuse|curieuse|nerveuse|"
    "malheureuse|furieuse|anxieuse|chanceuse|frileuse|joyeuse|paresseuse|généreuse|courageuse|"
    "régulier|égoïste|lecteur|lectrice|fumeur|fumeuse|consommateur|spectateur|spectatrice|dormeur|"
    "bouddhiste|casanier|casanière|majeur|mineur",
    ailments="asthme|diabète|hypertension|tension|migraines?|anxiété|dépression|grippe|cancer|épilepsie|"
    "insomnies?|arthrose|anémie|rhinite|bronchite|maladie cœliaque|cholestérol|autisme|tdah|"
    r"hypothyroïdie|intolérance \w+ \w+|allergies?|mal de dos",
    ailment_endings="ite|ose|émie|algie|pathie|ome|plégie",
    diets="végétarienne?|végétalienne?|végane|vegan|végan|pescétarienne?|cœliaque",
    statuses="mariée?|célibataire|divorcée?|veuf|veuve|fiancée?",
    you="tu|vous|t['’]",
    polite="s['’]il te plaît|s['’]il vous plaît|stp|svp|merci de",
    lasting="jamais|toujours|plus|dorénavant|désormais",
    age=r"j['’]ai (\d{1,3}) ans",
    pronoun_needed=True,
)
