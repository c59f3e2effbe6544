"""Tables of Portuguese."""

from __future__ import annotations

from graphmem.models.offline.attributes.tables import AttributeTables, word_list

_FEMININE = """equipe equipa banda cozinha enfermaria família empresa loja escola turma classe comissão clínica igreja
    associação sociedade orquestra firma agência redação biblioteca academia padaria fazenda farmácia oficina garagem
    casa vila rua república cooperativa fundação rede comunidade divisão unidade companhia filial creche fábrica"""
_MASCULINE = """clube time laboratório lab coro coral grupo departamento escritório comitê conselho restaurante
    hospital projeto estúdio consórcio sindicato festival teatro elenco podcast jornal museu bar café hotel sítio
    salão consultório prédio condomínio apartamento bairro curso seminário instituto centro setor plantão lar servidor
    canal site"""
_HEADS = """chefe chef treinador treinadora técnico técnica capitão capitã diretor diretora presidente coordenador
    coordenadora gerente líder responsável contato representante secretário secretária tesoureiro tesoureira
    fisioterapeuta enfermeira enfermeiro médico médica farmacêutico farmacêutica zelador zeladora porteiro encanador
    encanadora eletricista senhorio senhoria faxineira faxineiro babá baterista guitarrista pianista baixista
    vocalista cantor cantora produtor produtora fotógrafo fotógrafa patrocinador fornecedor fornecedora transportadora
    entregador banco seguradora distribuidor subchefe confeiteiro confeiteira sala salão campo estádio estúdio sede
    vaga balcão armário palco entrada endereço horário dia turno escala calendário canal portal arquivo repositório
    pasta wiki quadro servidor manual caderno sistema serviço ferramenta plataforma programa aplicativo provedor
    parceiro agência link número código senha lista vice suplente revisor revisora aprovador organizador organizadora
    guardião gestor gestora orientador orientadora tutor tutora professor professora"""
_NOT_ROLES = """nome aniversário idade problema razão motivo ideia pergunta resposta coisa ponto objetivo plano
    resultado diferença filho filha criança bebê cachorro gato marido esposa mulher mãe pai irmão irmã primo prima tio
    tia sobrinho sobrinha avó avô amigo amiga namorado namorada noivo noiva colega vizinho vizinha sonho vida cabelo
    coração pessoa homem menino menina mundo ano mês semana hoje ontem amanhã tempo clima preço tipo parte resto
    verdade favorito favorita"""
_NOT_IN_ROLES = """eu você ele ela nós eles elas que quem qual onde quando como isso isto aquilo é são foi era ser
    está estava tem têm não nunca nem se porque mas ou e também só muito mais menos melhor pior maior menor primeiro
    primeira segunda último última próximo próxima mesmo mesma outro outra todo toda cada algum alguma um uma com sem
    sobre por pelo pela até desde enquanto caso assim logo já ainda seu sua seus suas bom boa grande principal único
    única"""
_NOT_VALUES = """eu você ele ela nós isso isto aquilo que quem onde quando como não sim também muito mais só sem com
    para por de do da em no na já meu minha seu sua nosso nossa brasileiro brasileira português portuguesa italiano
    italiana francês alemão inglês japonês chinês espanhol"""
_BE = r"(?:(?:agora|hoje|atualmente|ainda) )?(?:é|são)(?: (?:agora|hoje|atualmente|ainda|de novo))?"
_STAYS = r"(?:continua sendo|continua a ser|segue sendo|permanece|fica sendo|passou a ser|passa a ser|virou|está sendo)"
_ANOTHER = r"(?:um novo|uma nova|outro|outra|um outro|uma outra|algum outro|alguma outra|novo|nova)"
_IT = r"(?:isso|isto|ele|ela|aí|então|tudo isso|a escolha)"
_ENDS = (
    r"(?:mudaria|mudará|muda|mudava|vai mudar|poderia mudar|pode mudar|teria que mudar|deixaria de valer|"
    r"deixa de valer|"
    r"não valeria mais|não vale mais|já não valeria|cairia|cai|acabaria|acaba|terminaria|seria outro|seria outra|"
    r"não seria mais assim|seria diferente)"
)
_CHOSEN = r"(?:escolhid[oa]|definid[oa]|indicad[oa]|decidid[oa]|marcad[oa]|nomead[oa]|designad[oa])"
_CHOSE = r"(?:escolheu|definiu|decidiu|indicou|nomeou|designou|marcou|colocou|contratou)"

