"""Tables of Spanish."""

from __future__ import annotations

from graphmem.models.offline.attributes.tables import AttributeTables, word_list

_FEMININE = """banda cocina planta familia empresa tienda escuela clase comisión clínica iglesia asociación sociedad
    orquesta firma agencia redacción biblioteca academia panadería granja farmacia casa cooperativa fundación red
    comunidad división unidad compañía sucursal guardería fábrica peña liga oficina sección cuadrilla"""
_MASCULINE = """club equipo laboratorio lab coro grupo departamento comité consejo restaurante hospital proyecto
    estudio sindicato festival teatro elenco podcast periódico museo bar café hotel taller garaje salón consultorio
    edificio piso barrio curso seminario instituto centro sector hogar servidor canal sitio colegio despacho servicio
    turno huerto"""
_HEADS = """jefe jefa chef entrenador entrenadora capitán capitana director directora presidente presidenta
    coordinador coordinadora gerente líder encargado encargada responsable contacto representante secretario
    secretaria tesorero tesorera fisioterapeuta fisio enfermero enfermera médico médica farmacéutico farmacéutica
    conserje portero portera fontanero fontanera electricista casero casera limpiadora limpiador niñera batería
    baterista guitarrista pianista bajista vocalista cantante productor productora fotógrafo fotógrafa patrocinador
    proveedor proveedora transportista banco aseguradora distribuidor segundo repostero repostera supervisor
    supervisora sala salón campo pista estadio estudio sede plaza mostrador armario escenario entrada dirección
    horario día hora turno calendario canal portal archivo repositorio carpeta wiki tablero servidor manual cuaderno
    sistema servicio herramienta plataforma programa aplicación socio agencia enlace número código contraseña clave
    lista suplente revisor revisora aprobador organizador organizadora gestor gestora tutor tutora profesor profesora"""
_NOT_ROLES = """nombre cumpleaños edad problema razón motivo idea pregunta respuesta cosa punto objetivo plan
    resultado diferencia hijo hija niño niña bebé perro gato marido esposo esposa mujer madre padre hermano hermana
    primo prima tío tía sobrino sobrina abuelo abuela amigo amiga novio novia colega vecino vecina sueño vida pelo
    corazón persona hombre chico chica mundo año mes semana hoy ayer mañana tiempo clima precio tipo parte resto
    verdad favorito favorita"""
_NOT_IN_ROLES = """yo tú usted él ella nosotros ellos ellas que quien cual donde cuando como eso esto aquello es son
    fue era ser está estaba tiene tienen no nunca ni si porque pero o y también solo sólo muy más menos mejor peor
    mayor menor primero primera último última próximo próxima mismo misma otro otra todo toda cada algún alguna un una
    con sin sobre por hasta desde mientras así ya aún todavía su sus tu bueno buena gran grande principal único única"""
_NOT_VALUES = """yo tú él ella nosotros eso esto aquello que quien donde cuando como no sí también muy más solo sin
    con para por de del en ya mi su nuestro nuestra español española italiano italiana francés alemán inglés japonés
    chino mexicano argentino"""
_BE = r"(?:(?:ahora|hoy|actualmente|todavía|aún|ya) )?(?:es|son)(?: (?:ahora|hoy|actualmente|todavía|aún|otra vez))?"
_STAYS = r"(?:sigue siendo|continúa siendo|permanece|ha pasado a ser|pasó a ser|pasa a ser|queda como)"
_ANOTHER = r"(?:un nuevo|una nueva|otro|otra|algún otro|alguna otra|nuevo|nueva)"
_IT = r"(?:eso|esto|él|ella|entonces|todo eso|la elección)"
_ENDS = (
    r"(?:cambiaría|cambiará|cambia|podría cambiar|puede cambiar|va a cambiar|tendría que cambiar|dejaría de valer|"
    r"deja de valer|"
    r"ya no valdría|ya no sería así|ya no vale|caería|acabaría|terminaría|sería otro|sería otra|sería distinto|"
    r"sería diferente)"
)
_CHOSE = r"(?:eligió|escogió|decidió|nombró|designó|asignó|puso|contrató|fijó|ha elegido|ha nombrado|ha decidido)"
_CHOSEN = r"(?:elegid[oa]|escogid[oa]|decidid[oa]|nombrad[oa]|designad[oa]|asignad[oa]|fijad[oa])"
_WE = r"(?:nosotros )?(?:ahora )?"

