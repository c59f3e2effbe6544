// Stage 2, the read: first the brain's revision (a statement does not read a snapshot), then the candidates of all mentions.
// Parameters: $brain STRING, $names LIST<STRING>, $embeddings LIST, $k INTEGER as in candidates.cypher, $externalIds
// LIST<STRING>, $handles LIST<STRING> (ids and keys in place of names),
// $words LIST<STRING> (one full-text query per name, for similar spellings; "" or nothing = none),
// $values LIST<MAP> {i, norm}: values that are entities if one has exactly this name; their place in $names has ""
// Returns one row: revision, state STRING (of the brain: another after each commit), settings, mentions [{i, candidates}] ($values too), external [{externalId, id, key, name, type}],
// handled [{handle, id, key, name, type, externalId}]
CYPHER 25 replan=skip
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision, coalesce(toString(b.commitBegunAt), '') AS state, b.settings AS settings
CALL () {
  CALL () {
    // include: procedures/candidates
  }
  WITH i, candidates, $words[i] AS words, [c IN candidates WHERE c.how = 'alias'] AS exact
  CALL (words, exact) {
    WITH words, exact WHERE words <> '' AND all(c IN exact WHERE c.guess IS NOT NULL)
    CALL db.index.fulltext.queryNodes('names', words, {limit: 40}) YIELD node, score
    WHERE node:Alias AND node.brain = $brain
    MATCH (node)-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
    WITH e, min(node.name) AS said, max(score) AS best ORDER BY best DESC LIMIT 20
    RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'text', score: 0.0, said: said,
      aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 10 }}) AS byText
  }
  RETURN collect({i: i, candidates: candidates + byText}) AS mentions
}
CALL () {
  UNWIND $values AS x
  CALL (x) {
    MATCH (a:Alias {brain: $brain, norm: x.norm})-[r:ALIAS_OF]->(e:Entity)
    WHERE e.mergedInto IS NULL
    RETURN e, r
  }
  WITH x, e, r ORDER BY x.i, r.rank
  WITH x, collect(e {.id, .key, .name, .type, .typeGuessed, .externalId, how: 'alias', rank: r.rank, score: 1.0, guess: r.guess})[..20] AS candidates
  RETURN collect({i: x.i, candidates: candidates}) AS valued
}
CALL () {
  // include: ingest/by_external_id
}
CALL () {
  // include: ingest/by_id_or_key
}
RETURN revision, state, settings, mentions + valued AS mentions, external, handled
