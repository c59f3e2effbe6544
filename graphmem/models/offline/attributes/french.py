"""Tables of French."""

from __future__ import annotations

from graphmem.models.offline.attributes.tables import AttributeTables, word_list

_FEMININE = """cuisine famille entreprise boutique classe commission clinique église association société troupe agence
    rédaction bibliothèque boulangerie ferme pharmacie maison coopérative fondation communauté division unité
    compagnie succursale crèche chorale ligue section brigade colocation copropriété résidence fanfare"""
_MASCULINE = """club labo laboratoire chœur choeur groupe département bureau comité conseil restaurant projet studio
    syndicat festival théâtre podcast journal musée bar café garage salon cabinet immeuble quartier cours séminaire
    institut centre secteur foyer serveur canal site collège service ménage bloc"""
_ELIDED = """équipe école hôpital orchestre atelier usine hôtel appartement entreprise association agence église unité institut
    entrepôt"""
_HEADS = """chef cheffe entraîneur entraîneuse capitaine directeur directrice président présidente coordinateur
    coordinatrice gérant gérante responsable contact représentant représentante secrétaire trésorier trésorière kiné
    infirmier infirmière médecin pharmacien pharmacienne concierge gardien gardienne plombier plombière électricien
    propriétaire bailleur nounou batteur batteuse guitariste pianiste bassiste chanteur chanteuse producteur
    productrice photographe sponsor fournisseur prestataire transporteur livreur banque assureur distributeur second
    seconde pâtissier pâtissière cadre salle terrain stade studio siège place guichet casier scène entrée adresse
    horaire jour heure créneau planning calendrier canal portail archive archives dépôt dossier wiki tableau serveur
    manuel cahier système service outil plateforme logiciel application partenaire agence lien numéro code passe liste
    suppléant suppléante adjoint adjointe relecteur relectrice approbateur organisateur organisatrice gestionnaire
    tuteur tutrice professeur prof animateur animatrice"""
_NOT_ROLES = """nom prénom anniversaire âge problème raison motif idée question réponse chose point but plan résultat
    différence fils fille enfant bébé chien chat mari femme épouse époux mère père frère sœur soeur cousin cousine
    oncle tante neveu nièce grand-mère grand-père ami amie copain copine fiancé fiancée collègue voisin voisine rêve
    vie cheveux cœur personne homme garçon monde an année mois semaine hier demain temps climat prix type partie reste
    vérité préféré préférée"""
_NOT_IN_ROLES = """je tu il elle nous vous ils elles on que qui quoi quel quelle où quand comment ce cela ça est sont
    était être a ont avait ne pas jamais ni si parce mais ou et aussi seulement très plus moins meilleur meilleure
    pire premier première dernier dernière prochain prochaine même autre tout toute chaque quelque un une avec sans
    sur par jusque depuis tant que ainsi déjà encore son sa ses ton ta tes bon bonne grand grande principal principale
    unique c' qu' n' j' s'"""
_NOT_VALUES = """je tu il elle nous vous on ce cela ça que qui quoi où quand comment ne non oui aussi très plus sans
    avec pour par de du en déjà mon ma mes son sa notre votre français française italien italienne espagnol allemand
    anglais japonais chinois c' qu' j' n'"""
_BE = (
    r"(?:(?:désormais|maintenant|actuellement) )?(?:est|sont)"
    r"(?: (?:désormais|maintenant|actuellement|toujours|à présent|de nouveau))?"
)
_STAYS = r"(?:reste|demeure|est devenue?|devient|a été|est resté|continue d' être)"
_ANOTHER = r"(?:un nouveau|une nouvelle|un nouvel|un autre|une autre)"
_IT = r"(?:cela|ça|il|elle|ce|alors|tout cela|tout ça|le choix)"
_ENDS = (
    r"(?:changerait|changera|change|pourrait changer|peut changer|devrait changer|va changer|ne tiendrait plus|"
    r"ne serait plus valable|"
    r"ne vaudrait plus|tomberait|prendrait fin|s' arrêterait|serait différente?|serait autre|ne serait plus le cas|"
    r"ne tient plus)"
)
_CHOSE = r"(?:a choisi|a désigné|a nommé|a décidé|a fixé|a pris|a engagé|a retenu|a attribué|choisit|désigne|a mis)"
_CHOSEN = r"(?:choisie?|désignée?|nommée?|décidée?|fixée?|retenue?|attribuée?)"
_AS = r"(?:comme|en tant que|au poste de|dans le rôle de)"