SPANISH = AttributeTables(
    code="es",
    contractions={},
    leads=r"por cierto|a propósito|para que lo sepas|para que conste|para que sepas|actualización|novedad|noticia|"
    r"corrección|nota|"
    r"recordatorio|mira|bueno|bien|entonces|vale|ok|ah|y|también|ahora|a partir de ahora|de ahora en adelante|"
    r"hoy en día|"
    r"actualmente|hemos cambiado|cambiamos|(?:por favor )?(?:recuerda|anota|ten en cuenta|apunta)(?: que)?|"
    r"(?:solo )?(?:quería|"
    r"quiero) (?:decirte|avisarte|contarte)(?: que)?|me he enterado de que|me enteré de que|como dije|gracias",
    as_words=(" como ",),
    we=word_list("nosotros"),
    determiners={
        **dict.fromkeys(word_list("el la los las"), "the"),
        **dict.fromkeys(word_list("nuestro nuestra nuestros nuestras"), "our"),
        **dict.fromkeys(word_list("mi mis"), "my"),
    },
    new=word_list("nuevo nueva actual"),
    links={
        "del": "el",
        "de la": "la",
        "de los": "los",
        "de las": "las",
        "en el": "el",
        "en la": "la",
        "de nuestro": "nuestro",
        "de nuestra": "nuestra",
        "en nuestro": "nuestro",
        "en nuestra": "nuestra",
        "de mi": "mi",
        "para nuestro": "nuestro",
        "para nuestra": "nuestra",
        "para el": "el",
        "para la": "la",
    },
    groups={**dict.fromkeys(word_list(_FEMININE), "la"), **dict.fromkeys(word_list(_MASCULINE), "el")},
    genitives={},
    heads=word_list(_HEADS),
    not_roles=word_list(_NOT_ROLES),
    not_alone=word_list(
        "tema asunto película libro ciudad país capital juego número día hora lugar color trabajo menú plato paso"
    ),
    not_in_roles=word_list(_NOT_IN_ROLES),
    small=word_list("de del la el los las en para a al"),
    articles=word_list("el la los las un una"),
    not_values=word_list(_NOT_VALUES),
    times=word_list("""lunes martes miércoles jueves viernes sábado sábados domingo domingos mañana tarde noche
    mediodía medianoche h"""),
    trailing=r"ahora|hoy en día|actualmente|de momento|por ahora|otra vez|de nuevo|a partir de ahora|en adelante|"
    r"también|ya",
    titles=r"dr\.?|dra\.?|doctor|doctora|prof\.?|profesor|profesora|sr\.?|sra\.?|señor|señora|don|doña",
    firm=(
        rf"{_WE}(?:tenemos|usamos|utilizamos|hemos elegido|elegimos|contratamos|hemos contratado) (?:a )?<V> (?:como|"
        rf"para|de) <R>",
        rf"{_WE}(?:nos hemos pasado|nos pasamos|hemos cambiado|cambiamos|hemos migrado|migramos|pasamos)(?: de <X>)? "
        r"(?:a|al|por|para) <V> (?:como|para) <R>",
        rf"(?:para|como) <R> ,? ?{_WE}(?:usamos|tenemos|utilizamos|hemos elegido|nos hemos pasado a) <V>",
        r"<O> (?:tiene|tienen|tenemos|ha contratado|hemos contratado) (?:un|una|otro|"
        r"otra) (?:nuev[oa] )?<R> [:,—] ?<V>",
        r"tenemos (?:un|una) nuev[oa] <R> [:,—] ?<V>",
        r"<V> (?:ha )?(?:asumió|asumido|asume|entró|entrado|fue nombrad[oa]|sido nombrad[oa]|fue elegid[oa]|"
        r"sido elegid[oa]|pasó a ser|"
        r"pasado a ser|se convirtió en|se ha convertido en|empezó|empezado|toma el relevo|tomó el relevo|"
        r"tomado el relevo)"
        r"(?: ahora)?(?: como| el cargo de| el puesto de| de)? <R>",
        r"<V> se ha convertido en <R>",
        r"<V> (?:sustituye|sustituyó|ha sustituido|reemplaza|reemplazó|ha reemplazado|sucede|sucedió|relevó|"
        r"ha relevado) a <H> "
        r"(?:como|en el puesto de|de) <R>",
        r"<R> (?:ha cambiado|cambió|pasó|ha pasado|se ha cambiado|se cambió)(?: otra vez| de nuevo)?(?: de <X>)? (?:a|"
        r"al|por) <V>",
        rf"<R> (?:ha cambiado|cambió|ha vuelto a cambiar)(?: otra vez| de nuevo)? [,:;—] ?(?:y )?{_BE} <V>",
        rf"<R> ya no es <X> [,;—] ?(?:sino |ahora )?(?:{_BE} )?<V>",
        rf"en vez de <X> ,? ?<R> {_BE} <V>",
        r"<R> (?:está|queda|se encuentra|funciona|se celebra) (?:en|a las) <V>",
    ),
    loose=(rf"<R> (?:{_BE}|{_STAYS}) (?:en |a las |los |el )?<V>",),
    naming=(rf"<V> (?:{_BE}|{_STAYS}) <R>",),
    owned=(r"<R> : <V>",),
    future=(
        r"<R> (?:será|va a ser|pasa a ser|pasará a ser|cambia a|cambiará a|sería|es|pasa a|debe ser|quedaría en) <V>",
        r"<V> (?:será|va a ser|pasa a ser|pasará a ser|asume como|asumirá como|asumirá|asume|queda como|quedará como|"
        r"sería|es|"
        r"entra como|entrará como|tomará el relevo como) <R>",
        r"(?:nosotros )?(?:usaremos|vamos a usar|tendremos|vamos a tener|cambiaremos a|cambiamos a|pasaremos a|"
        r"nos pasamos a) <V> "
        r"(?:como|para) <R>",
    ),
    chosen=(rf"<H> {_CHOSE} (?:a )?<V> (?:como|para|para ser) <R>",),
    questions=(r"(?:¿ ?)?(?:y )?¿?(?:quién|cuál|dónde|cuándo) (?:es|son|está) <R>(?: ahora)?", r"(?:¿ ?)?(?:y )?<R>"),
    answers=(r"(?:ahora )?(?:es|son|eso es|está en|tenemos|usamos)(?: ahora)? <V>", r"<V>"),
    text="{r} ({o}): {v}.",
    text_without_owner="{r}: {v}.",
    text_of_end="{r}: ya no es {v}.",
    while_words=r"(?:pero |y )?(?:solo |sólo |solamente |únicamente )?(?:mientras|siempre que|siempre y cuando|"
    r"en tanto que|con tal de que)",
    cause_words=r"(?:pero |y )?(?:solo |sólo )?(?:porque|ya que|puesto que|pues|dado que|como)",
    until_words=r"(?:pero |y )?(?:solo |sólo |al menos )?(?:hasta que|a menos que|a no ser que|salvo que|excepto si|"
    r"salvo si)",
    trigger_words=r"(?:pero |y )?(?:solo |sólo )?(?:si|cuando|en cuanto|tan pronto como|en caso de que|por si|"
    r"el día que|después de que|"
    r"una vez que|apenas|si algún día)",
    holds=(
        r"<H> (?:es|sea|siga|sigue|continúe|continúa|permanezca|permanece|todavía es|esté)(?: siendo| como| de)? <C>",
        r"<C> (?:no cambie|no cambia|no se vaya|siga siendo (?:el mismo|la misma)|sea (?:el mismo|la misma)|siga|"
        r"permanezca)",
        r"no cambie <C>",
        r"<C> (?:es|sea|siga siendo|sigue siendo) <H>",
        r"(?:tengamos|tenemos) a <H> (?:como|de) <C>",
    ),
    changes=(
        r"<C> (?:cambia|cambie|cambiara|se va|se vaya|se marcha|se marche|deja el puesto|deje el puesto|dimite|dimita|"
        r"es otr[oa]|"
        r"sea otr[oa](?: persona)?|es sustituid[oa]|es reemplazad[oa]|sea sustituid[oa]|sea reemplazad[oa]|se jubila|"
        r"se jubile|ya no es <X>|"
        r"ya no sea <X>)(?: algún día| un día| otra vez)?",
        r"(?:cambia|cambie|cambiara|cambiamos|cambiáramos|cambiemos|se va|se vaya|dimite|dimita)(?: de)? <C>",
        rf"(?:algún día )?(?:hay|haya|tenemos|tengamos|tuviéramos|llega|llegue|viene|venga|contratamos|contratemos|"
        rf"entra|entre|hubiera)"
        rf"(?: algún día)?(?: a)? {_ANOTHER} <C>",
        r"(?:otra persona|otro|otra|alguien) (?:asume|asuma|es|sea|pasa a ser|pase a ser)(?: como)? <C>",
        rf"{_ANOTHER} <C> (?:llega|llegue|asume|asuma|entra|entre|venga)",
        r"<H> (?:deja de ser|deje de ser|ya no es|ya no sea|no es más|no sea más|deja el puesto de|deje el puesto de|"
        r"dimite como|"
        r"dimita como|se va como|deja el cargo de|deje el cargo de) <C>",
        r"<H> (?:se va|se vaya|se marcha|se marche|dimite|dimita|deja el puesto|deje el puesto|se jubila|se jubile)",
    ),
    begins=(
        r"<H> (?:es|sea|asume|asuma|pasa a ser|pase a ser|se convierta en|se convierte en|sea nombrad[oa]|"
        r"es nombrad[oa]|entra|entre|"
        r"llegue a ser|tome el relevo)(?: como| el cargo de| el puesto de| de)? <C>",
        r"<C> (?:es|sea|pasa a ser|pase a ser|cambie a) <H>",
    ),
    chooser=(
        rf"(?:lo |la |los |las )?{_CHOSE} <H>",
        rf"<H> (?:lo |la |los |las )?{_CHOSE}(?: así| eso| esto)?",
        rf"(?:eso |esto |lo )?(?:fue|ha sido) {_CHOSEN} por <H>",
        rf"{_CHOSEN} por <H>",
    ),
    result=rf"(?:{_IT} )*(?:también )?{_ENDS}(?: también| con (?:él|ella|eso))?",
    tail=rf",? ?y (?:(?:{_IT}|también) )*{_ENDS}(?: con (?:él|ella|ellos|ellas|eso)| también)?",
    rests=(
        rf"(?:con|bajo) {_ANOTHER} <C> ,? ?(?:{_IT} )?(?:también )?{_ENDS}",
        rf"(?:(?:{_IT}|lo que|lo cual) )?(?:depende|dependen|dependerá|está ligad[oa]|va)(?: solo| mucho)? "
        r"(?:de|del|a|al|con)(?: quién sea| quien sea)? <C>",
        rf"{_IT} (?:cambiaría|cambia) con (?:un nuevo |una nueva |otro |otra )?<C>",
    ),
    topics=(r"<R> depende (?:de|del)(?: quien sea| quién sea)? <C>",),
    that=r"(?:eso|esto|él|ella)",
    joints=r"(?:y|así que|pero|pues)(?= (?:eso|esto|él|ella|con|si|lo|la|fue|depende)(?: |\Z))",
    before_condition=r"(?:,|—|;|pero|y|solo|sólo)\Z",
    head_first=True,
    endings=("dor", "dora", "ero", "era", "ista", "ario", "aria", "ente", "tor", "tora", "sor", "sora"),
    date_leads=word_list("en el desde a partir de del día"),
)
