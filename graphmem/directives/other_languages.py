"""The phrases of Portuguese, Spanish, French and German."""

from __future__ import annotations

from graphmem.directives.phrases import Phrases, StandingPhrases, folded_words, heads_of

PORTUGUESE = StandingPhrases(
    always=Phrases("sempre|em todas as vezes"),
    never=Phrases("nunca|jamais|de modo nenhum|de jeito nenhum"),
    denials=Phrases("não"),
    again=Phrases("mais|outra vez|de novo|nunca mais"),
    lasting=Phrases("a partir de agora|de agora em diante|daqui em diante|daqui para a frente|por padrão|por defeito"
        "|no futuro"),
    once=Phrases("hoje|amanhã|agora|desta vez|só desta vez"),
    leads=Phrases(
        "por favor|e|então|mas|também|ok|me|quero que|quero que você|gostaria que|gostaria que você|lembre-se de"
        "|lembra-te de|deves|deve"
        "|você deve|tens de|você tem que|tente|se faz favor"
    ),
    asks=Phrases("pode|podes|você pode|poderia|podia"),
    verbs=folded_words("""
        responda responde respondas responder use usa uses usar utilize utiliza utilizes sugira sugere sugiras sugerir
        recomende recomenda recomendes recomendar inclua inclui incluas incluir escreva escreve escrevas escrever
        mostre mostra mostres mostrar explique explica expliques explicar fale fala fales falar dê dá dês dar diga diz
        digas dizer mencione menciona menciones mencionar formate formata formates formatar cite cita cites citar
        evite evita evites evitar proponha propõe proponhas propor trate trata trates tratar resuma resume resumas
        resumir traduza traduz traduzas traduzir confirme confirma confirmes confirmar pergunte pergunta perguntes
        perguntar lembre lembra lembres lembrar coloque coloca coloques liste lista listes envie envia envies mantenha
        mantém mantenhas indique indica indiques"""),
    clitics=("me", "nos", "lhe"),
    stops=Phrases("pare de|para de|deixe de|deixa de"),
    stopped=folded_words("""
        responder usar utilizar sugerir recomendar incluir escrever mostrar explicar falar dar dizer mencionar propor
        perguntar tratar citar"""),
    called=Phrases("chame-me|chama-me|me chame|me chama|me chame de|chame-me de|trate-me por|trata-me por"),
    conditions=Phrases("quando|sempre que|se|cada vez que|toda vez que|todas as vezes que|caso"),
    recurring=Phrases("sempre que|cada vez que|toda vez que|todas as vezes que|quando eu perguntar|quando perguntar"
        "|quando eu pedir"
                      "|quando pedir|quando eu perguntei"),
    heads=heads_of({
        (0.85, True): "prefiro|preferia|preferiria|a minha preferência é|minha preferência é|o meu favorito é"
        "|a minha favorita é"
        "|meu favorito é|minha favorita é",
        (0.85, False): "prefiro não|preferia não|já não prefiro|não prefiro",
        (0.7, True): "gosto de|gosto muito de|adoro|amo",
        (0.7, False): "não gosto de|não gosto|detesto|odeio|não suporto|já não gosto de|não quero que|evito|não como"
        "|não bebo",
        (0.6, True): "escolhi|optei por",
        (0.55, True): "sempre escolho|costumo|eu sempre|normalmente",
        (0.55, False): "eu nunca",
        (0.5, True): "tento manter|quero manter",
        (0.5, False): "tento evitar|quero evitar",
    }),
    adverbs=folded_words("realmente também geralmente muito mesmo ainda sempre"),
    blockers=folded_words("se que não como quando porque por qual quem ou nem"),
    deictic=folded_words("isso isto aquilo disso disto dele dela você te ele ela"),
    requests=Phrases("podes|pode|você pode|poderia|como|o que|qual|quais|onde|por que|porque não|será que|mas não sei"
        "|e como|e o que|há"),
)  # fmt: skip

