// Updates the turns after a late turn: their search text and context are derived again from their present neighbours.
// Parameters: $brain STRING, $episode STRING (the late one), $after [{id, before LIST<STRING>, vector LIST|null}] (from
// curation/following_turns.cypher, with new context vectors; null = it has none yet, or has chunks; a vector is used only if `before` are still the turns before it)
// Returns one row per turn: id
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
MATCH (ep:Episode {brain: $brain, id: $episode})
SET ep.late = null
WITH ep
UNWIND $after AS x
MATCH (n:Episode {brain: $brain, id: x.id})
CALL (n) {
  MATCH (p:Episode)-[way:NEXT*1..2]->(n)
  WITH p, min(size(way)) AS far ORDER BY far
  RETURN collect(p.turn) AS before
}
WITH n, x, before, split(n.baseText, '\n')[0] + coalesce('\n' + left(before[0], 400), '') + '\n' + n.turn AS text
SET n.searchText = CASE WHEN n.searchText IS NULL THEN null ELSE text + substring(n.searchText, size(n.baseText)) END,
    n.baseText = text,
    n.contextEmbedding = CASE WHEN x.before <> before THEN n.contextEmbedding ELSE toFloatList(x.vector) END,
    n.contextEmbeddingBeside = CASE WHEN x.before <> before THEN n.contextEmbeddingBeside END
RETURN n.id AS id
