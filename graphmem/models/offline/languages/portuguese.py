"""Tables of Portuguese, European and Brazilian."""

from __future__ import annotations

from graphmem.models.offline.languages.tables import Language, Verb

_VERBS = (
    Verb(
        "works_at",
        "trabalho|trabalhamos|estou trabalhando|estou a trabalhar|comecei a trabalhar",
        third="trabalha|está trabalhando|está a trabalhar|começou a trabalhar",
        preps="em|no|na|nos|nas|num|numa|para a|para o|para|pra",
        type="organization",
        place="works_in",
    ),
    Verb(
        "works_at",
        "entrei|comecei|fui contratad[oa]",
        third="entrou|começou|foi contratad[oa]",
        preps="na|no|pela|pelo",
        type="organization",
    ),
    Verb(
        "works_at",
        "trabalhava|trabalhei|deixei de trabalhar|parei de trabalhar",
        third="trabalhava|deixou de trabalhar|parou de trabalhar",
        preps="em|no|na|nos|nas|num|numa|para a|para o|para|pra",
        type="organization",
        mode="end",
    ),
    Verb(
        "works_at",
        "saí|demiti-me|me demiti|despedi-me|me desliguei|fui demitid[oa]|fui despedid[oa]",
        third="saiu|demitiu-se|se demitiu|foi demitid[oa]|foi despedid[oa]",
        preps="da|do",
        type="organization",
        mode="end",
        place="lives_in",
    ),
    Verb(
        "works_at",
        "deixei|larguei",
        third="deixou|largou",
        preps="a|o|",
        type="organization",
        mode="end",
        place="lives_in",
    ),
    Verb(
        "occupation",
        "trabalho|comecei a trabalhar|fui promovid[oa]|virei",
        third="trabalha|foi promovid[oa]|virou",
        preps="como|a|",
        object="job",
    ),
    Verb("occupation", "sou", third="é", preps="um|uma|", object="job"),
    Verb(
        "lives_in",
        "moro|moramos|vivo|vivemos|resido|estou morando|estou a viver|estou a morar",
        third="mora|vive|reside|está morando|está a viver",
        preps="em|no|na|nos|nas|num|numa",
        type="place",
    ),
    Verb(
        "lives_in",
        "vou me mudar|vou mudar-me|vou mudar|vamos nos mudar|vamos mudar",
        third="vai se mudar|vai mudar-se|vai mudar",
        preps="para o|para a|para|pra|pro",
        type="place",
        mode="plan",
    ),
    Verb(
        "lives_in",
        "me mudei|mudei-me|mudei|nos mudamos|mudámo-nos|mudamos|mudámos",
        third="se mudou|mudou-se|mudou",
        preps="para o|para a|para|pra|pro",
        type="place",
    ),
    Verb("lives_in", "morava|vivia", third="morava|vivia", preps="em|no|na|nos|nas|num|numa", type="place", mode="end"),
    Verb(
        "married_to",
        "me casei|casei-me|casei|sou casad[oa]|estou casad[oa]",
        third="se casou|casou-se|casou|é casad[oa]|está casad[oa]",
        preps="com o|com a|com",
        type="person",
    ),
    Verb(
        "married_to",
        "divorciei-me|me divorciei|me separei|separei-me",
        third="divorciou-se|se divorciou|separou-se|se separou",
        preps="do|da|de",
        type="person",
        mode="end",
    ),
    Verb("born_in", "nasci", third="nasceu", preps="em|no|na|nos|nas|num|numa", type="place"),
    Verb("grew_up_in", "cresci", third="cresceu", preps="em|no|na|nos|nas|num|numa", type="place"),
    Verb("comes_from", "sou|venho", third="é|vem", preps="de|do|da", type="place"),
    Verb("likes", "gosto muito|gosto|gostamos", third="gosta muito|gosta", preps="do|da|dos|das|de|", object="value"),
    Verb("likes", "adoro|amo|adoramos", third="adora|ama", preps="o|a|os|as|", object="value"),
    Verb(
        "dislikes", "detesto|odeio|não suporto", third="detesta|odeia|não suporta", preps="o|a|os|as|", object="value"
    ),
    Verb("prefers", "prefiro|preferimos", third="prefere", preps="o|a|os|as|", object="value"),
    Verb(
        "allergic_to",
        "sou alérgic[oa]|tenho alergia",
        third="é alérgic[oa]|tem alergia",
        preps="a|ao|à|aos|às",
        object="value",
    ),
    Verb(
        "health",
        "tenho|sofro|fui diagnosticad[oa]",
        third="tem|sofre|foi diagnosticad[oa]",
        preps="com|de|",
        object="ailment",
    ),
    Verb("speaks", "falo|falamos", third="fala", object="value"),
    Verb(
        "learns",
        "estou aprendendo|estou a aprender|aprendo|estou estudando|estou a estudar",
        third="está aprendendo|está a aprender|está estudando|está a estudar",
        object="value",
    ),
    Verb(
        "studies_at",
        "estudo|estou a estudar",
        third="estuda|está a estudar",
        preps="na|no|em",
        type="organization",
        place="studied_in",
    ),
    Verb("studies", "estudo|curso", third="estuda|cursa", object="value"),
    Verb("uses", "uso|usamos|utilizo|utilizamos", third="usa|utiliza", preps="o|a|", type="product"),
    Verb("plays", "toco|jogo", third="toca|joga", preps="o|a|", object="value"),
    Verb("does", "faço|pratico", third="faz|pratica", object="value"),
    Verb("owns", "comprei|tenho|conduzo|dirijo", third="comprou|tem|conduz|dirige", preps="um|uma|o|a", type="product"),
    Verb("owns", "vendi", third="vendeu", preps="o|a|o meu|a minha|meu|minha", type="product", mode="end"),
    Verb(
        "member_of",
        "faço parte|sou membro|sou sóci[oa]",
        third="faz parte|é membro|é sóci[oa]",
        preps="do|da|de",
        type="organization",
    ),
    Verb("reports_to", "reporto", third="reporta", preps="ao|à|a", type="person"),
    Verb(
        "has_pet", "tenho|temos|adotei|adotamos|adotámos", third="tem|adotou", preps="um|uma", object="pet", type="pet"
    ),
)

