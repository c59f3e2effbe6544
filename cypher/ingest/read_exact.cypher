// Stage 2, the read if names are keys: only entities with exactly this name. The revision is read first.
// Parameters: $brain STRING, $names LIST<STRING> (normalised), $externalIds LIST<STRING>, $handles LIST<STRING>
// (ids and keys in place of names)
// Returns one row as ingest/read_names, with the names that an entity has: revision, state, mentions [{i, candidates, about}],
// external [{externalId, id, key, name, type}], handled [{handle, id, key, name, type, externalId}]; about is empty.
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision, coalesce(toString(b.commitBegunAt), '') AS state
CALL () {
  UNWIND range(0, size($names) - 1) AS i
  WITH i, $names[i] AS name
  CALL (name) {
    MATCH (a:Alias {brain: $brain, norm: name})-[r:ALIAS_OF]->(e:Entity)
    WHERE e.mergedInto IS NULL
    RETURN e, r
  }
  WITH i, e, r ORDER BY i, r.rank
  WITH i, collect(e {.id, .key, .name, .type, .externalId, how: 'alias', rank: r.rank, score: 1.0, guess: r.guess})[..20] AS candidates
  RETURN collect({i: i, candidates: candidates, about: []}) AS mentions
}
CALL () {
  // include: ingest/by_external_id
}
CALL () {
  // include: ingest/by_id_or_key
}
RETURN revision, state, mentions, external, handled