SPANISH = StandingPhrases(
    always=Phrases("siempre|en todo momento"),
    never=Phrases("nunca|jamás|bajo ningún concepto"),
    denials=Phrases("no"),
    again=Phrases("más|otra vez|de nuevo|nunca más"),
    lasting=Phrases("a partir de ahora|de ahora en adelante|desde ahora|en adelante|por defecto|en el futuro"),
    once=Phrases("hoy|mañana|ahora|esta vez|solo esta vez"),
    leads=Phrases(
        "por favor|y|entonces|pero|también|vale|ok|me|quiero que|quisiera que|me gustaría que|recuerda|recuerde|debes"
        "|debe|tienes que|tiene que"
        "|intenta|asegúrate de"
    ),
    asks=Phrases("puedes|puede|podrías|podría"),
    verbs=folded_words("""
        responde responda respondas responder usa use uses usar utiliza utilice utilices sugiere sugiera sugieras
        sugerir recomienda recomiende recomiendes recomendar incluye incluya incluyas incluir escribe escriba escribas
        escribir muestra muestre muestres mostrar explica explique expliques explicar habla hable hables hablar da dé
        des dar di diga digas decir menciona mencione menciones mencionar formatea formatee cita cite cites citar
        evita evite evites evitar propón proponga propongas proponer trata trate trates tratar resume resuma resumas
        resumir traduce traduzca traduzcas traducir confirma confirme confirmes confirmar pregunta pregunte preguntes
        preguntar recuerda pon ponga pongas lista liste indica indique indiques mantén mantenga ofrece ofrezca
        ofrezcas contesta conteste contestes contestar"""),
    clitics=("me", "nos", "le", "melo", "mela"),
    stops=Phrases("deja de|deje de|para de|pare de"),
    stopped=folded_words("""
        responder usar utilizar sugerir sugerirme recomendar recomendarme incluir escribir mostrar explicar hablar dar
        decir mencionar proponer preguntar preguntarme tratar citar ofrecer"""),
    called=Phrases("llámame|llámeme|me llames|trátame de|tráteme de"),
    conditions=Phrases("cuando|siempre que|si|cada vez que|todas las veces que|en caso de que"),
    recurring=Phrases("siempre que|cada vez que|todas las veces que|cuando pregunte|cuando yo pregunte"
        "|cuando te pregunte|cuando pida"
                      "|cuando te pida"),
    heads=heads_of({
        (0.85, True): "prefiero|preferiría|mi preferencia es|mi favorito es|mi favorita es",
        (0.85, False): "prefiero no|preferiría no|ya no prefiero|no prefiero",
        (0.7, True): "me gusta|me gustan|me encanta|me encantan|adoro|amo",
        (0.7, False): "no me gusta|no me gustan|detesto|odio|no soporto|ya no me gusta|ya no me gustan|no quiero que"
        "|evito|no como|no bebo",
        (0.6, True): "elegí|he elegido|opté por",
        (0.55, True): "yo siempre|suelo|normalmente",
        (0.55, False): "yo nunca",
        (0.5, True): "intento mantener|quiero mantener",
        (0.5, False): "intento evitar|quiero evitar",
    }),
    adverbs=folded_words("realmente también generalmente mucho todavía siempre"),
    blockers=folded_words("si que no como cuando porque por cual quien o ni"),
    deictic=folded_words("eso esto aquello ese esa te tu él ella"),
    requests=Phrases("puedes|puede|podrías|podría|cómo|qué|cuál|cuáles|dónde|por qué|pero no sé|y cómo|y qué|hay"),
)  # fmt: skip

FRENCH = StandingPhrases(
    always=Phrases("toujours|à chaque fois|en toutes circonstances"),
    never=Phrases("jamais|en aucun cas"),
    denials=Phrases("ne|n|pas"),
    again=Phrases("plus|plus jamais|encore"),
    lasting=Phrases("à partir de maintenant|désormais|dorénavant|à l'avenir|par défaut"),
    once=Phrases("aujourd'hui|ce soir|demain|maintenant|cette fois"),
    leads=Phrases(
        "s'il te plaît|s'il vous plaît|svp|et|alors|mais|aussi|ok|me|m|te|vous|je veux que tu|je veux que vous"
        "|je voudrais que tu"
        "|je voudrais que vous|j'aimerais que tu|j'aimerais que vous|pense à|pensez à|n'oublie pas de|n'oubliez pas de"
        "|tu dois|vous devez"
        "|essaie de|essayez de|merci de|veuillez"
    ),
    asks=Phrases("peux-tu|peux tu|pouvez-vous|pouvez vous|pourrais-tu|pourrais tu|pourriez-vous|pourriez vous"),
    verbs=folded_words("""
        réponds répondez répondre répondes utilise utilisez utiliser utilises emploie employez employer suggère
        suggérez suggérer recommande recommandez recommander inclus incluez inclure écris écrivez écrire montre
        montrez montrer explique expliquez expliquer parle parlez parler donne donnez donner dis dites dire mentionne
        mentionnez mentionner formate formatez formater cite citez citer évite évitez éviter propose proposez proposer
        résume résumez résumer traduis traduisez traduire confirme confirmez confirmer demande demandez demander
        rappelle rappelez rappeler mets mettez mettre indique indiquez indiquer garde gardez garder commence commencez
        commencer tutoie tutoyez tutoyer vouvoie vouvoyez vouvoyer"""),
    clitics=(),
    stops=Phrases("arrête de|arrêtez de|cesse de|cessez de|arrête d|arrêtez d"),
    stopped=folded_words("""
        repondre utiliser employer suggerer recommander inclure ecrire montrer expliquer parler donner dire mentionner
        proposer demander citer"""),
    called=Phrases("appelle-moi|appelez-moi|appelle moi|appelez moi"),
    conditions=Phrases("quand|lorsque|chaque fois que|si|dès que"),
    recurring=Phrases("chaque fois que|à chaque fois que|quand je demande|quand je te demande|quand je vous demande"
        "|lorsque je demande"
                      "|quand je pose|lorsque je pose"),
    heads=heads_of({
        (0.85, True): "je préfère|je préférerais|j'aimerais mieux|ma préférence est|mon préféré est|ma préférée est",
        (0.85, False): "je préfère ne pas|je ne préfère plus|je préférerais ne pas",
        (0.7, True): "j'aime|j'adore|j'apprécie",
        (0.7, False): "je n'aime pas|je n'aime plus|je déteste|je ne supporte pas|j'évite|je ne veux pas que"
        "|je ne mange pas|je ne bois pas"
        "|je ne mange jamais|je ne bois jamais",
        (0.6, True): "j'ai choisi|j'ai opté pour",
        (0.55, True): "d'habitude je|j'ai l'habitude de",
        (0.5, True): "j'essaie de garder|je veux garder",
        (0.5, False): "j'essaie d'éviter|je veux éviter",
    }),
    adverbs=folded_words("vraiment aussi generalement beaucoup encore toujours nettement"),
    blockers=folded_words("si que comme quand pourquoi quel qui ou ni"),
    deictic=folded_words("ca cela ceci tu vous te"),
    requests=Phrases("peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|comment|que|qu'est-ce que|quel|quelle|où|pourquoi"
        "|mais je ne sais pas"
                     "|est-ce que|y a-t-il"),
)  # fmt: skip