PORTUGUESE = Language(
    code="pt",
    pronouns="eu|nós|a gente",
    others="ele|ela",
    articles="o|a|os|as|um|uma|meu|minha|nosso|nossa|este|esse|esta|essa|seu|sua|do|da|no|na|ao|ótimo|novo|bom",
    between="antes|depois|ontem|hoje|mais|também|já|ainda|agora|hoje|atualmente|muito|bastante|sempre|só|"
    "principalmente|aqui|lá|há anos",
    denials="não|nem",
    over="já não|não .* mais|nunca mais",
    never="nunca|jamais",
    contrasts="mas não|e não|nem|em vez de|ao invés de|em vez do|em vez da|do que|mas nunca|mas já não",
    conditions="se|caso|quando|embora|talvez|oxalá|tomara|quem dera",
    doubts="não acho que|não creio que|duvido que|imagina|dizem que|sonhei que",
    joins="e|mas|porém",
    stops="e|mas|porém|porque|desde|há|quando|onde|que|para|como|com|em|no|na|por|pelo|pela|até|mais|muito|"
    "agora|hoje|todos|todas|cada|a|ao|à|às|aos|também|ainda",
    verbs=_VERBS,
    texts={
        "works_at": "{s} {n}trabalha na {o}.",
        "works_in": "{s} {n}trabalha em {o}.",
        "occupation": "{s} {n}trabalha como {o}.",
        "lives_in": "{s} {n}mora em {o}.",
        "married_to": "{s} {n}é casado(a) com {o}.",
        "born_in": "{s} nasceu em {o}.",
        "grew_up_in": "{s} cresceu em {o}.",
        "comes_from": "{s} vem de {o}.",
        "likes": "{s} {n}gosta de {o}.",
        "dislikes": "{s} não gosta de {o}.",
        "prefers": "{s} {n}prefere {o}.",
        "allergic_to": "{s} {n}tem alergia a {o}.",
        "health": "{s} {n}tem {o}.",
        "speaks": "{s} {n}fala {o}.",
        "learns": "{s} {n}aprende {o}.",
        "studies_at": "{s} {n}estuda na {o}.",
        "studied_in": "{s} {n}estuda em {o}.",
        "studies": "{s} {n}estuda {o}.",
        "uses": "{s} {n}usa {o}.",
        "plays": "{s} {n}toca ou joga {o}.",
        "does": "{s} {n}pratica {o}.",
        "owns": "{s} {n}tem {o}.",
        "member_of": "{s} {n}faz parte de {o}.",
        "reports_to": "{s} {n}responde a {o}.",
        "has_pet": "{s} {n}tem {o}.",
        "diet": "{s} {n}é {o}.",
        "marital_status": "{s} {n}é {o}.",
        "age": "{s} tem {o} anos.",
        "plan:lives_in": "{s} vai se mudar para {o}.",
    },
    denied=("já não ", ""),
    kin={
        **dict.fromkeys(
            (
                "irmã",
                "irmão",
                "mana",
                "mano",
            ),
            "sibling_of",
        ),
        **dict.fromkeys(
            (
                "mãe",
                "pai",
            ),
            "parent_of",
        ),
        **dict.fromkeys(
            (
                "filha",
                "filho",
            ),
            "child_of",
        ),
        **dict.fromkeys(
            (
                "esposa",
                "esposo",
                "marido",
                "mulher",
            ),
            "married_to",
        ),
        **dict.fromkeys(("namorada", "namorado"), "dating"),
        **dict.fromkeys(("companheiro", "companheira", "parceiro", "parceira"), "partner_of"),
        **dict.fromkeys(
            (
                "noiva",
                "noivo",
            ),
            "engaged_to",
        ),
        **dict.fromkeys(
            (
                "amiga",
                "amigo",
            ),
            "friend_of",
        ),
        **dict.fromkeys(
            (
                "chefe",
                "gerente",
                "supervisor",
                "supervisora",
                "diretora",
                "diretor",
            ),
            "manager_of",
        ),
        **dict.fromkeys(("colega",), "colleague_of"),
        **dict.fromkeys(
            (
                "prima",
                "primo",
            ),
            "cousin_of",
        ),
        **dict.fromkeys(("tia",), "aunt_of"),
        **dict.fromkeys(("tio",), "uncle_of"),
        **dict.fromkeys(
            (
                "avó",
                "avô",
            ),
            "grandparent_of",
        ),
        **dict.fromkeys(
            (
                "vizinha",
                "vizinho",
            ),
            "neighbor_of",
        ),
    },
    pets="cachorr[oa]s?|cão|cães|cadela|gat[oa]s?|gatinh[oa]s?|coelh[oa]s?|papagaios?|hamsters?|tartarugas?|cavalos?",
    my="minha|meu|nossa|nosso",
    former="antig[oa]|ex|falecid[oa]|último|última",
    named="se chama|chama-se|chamad[oa]|é (?:o|a)|é|de nome",
    kin_text="{name} é {role} de {speaker}.",
    jobs=r"\w+(?:eir[oa]|ista|ólog[oa]|nheir[oa]|fess?or[ao]?|[td]ora?|nômo|nóma|tári[oa])|médic[oa]|"
    "advogad[oa]|arquitet[oa]|gerente|chef|piloto|policial|analista|músic[oa]|técnic[oa]|mecânic[oa]|"
    r"atriz|ator|psiquiatra|veterinári[oa]|farmacêutic[oa]|diretora? de \w+|estudante|juiz|juíza|"
    "fotógraf[oa]|cientista|programadora?|contabilista|soldadora?|assistente",
    no_jobs="solteir[oa]|brasileir[oa]|estrangeir[oa]|primeir[oa]|terceir[oa]|verdadeir[oa]|inteir[oa]|"
    "passageir[oa]|herdeir[oa]|companheir[oa]|parceir[oa]|otimista|pessimista|perfeccionista|"
    "feminista|mentiros[oa]|leitora?|maior|menor|melhor|pior|mineir[oa]|altruísta|realista|adulto|"
    "madeira|fumadora?|consumidora?|torcedora?|admiradora?|ateísta|budista|batista",
    ailments="asma|diabetes|hipertensão|pressão alta|tensão alta|enxaquecas?|ansiedade|depressão|gripe|câncer|"
    "cancro|epilepsia|insônia|insónia|artrose|anemia|rinite|bronquite|celíac[oa]|doença celíaca|"
    r"colesterol alto|autismo|tdah|hipotireoidismo|intolerância \w+ \w+|alergias?",
    ailment_endings="ite|ose|emia|algia|patia|oma|plegia",
    diets="vegetarian[oa]|vegan[oa]|ovolactovegetarian[oa]|pescetarian[oa]|celíac[oa]",
    statuses="casad[oa]|solteir[oa]|divorciad[oa]|viúv[oa]|noiv[oa]",
    you="você|vocês|tu|o senhor|a senhora",
    polite="por favor|faz favor|se faz favor|peço que",
    lasting="nunca|sempre|nunca mais|mais|jamais",
    age=r"tenho (\d{1,3}) anos",
)
