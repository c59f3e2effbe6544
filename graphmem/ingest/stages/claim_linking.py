"""Part of stage 4: claims → claims with their entities and relations, before they are compared with what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.claims import Claim, ClaimSource
from graphmem.ingest.resolution.linked_conditions import link_conditions
from graphmem.ingest.resolution.references import object_role
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.records import LinkedClaim, LinkedClaims, Skipped
from graphmem.names.normalize import same_kind, slug, word_set
from graphmem.ontology import relation_name
from graphmem.pii.policy import is_placeholder
from graphmem_contract.records import Vector

IDENTITY = word_set("""
    same_as also_known_as is_also_known_as aka alias alias_of known_as nickname nickname_of nicknamed has_nickname goes_by
    conhecido_como conhecida_como tambem_conhecido_como apelido apelidado apelidada
    conocido_como conocida_como tambien_conocido_como apodo apodado apodada
    alias_de surnom surnomme surnommee aussi_connu_sous_le_nom_de connu_sous_le_nom_de
    auch_bekannt_als bekannt_als spitzname genannt""")
"""Relations that state another name of an entity. Such a claim becomes an alias, not a fact.

Other words for speaking are none of them: "Ana called Bruno" tells of a call.
"""
ANOTHER_NAME = "another name, kept as an alias"
"""Reason of a skipped claim that became an alias."""


def link_claims(
    claims: Sequence[tuple[Claim, ClaimSource]], resolved: Resolved, vectors: Mapping[str, Vector]
) -> LinkedClaims:
    """Give the claims their entities, relations and vectors.

    Skipped are claims without a name at an end, claims that relate an entity to itself, and claims that state another name.
    The last ones become aliases.
    """
    placed, skipped, aliases = [], [], []
    for claim, source in claims:
        subject = resolved.end(claim.subject, source)
        role = object_role(claim, source)
        object_ = resolved.end(claim.object, source) if role.entity or role.open else None
        if (
            object_ is not None
            and role.open
            and (object_.id == getattr(subject, "id", None) or not same_kind(object_.type, role.type))
        ):
            object_ = None
        relation = relation_name(claim.relation, synonyms=source.resolve == "full")
        conditions = link_conditions(claim, source, resolved)
        is_nameless = not claim.object.strip() or (relation in IDENTITY and is_placeholder(claim.object))
        if subject is None or is_nameless or (role.entity and object_ is None):
            skipped.append(Skipped(claim, source, "an end of it has no name"))
        elif conditions is None:
            skipped.append(Skipped(claim, source, "a condition of it has no name"))
        elif relation in IDENTITY and claim.action == "holds":
            aliases.append((slug(claim.object), claim.object.strip(), subject.id))
            skipped.append(Skipped(claim, source, ANOTHER_NAME))
        elif object_ is not None and object_.id == subject.id:
            skipped.append(Skipped(claim, source, "it relates an entity to itself"))
        else:
            plain = relation_name(claim.relation, synonyms=False)
            ends = (claim, source, subject, relation, object_)
            placed.append(LinkedClaim(*ends, vectors.get(claim.text), plain, conditions=conditions))
    return LinkedClaims(tuple(placed), tuple(skipped), tuple(aliases))