PORTUGUESE = AttributeTables(
    code="pt",
    contractions={},
    leads=r"aliás|a propósito|só para você saber|só para constar|para você saber|atualização|novidade|correção|nota|"
    r"lembrete|olha|"
    r"então|bom|bem|ok|ah|e|também|agora|a partir de agora|de agora em diante|hoje em dia|atualmente|mudamos|trocamos|"
    r"(?:por favor )?(?:lembre|anote|saiba|lembre-se)(?: de)?(?: que)?|(?:eu )?(?:só )?(?:queria|quero) (?:dizer|"
    r"avisar|contar)"
    r"(?: que)?|fiquei sabendo que|soube que|como eu disse|obrigad[oa]",
    as_words=(" como ",),
    we=word_list("nós temos"),
    determiners={
        **dict.fromkeys(word_list("o a os as"), "the"),
        **dict.fromkeys(word_list("nosso nossa nossos nossas"), "our"),
        **dict.fromkeys(word_list("meu minha meus minhas"), "my"),
    },
    new=word_list("novo nova atual"),
    links={
        "do": "o",
        "da": "a",
        "dos": "os",
        "das": "as",
        "no": "o",
        "na": "a",
        "do nosso": "o nosso",
        "da nossa": "a nossa",
        "de nosso": "nosso",
        "de nossa": "nossa",
        "no nosso": "o nosso",
        "na nossa": "a nossa",
        "do meu": "o meu",
        "da minha": "a minha",
    },
    groups={**dict.fromkeys(word_list(_FEMININE), "a"), **dict.fromkeys(word_list(_MASCULINE), "o")},
    genitives={},
    heads=word_list(_HEADS),
    not_roles=word_list(_NOT_ROLES),
    not_alone=word_list(
        "tema assunto filme livro cidade país capital jogo número dia hora lugar cor trabalho menu prato passo"
    ),
    not_in_roles=word_list(_NOT_IN_ROLES),
    small=word_list("de do da dos das em no na para às as a o à"),
    articles=word_list("o a os as um uma"),
    not_values=word_list(_NOT_VALUES),
    times=word_list("""segunda terça quarta quinta sexta sábado domingo segundas terças quartas quintas sextas sábados
    domingos segunda-feira terça-feira quarta-feira quinta-feira sexta-feira manhã tarde noite meio-dia meia-noite h"""),
    trailing=r"agora|hoje em dia|atualmente|no momento|por enquanto|de novo|a partir de agora|daqui em diante|também|"
    r"já",
    titles=r"dr\.?|dra\.?|prof\.?|professor|professora|sr\.?|sra\.?|seu|dona",
    firm=(
        r"(?:a gente |nós )?(?:agora )?(?:temos|usamos|tem|usa|escolhemos|contratamos|ficamos com) <V> (?:como|para|"
        r"de) <R>",
        r"(?:a gente |nós )?(?:agora )?(?:passamos|mudamos|trocamos|migramos|passou|mudou|"
        r"trocou)(?: a usar)?(?: de <X>)?"
        r"(?: para| pra| pro| por)? <V> (?:como|para) <R>",
        r"(?:para|como) <R> ,? ?(?:a gente |nós )?(?:agora )?(?:usamos|temos|usa|tem|escolhemos|passamos a usar|"
        r"mudamos para) <V>",
        r"<O> (?:tem|têm|temos|contratou|contratamos|ganhou) (?:um|uma|outro|outra) (?:nov[oa] )?<R> [:,—] ?<V>",
        r"(?:temos|a gente tem) (?:um|uma) nov[oa] <R> [:,—] ?<V>",
        r"<V> (?:assumiu|assume|entrou|foi nomead[oa]|foi eleit[oa]|foi escolhid[oa]|foi promovid[oa]|virou|tornou-se|"
        r"se tornou|passou a ser|atua|começou|foi confirmad[oa])(?: agora)?(?: como| o cargo de| a função de| a)? <R>",
        r"<V> (?:substituiu|substitui|sucedeu|sucede a|entrou no lugar de) <H> (?:como|no cargo de|na função de) <R>",
        r"<R> (?:mudou|passou|trocou|foi mudad[oa]|foi trocad[oa]|foi transferid[oa])(?: de novo| outra vez|"
        r" novamente)?"
        r"(?: de <X>)? (?:para|pra|pro) <V>",
        rf"<R> (?:mudou|trocou|foi trocad[oa])(?: de novo| outra vez| novamente)? [,:;—] ?(?:e )?{_BE} <V>",
        rf"<R> não é mais <X> [,;—] ?(?:e sim |mas sim |agora )?(?:{_BE} )?<V>",
        rf"em vez de <X> ,? ?<R> {_BE} <V>",
        r"<R> (?:fica|está|funciona|mora) (?:em|no|na|nos|nas) <V>",
    ),
    loose=(rf"<R> (?:{_BE}|{_STAYS}) (?:em |no |na |às |aos |nas )?<V>",),
    naming=(rf"<V> (?:{_BE}|{_STAYS}) <R>",),
    owned=(r"<R> : <V>",),
    future=(
        r"<R> (?:será|vai ser|passa a ser|passará a ser|muda para|mudará para|vai mudar para|vira|fica sendo|é|seria|"
        r"passa para|"
        r"deve ser) <V>",
        r"<V> (?:será|vai ser|passa a ser|passará a ser|assume como|assumirá como|vai assumir como|vira|assume|"
        r"assumirá|"
        r"fica como|entra como|vai ficar como|seria|deve ser|é) <R>",
        r"(?:a gente |nós )?(?:usaremos|vamos usar|teremos|vamos ter|mudamos para|mudaremos para|passamos a usar|"
        r"vai usar|"
        r"ficamos com|vamos mudar para) <V> (?:como|para) <R>",
    ),
    chosen=(rf"<H> {_CHOSE} <V> (?:como|para|para ser) <R>",),
    questions=(r"(?:e )?(?:quem|qual|onde|quando) (?:é|são|fica|está) <R>(?: agora| mesmo)?", r"(?:e )?<R>"),
    answers=(r"(?:agora )?(?:é|são|isso é|fica em|temos|usamos)(?: agora)? <V>", r"<V>"),
    text="{r} ({o}): {v}.",
    text_without_owner="{r}: {v}.",
    text_of_end="{r}: não é mais {v}.",
    while_words=r"(?:mas |e )?(?:só |apenas |somente )?(?:enquanto|desde que|contanto que|à medida que)",
    cause_words=r"(?:mas |e )?(?:só |apenas )?(?:porque|já que|pois|uma vez que|visto que|como)",
    until_words=r"(?:mas |e )?(?:só |apenas |pelo menos )?(?:até que|até|a menos que|a não ser que|salvo se|exceto se)",
    trigger_words=r"(?:mas |e )?(?:só )?(?:se|quando|assim que|logo que|caso|no caso de|no dia em que|depois que|"
    r"uma vez que|"
    r"tão logo)",
    holds=(
        r"<H> (?:é|for|seja|continua|continuar|continue|permanecer|permanece|ainda é|ainda for|estiver|segue|seguir)"
        r"(?: sendo| a ser| como)? <C>",
        r"<C> (?:não mudar|não muda|não mude|não sair|não trocar|continuar (?:o mesmo|a mesma)|for (?:o mesmo|a mesma)|"
        r"permanecer|ficar)",
        r"<C> (?:é|for|seja|continuar sendo|continua sendo|ainda for) <H>",
        r"(?:a gente |nós )?(?:tivermos|temos|tiver|tem) <H> como <C>",
    ),
    changes=(
        r"<C> (?:mudar|muda|mude|mudasse|trocar|troca|troque|sair|sai|saia|for substituíd[oa]|for trocad[oa]|"
        r"deixar o cargo|"
        r"deixe o cargo|renunciar|renuncie|for outr[oa](?: pessoa)?|seja outr[oa](?: pessoa)?|não for mais <X>|"
        r"se aposentar|"
        r"for embora|ir embora|pedir demissão)(?: um dia| algum dia| de novo)?",
        r"(?:mudar|trocar|mudarmos|trocarmos|mudarem|trocarem|muda|troca|mude|troque)(?: de| o| a)? <C>",
        rf"(?:a gente |nós |algum dia |um dia )?(?:houver|tivermos|tiver|vier|chegar|entrar|contratarmos|contratar|"
        rf"aparecer|haja|"
        rf"tenhamos|tenha|venha|existir)(?: algum dia| um dia)? {_ANOTHER} <C>",
        r"(?:outra pessoa|outro|outra|alguém) (?:assumir|virar|for|se tornar|assuma|vire|seja|ficar)(?: como|"
        r" a ser)? <C>",
        rf"{_ANOTHER} <C> (?:assumir|chegar|entrar|vier|for escolhid[oa]|for nomead[oa])",
        r"<H> (?:deixar de ser|deixa de ser|deixe de ser|não for mais|já não for|não é mais|não seja mais|"
        r"parar de ser|sair como|"
        r"sair do cargo de|deixar o cargo de|deixar a função de|sair de) <C>",
        r"<H> (?:sair|sai|saia|for embora|renunciar|deixar o cargo|se aposentar|pedir demissão)",
    ),
    begins=(
        r"<H> (?:for|é|seja|virar|vire|assumir|assuma|se tornar|tornar-se|passar a ser|passe a ser|vier a ser|"
        r"for nomead[oa]|"
        r"for eleit[oa]|entrar)(?: como| o cargo de)? <C>",
        r"<C> (?:for|passar a ser|virar|seja|passe a ser|mudar para) <H>",
    ),
    chooser=(
        rf"(?:foi )?<H> (?:que|quem) {_CHOSE}(?: isso| assim)?",
        rf"<H> {_CHOSE}(?: isso| assim)?",
        rf"(?:isso |ele |ela )?(?:foi|foram) {_CHOSEN} (?:por|pelo|pela) <H>",
        rf"{_CHOSEN} (?:por|pelo|pela) <H>",
        rf"quem {_CHOSE}(?: isso| assim)? foi (?:o |a )?<H>",
    ),
    result=rf"(?:{_IT} )*(?:também )?{_ENDS}(?: também| junto| com (?:ele|ela|isso))?",
    tail=rf",? ?e (?:(?:{_IT}|também) )*{_ENDS}(?: com (?:ele|ela|eles|elas|isso)| também| junto)?",
    rests=(
        rf"(?:com|sob) {_ANOTHER} <C> ,? ?(?:{_IT} )?(?:também )?{_ENDS}",
        rf"(?:(?:{_IT}|o que) )?(?:depende|dependem|vai depender|está ligad[oa]|está atrelad[oa])(?: só| apenas|"
        rf" muito)? "
        r"(?:de|do|da|a|ao|à)(?: quem (?:é|for))? <C>",
        rf"{_IT} (?:mudaria|muda|vai mudar) com (?:o |a |um novo |uma nova |outro |outra )?<C>",
    ),
    topics=(r"<R> depende (?:de|do|da)(?: quem (?:é|for)(?: o| a)?)? <C>",),
    that=r"(?:isso|isto|ele|ela)",
    joints=r"(?:e|então|mas|pois)(?= (?:isso|isto|ele|ela|com|se|foi|quem)(?: |\Z))",
    before_condition=r"(?:,|—|;|mas|e|só|apenas)\Z",
    head_first=True,
    endings=("dor", "dora", "eiro", "eira", "ista", "ário", "ária", "ente", "tor", "tora"),
    date_leads=word_list("em no na desde a partir de do dia"),
)
