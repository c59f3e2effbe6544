// Stage 2, the read: the brain's revision first (a statement is no snapshot), then the candidates of all mentions.
// Parameters: $brain STRING, $names LIST<STRING>, $embeddings LIST, $k INTEGER as in candidates.cypher, $externalIds LIST<STRING>
// Returns one row: revision, settings, mentions [{i, candidates}], external [{externalId, id, key, name, type}]
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision, b.settings AS settings
CALL () {
  CALL () {
    // include: procedures/candidates
  }
  RETURN collect({i: i, candidates: candidates}) AS mentions
}
CALL () {
  UNWIND $externalIds AS externalId
  MATCH (e:Entity {brain: $brain, externalId: externalId}) WHERE e.mergedInto IS NULL
  RETURN collect(e {.externalId, .id, .key, .name, .type}) AS external
}
RETURN revision, settings, mentions, external