GERMAN = StandingPhrases(
    always=Phrases("immer|stets|jedes Mal|grundsätzlich"),
    never=Phrases("nie|niemals|nie mehr|nie wieder|auf keinen Fall"),
    denials=Phrases("nicht|kein|keine|keinen"),
    again=Phrases("mehr|wieder|nochmal"),
    lasting=Phrases("ab jetzt|ab sofort|von nun an|von jetzt an|künftig|in Zukunft|zukünftig|standardmäßig"),
    once=Phrases("heute|morgen|jetzt|diesmal|dieses Mal"),
    leads=Phrases(
        "bitte|und|dann|aber|auch|ok|also|ich möchte dass du|ich möchte dass Sie|ich will dass du|denk daran"
        "|denken Sie daran|du sollst"
        "|Sie sollen|du musst|Sie müssen|versuche|mir"
    ),
    asks=Phrases("kannst du|könntest du|können Sie|könnten Sie"),
    verbs=folded_words("""
        antworte antworten antwortest verwende verwenden verwendest nutze nutzen benutze benutzen schlage schlag
        schlagen schlägst empfehle empfiehl empfehlen empfiehlst füge fügen fügst schreibe schreib schreiben schreibst
        zeige zeig zeigen zeigst erkläre erklär erklären erklärst sprich sprechen sprichst gib geben gibst sag sage
        sagen sagst erwähne erwähnen erwähnst formatiere formatieren formatierst zitiere zitieren zitierst vermeide
        vermeiden vermeidest biete bieten fasse fassen übersetze übersetzen bestätige bestätigen frage frag fragen
        fragst erinnere erinnern nenne nennen nennst gebe liste halte halten beginne duze duzen sieze siezen rede red
        reden redest"""),
    clitics=(),
    stops=Phrases("hör auf|hören Sie auf"),
    stopped=frozenset(),
    called=Phrases("nenn mich|nenne mich|nennen Sie mich"),
    conditions=Phrases("wenn|immer wenn|jedes Mal wenn|sobald|falls|sooft"),
    recurring=Phrases("immer wenn|jedes Mal wenn|sooft|wenn ich frage|wenn ich nach|wenn ich dich|wenn ich Sie"
        "|wenn ich etwas"),
    heads=heads_of({
        (0.85, True): "ich bevorzuge|ich ziehe|mir ist lieber|mir wäre lieber|ich hätte lieber|ich möchte lieber"
        "|mein Favorit ist",
        (0.85, False): "ich möchte lieber nicht|ich bevorzuge nicht mehr",
        (0.7, True): "ich mag|ich liebe|mir gefällt|mir gefallen|ich esse gern|ich esse gerne|ich trinke gern"
        "|ich trinke gerne",
        (0.7, False): "ich hasse|ich mag kein|ich mag keine|ich mag keinen|ich mag nicht|ich kann nicht ausstehen"
        "|ich verabscheue"
        "|ich meide|ich vermeide|ich esse kein|ich esse keine|ich esse keinen|ich trinke kein|ich trinke keine"
        "|ich trinke keinen"
        "|ich will nicht dass du|ich möchte nicht dass du",
        (0.6, True): "ich habe mich für",
        (0.6, False): "ich habe mich gegen",
        (0.55, True): "normalerweise",
        (0.5, True): "ich versuche immer",
        (0.5, False): "ich versuche zu vermeiden",
    }),
    adverbs=folded_words("wirklich auch meistens sehr noch immer deutlich generell"),
    blockers=folded_words("ob dass wenn warum wie was welche wer oder"),
    deictic=folded_words("es dich sie ihn dass dir"),
    requests=Phrases("kannst du|könntest du|können Sie|könnten Sie|wie|was|welche|welcher|wo|warum|aber ich weiß nicht"
        "|gibt es|ist es"),
    denial_follows=True,
)  # fmt: skip
