"""What the object of a verb of change is: a place, an employer, a club, a thing. By its type and by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.names.normalize import WORD, fold
from graphmem.relations.change_rows import ObjectKind


@dataclass(frozen=True, slots=True)
class End:
    """An end of a claim: its wording, and the type of its entity. `type` None = a value, or nothing is known of it."""

    name: str
    type: str | None = None


def _folded(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


_OF_TYPE: dict[str, frozenset[ObjectKind]] = {
    "person": frozenset({"person"}),
    "place": frozenset({"place"}),
    "location": frozenset({"place"}),
    "city": frozenset({"place"}),
    "country": frozenset({"place"}),
    "organization": frozenset({"employer"}),
    "company": frozenset({"employer"}),
    "project": frozenset({"project"}),
    "technology": frozenset({"tool"}),
    "product": frozenset({"thing", "tool"}),
    "artifact": frozenset({"thing"}),
    "pet": frozenset({"pet"}),
    "animal": frozenset({"pet"}),
    "event": frozenset(),
}
_CLUB = _folded("""
    club team band choir orchestra league party union association society committee board council church parish group
    squad guild cooperative collective federation network alliance chapter crew
    clube equipe equipa banda coro coral orquestra liga partido sindicato associacao sociedade comite conselho igreja grupo
    equipo asociacion sociedad consejo iglesia peña coro orquesta
    chorale orchestre ligue parti syndicat association societe comite conseil eglise groupe equipe fanfare
    verein mannschaft chor orchester liga partei gewerkschaft verband gesellschaft ausschuss kirche gruppe gemeinde
    chess fc sc sv
""")
_GATHERING = _folded("party group network crew board council chess fc sc sv gruppe grupo groupe")
"""Words of clubs that name no club on their own: "the party" may be an evening."""
_SCHOOL = _folded("""
    university college school academy institute polytechnic faculty kindergarten seminary
    universidade faculdade escola colegio instituto universidad facultad escuela universite ecole lycee
    universitat schule hochschule gymnasium akademie fachhochschule uni
""")
_NEITHER = _folded("""
    gym fitness class course lesson meeting call waitlist newsletter channel chat webinar trip tour queue line shift
    programme program study session workshop conference hackathon challenge raffle mailing list server discord zoom
    ginasio curso aula reuniao turno fila gimnasio clase reunion cola cours reunion salle
    fitnessstudio kurs treffen schicht nachtschicht spatschicht fruhschicht warteliste besprechung seminar
    department division floor desk room table seat office
""")
_THING = _folded("""
    car house flat apartment home bike bicycle motorcycle motorbike scooter boat sailboat van truck caravan camper laptop
    phone computer tablet guitar piano violin camera land farm cottage cabin condo studio tv television sofa fridge
    carro casa apartamento moto barco bicicleta terreno telemovel celular computador guitarra
    coche piso departamento barca movil ordenador
    voiture maison appartement velo bateau terrain ordinateur guitare
    auto wagen haus wohnung fahrrad rad motorrad boot grundstuck handy rechner gitarre klavier
""")
_PET = _folded("""
    dog cat puppy kitten parrot rabbit horse pony hamster beagle terrier labrador poodle tortoise turtle canary ferret
    cachorro gato gata cao cavalo coelho perro perra caballo conejo chien chienne chat chatte cheval lapin
    hund katze kater pferd kaninchen welpe
""")
_JOB = _folded("""
    job work position employment gig emprego trabalho empleo trabajo travail emploi poste arbeit stelle arbeitsplatz
""")
_TITLE = _folded("""
    head chief manager lead leader director ceo cto cfo coo president chair chairman chairwoman captain principal partner
    teacher professor engineer developer designer nurse doctor lawyer consultant analyst officer supervisor foreman
    secretary treasurer coordinator assistant apprentice trainee mayor minister editor chef cook architect vp senior junior
    chefe gerente diretor diretora lider coordenador coordenadora presidente professor professora engenheiro engenheira
    jefe jefa director directora lider coordinador coordinadora presidenta profesor profesora ingeniero ingeniera
    directeur directrice responsable chef cheffe professeur ingenieur
    leiter leiterin teamleiter teamleiterin direktor direktorin geschaftsfuhrer geschaftsfuhrerin lehrer lehrerin
    vorsitzender vorsitzende abteilungsleiter abteilungsleiterin
""")
_NEAR_BEFORE, _NEAR_AFTER = 24, 30
"""Characters of the sentence before and after the object's name that describe it: "Aurora, a choir"."""


def kinds_of(end: End, text: str) -> frozenset[ObjectKind] | None:
    """Return what an end may be; None if neither its type nor its words tell.

    Args:
        text: the sentence, whose words around the name describe the end.
    """
    words = _words(end.name)
    described = words | _words(_around(end.name, text))
    listed = _OF_TYPE.get((end.type or "").lower())
    if listed is None and end.type in (None, "other", "concept", ""):
        return _kinds_of_words(end, words, described)
    if listed is None:
        return None
    if "employer" in listed:
        return _organization(words, described)
    if listed in ({"place"}, {"project"}) and words & _NEITHER:
        return frozenset()
    return listed


def is_typed(end: End) -> bool:
    """Whether the type of an end says what it is."""
    return (end.type or "").lower() in _OF_TYPE


def is_job(name: str) -> bool:
    """Whether a name says "the job" and names no employer: "my job", "o emprego", "die Stelle"."""
    words = _words(name)
    return bool(words & _JOB) and len(words) <= 3 and name[:1].islower()


def is_title(end: End) -> bool:
    """Whether an end is worded as a job title."""
    last = WORD.findall(fold(end.name))[-1:]
    return bool(_words(end.name) & _TITLE and not set(last) & (_THING | _NEITHER)) or any(
        w.endswith(("meister", "leiter", "leiterin")) for w in _words(end.name)
    )


def _organization(words: frozenset[str], described: frozenset[str]) -> frozenset[ObjectKind]:
    for names in (words, described):
        if names & _NEITHER:
            return frozenset()
        if names & _SCHOOL:
            return frozenset({"school"})
        if names & _CLUB:
            return frozenset({"club"})
    return frozenset({"employer"})


def _kinds_of_words(end: End, words: frozenset[str], described: frozenset[str]) -> frozenset[ObjectKind] | None:
    if is_job(end.name):
        return frozenset({"job"})
    if is_title(end):
        return frozenset({"role"})
    for listed, kind in (
        (_NEITHER, None),
        (_SCHOOL, "school"),
        (_CLUB - _GATHERING, "club"),
        (_PET, "pet"),
        (_THING, "thing"),
    ):
        if words & listed:
            return frozenset({kind}) if kind else frozenset()  # type: ignore[arg-type]
    if not end.name[:1].isupper():
        return frozenset({"role"})
    return _organization(words, described) if described & (_NEITHER | _SCHOOL | _CLUB) else None


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(fold(text)))


def _around(name: str, text: str) -> str:
    """Return the words that describe a name: directly before it, or behind it as an apposition (", a gym")."""
    at = text.find(name)
    if at < 0 or not name:
        return ""
    before = text[max(0, at - _NEAR_BEFORE) : at]
    after = text[at + len(name) : at + len(name) + _NEAR_AFTER]
    apposition = after if re.match(r"\s*[,(–-]", after) else ""
    return f"{_noun_before(before)} {apposition}"


def _noun_before(before: str) -> str:
    """Return the last two words before a name, unless a sign separates them from it."""
    if re.search(r"[.,;:!?]\s*$", before):
        return ""
    return " ".join(before.split()[-2:])