FRENCH = AttributeTables(
    code="fr",
    contractions={f"{start}'": f"{start}'" for start in word_list("l d c qu n j s m t jusqu lorsqu puisqu")},
    leads=r"au fait|pour info|pour information|pour que tu saches|pour que vous sachiez|mise à jour|nouvelle|"
    r"nouveauté|correction|note|"
    r"rappel|bon|bien|alors|donc|ok|ah|et|aussi|maintenant|désormais|à partir de maintenant|dorénavant|à présent|"
    r"actuellement|"
    r"nous avons changé|on a changé|(?:s' il te plaît )?(?:note|retiens|souviens-toi|sache)(?: que| qu')?|"
    r"je voulais (?:te |vous )?"
    r"(?:dire|signaler)(?: que| qu')?|j' ai appris (?:que|qu')|comme je l' ai dit|merci|d' ailleurs",
    as_words=(
        " comme ",
        " en tant que ",
    ),
    we=word_list("nous on"),
    determiners={
        **dict.fromkeys(word_list("le la l' les"), "the"),
        **dict.fromkeys(word_list("notre nos"), "our"),
        **dict.fromkeys(word_list("mon ma mes"), "my"),
    },
    new=word_list("nouveau nouvelle nouvel actuel actuelle"),
    links={
        "du": "le",
        "de la": "la",
        "de l'": "l'",
        "des": "les",
        "de notre": "notre",
        "de mon": "mon",
        "de ma": "ma",
        "pour notre": "notre",
        "pour le": "le",
        "pour la": "la",
        "dans notre": "notre",
        "au": "le",
        "à la": "la",
    },
    groups={
        **dict.fromkeys(word_list(_FEMININE), "la"),
        **dict.fromkeys(word_list(_MASCULINE), "le"),
        **dict.fromkeys(word_list(_ELIDED), "l'"),
    },
    genitives={},
    heads=word_list(_HEADS),
    not_roles=word_list(_NOT_ROLES),
    not_alone=word_list(
        "thème sujet film livre ville pays capitale jeu numéro jour heure lieu couleur travail menu plat étape place liste"
    ),
    not_in_roles=word_list(_NOT_IN_ROLES),
    small=word_list("de d' du des la l' le les en à au aux pour"),
    articles=word_list("le la l' les un une"),
    not_values=word_list(_NOT_VALUES),
    times=word_list("""lundi mardi mercredi jeudi vendredi samedi dimanche lundis mardis mercredis jeudis vendredis
    samedis dimanches matin après-midi soir nuit midi minuit h"""),
    trailing=r"maintenant|désormais|actuellement|en ce moment|pour l' instant|pour le moment|à nouveau|de nouveau|"
    r"encore|aussi|déjà|"
    r"à partir de maintenant|dorénavant",
    titles=r"dr\.?|docteur|prof\.?|professeur|m\.?|mme|mlle|monsieur|madame",
    firm=(
        rf"(?:nous|on) (?:avons|a|utilisons|utilise|avons pris|a pris|avons choisi|a choisi)(?: maintenant|"
        rf" désormais)? <V> (?:{_AS}|pour) <R>",
        r"(?:nous sommes|on est|nous)(?: maintenant| désormais)? (?:passés|passées|passé|passons|migré|"
        r"changé)(?: de <X>)? "
        rf"(?:à|au|sur|chez|vers) <V> (?:{_AS}|pour) <R>",
        r"(?:pour|comme) <R> ,? ?(?:nous|on) (?:avons|a|utilisons|utilise|avons choisi|a choisi|sommes passés à|"
        r"est passé à) <V>",
        r"<O> (?:a|ont|avons) (?:un|une) (?:nouveau|nouvelle|nouvel|autre) <R> [:,—] ?(?:c' est )?<V>",
        rf"<V> (?:a pris la relève|prend la relève|a été nommée?|a été élue?|est nommée?|est devenue?|devient|"
        rf"prend le poste|a pris le poste|"
        rf"a repris le poste|a repris|a été désignée?|a pris ses fonctions|a été promue?|reprend le poste|"
        rf"assure)(?: maintenant)?"
        rf"(?: {_AS}| de| d')? <R>",
        rf"<V> (?:remplace|a remplacé|succède à|a succédé à) <H> {_AS} <R>",
        r"<R> (?:a changé|change|est passée?|passe|a été remplacée?|a déménagé)(?: encore|"
        r" de nouveau)?(?: de <X>)? (?:pour|à|par|au|vers|chez) <V>",
        r"<R> a (?:encore )?changé(?: encore| de nouveau)? [,:;—] ?(?:et )?c' est(?: maintenant| désormais)? <V>",
        r"<R> (?:n' est|ne sont) plus <X> [,;—] ?(?:mais |c' est )(?:maintenant )?<V>",
        rf"au lieu de <X> ,? ?<R> {_BE} <V>",
        r"<R> (?:se trouve|a lieu|est hébergée?|est) (?:sur|à|au|dans|chez) <V>",
    ),
    loose=(rf"<R> (?:{_BE}|{_STAYS}) <V>", r"<R> ,? ?(?:c' est|ce sont)(?: maintenant| désormais)? <V>"),
    naming=(rf"<V> (?:{_BE}|{_STAYS}) <R>",),
    owned=(r"<R> : <V>",),
    future=(
        r"<R> (?:sera|va être|devient|deviendra|passe à|passera à|change pour|serait|est|doit être) <V>",
        r"<R> ,? ?ce sera <V>",
        rf"<V> (?:sera|va être|devient|deviendra|prendra la relève|prend la relève|reprendra le poste|serait|est|"
        rf"doit être|prendra le poste)"
        rf"(?: {_AS}| de| d')? <R>",
        rf"(?:nous|on) (?:utiliserons|utilisera|aurons|aura|prendrons|prendra|passerons à|passera à|"
        rf"passons à) <V> (?:{_AS}|pour) <R>",
    ),
    chosen=(rf"<H> {_CHOSE} <V> (?:{_AS}|pour) <R>",),
    questions=(
        r"(?:et )?(?:qui|quel|quelle|où|quand) (?:est|sont) <R>(?: maintenant)?",
        r"(?:et )?<R>",
    ),
    answers=(r"(?:maintenant )?(?:c' est|ce sont|il est sur|elle est sur|nous avons|on a)(?: maintenant)? <V>", r"<V>"),
    text="{r} ({o}) : {v}.",
    text_without_owner="{r} : {v}.",
    text_of_end="{r} : ce n'est plus {v}.",
    while_words=r"(?:mais |et )?(?:seulement |uniquement |juste )?(?:tant que|tant qu'|aussi longtemps que|"
    r"aussi longtemps qu'|pourvu que|"
    r"pourvu qu'|à condition que|à condition qu')",
    cause_words=r"(?:mais |et )?(?:seulement |uniquement )?(?:parce que|parce qu'|puisque|puisqu'|car|vu que|"
    r"étant donné que|comme)",
    until_words=r"(?:mais |et )?(?:seulement )?(?:jusqu' à ce que|jusqu' à ce qu'|à moins que|à moins qu'|sauf si)",
    trigger_words=r"(?:mais |et )?(?:seulement )?(?:si|s'|quand|lorsque|lorsqu'|dès que|dès qu'|aussitôt que|"
    r"au cas où|une fois que|"
    r"une fois qu'|le jour où|après que|si jamais)",
    holds=(
        rf"<H> (?:est|reste|demeure|soit|sera|est encore|est toujours)(?: {_AS})? <C>",
        r"<C> (?:ne change pas|ne part pas|reste (?:le même|la même)|est (?:le même|la même)|reste en place)",
        r"<C> (?:est|reste|soit) <H>",
        rf"(?:nous|on) (?:avons|a|gardons|garde) <H> {_AS} <C>",
    ),
    changes=(
        r"<C> (?:change|changeait|part|partait|parte|démissionne|démissionnait|est remplacée?|était remplacée?|"
        r"soit remplacée?|s' en va|"
        r"s' en allait|quitte son poste|prend sa retraite|n' est plus <X>|ne soit plus <X>|est quelqu'un d' autre|"
        r"change un jour|ne change)"
        r"(?: un jour| à nouveau)?",
        r"(?:nous|on) (?:change|changeons|changeait|changions)(?: un jour)? de <C>",
        rf"(?:nous|on|il y|<O>) (?:avons|a|avait|avions|aura|aurons|trouve|trouvons|engage|engageons|recrute|prend|"
        rf"ait)(?: un jour)? "
        rf"{_ANOTHER} <C>",
        r"(?:quelqu'un d' autre|une autre personne|quelqu' un d' autre) (?:devient|est|prend le poste de|devenait|"
        r"prend la relève comme) <C>",
        rf"{_ANOTHER} <C> (?:arrive|arrivait|prend la relève|est nommée?|prend le poste)",
        r"<H> (?:n' est plus|ne sera plus|cesse d' être|cessait d' être|cesse d'être|arrête d' être|"
        r"quitte le poste de|démissionne de|"
        r"démissionne comme|ne soit plus|part comme|quitte son poste de) <C>",
        r"<H> (?:part|partait|parte|démissionne|s' en va|quitte son poste|prend sa retraite|est remplacée?|"
        r"est partie?)",
    ),
    begins=(
        rf"<H> (?:est|sera|devient|deviendra|prend la relève|prendra la relève|est nommée?|sera nommée?|"
        rf"prend le poste|prendra le poste|"
        rf"est élue?|reprend le poste)(?: {_AS}| de| d')? <C>",
        r"<C> (?:est|sera|devient|deviendra|passe à) <H>",
    ),
    chooser=(
        rf"<H> (?:l' |les )?{_CHOSE}(?: cela| ça)?",
        r"<H> l' a (?:choisie?|désignée?|nommée?|décidée?|fixée?|retenue?|attribuée?)",
        r"c' est <H> qui (?:l' |les )?a (?:choisie?|désignée?|nommée?|décidée?|fixée?|retenue?)",
        rf"(?:cela|ça|il|elle|c') (?:a été|est|fut) {_CHOSEN} par <H>",
        rf"{_CHOSEN} par <H>",
    ),
    result=rf"(?:{_IT} )*(?:aussi )?{_ENDS}(?: aussi| également| avec (?:lui|elle|cela))?",
    tail=rf",? ?et (?:(?:{_IT}|aussi) )*{_ENDS}(?: avec (?:lui|elle|eux|elles|cela)| aussi| également)?",
    rests=(
        rf"(?:avec|sous) {_ANOTHER} <C> ,? ?(?:{_IT} )?(?:aussi )?{_ENDS}",
        rf"(?:(?:{_IT}|ce qui) )?(?:dépend|dépendent|dépendra|est liée?)(?: uniquement| seulement| beaucoup)? (?:de|"
        rf"du|d'|des|à|au)"
        r"(?: qui est)? <C>",
        rf"{_IT} (?:changerait|change) avec (?:un nouveau |une nouvelle |un autre |une autre )?<C>",
    ),
    topics=(r"<R> dépend (?:de|du|d')(?: qui est)? <C>",),
    that=r"(?:cela|ça|il|elle|ce)",
    joints=r"(?:et|donc|mais|car)(?= (?:cela|ça|ce|il|elle|avec|si|c'|choisi|dépend)(?: |\Z))",
    before_condition=r"(?:,|—|;|mais|et|seulement)\Z",
    head_first=True,
    endings=("teur", "trice", "eur", "euse", "ier", "ière", "iste", "aire", "ien", "ienne"),
    date_leads=word_list("en le depuis à partir de du dès"),
)
