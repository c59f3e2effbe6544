// Stores directives, and removes those that nothing tells any more. One is left out if since it was read an episode of it is gone, a fact of an episode
// that was read now was forgotten, or a fact of it has another sentence.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {key STRING, remove BOOLEAN, and unless it is removed: id
// STRING (for a new one), vector VECTOR|null (null = as it is), props MAP (the other properties), read LIST<STRING> (those of its episodes that were
// read now), sentences LIST<LIST> (factId, sentence: of the facts that were read now)}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
CALL (x) {
  WITH x WHERE x.remove
  MATCH (d:Directive {brain: $brain, key: x.key})
  DETACH DELETE d
  RETURN 1 AS one
  UNION ALL
  WITH x WHERE NOT x.remove AND all(id IN x.props.episodeIds WHERE EXISTS { MATCH (there:Episode {brain: $brain, id: id}) USING INDEX SEEK there:Episode(brain, id) })
    AND all(id IN x.read WHERE EXISTS { MATCH (ep:Episode {brain: $brain, id: id}) USING INDEX SEEK ep:Episode(brain, id) WHERE ep.noDirectives IS NULL })
    AND all(one IN x.sentences WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->() USING INDEX SEEK f:FACT(brain, factId) WHERE f.factText = one[1] })
  MERGE (d:Directive {brain: $brain, key: x.key})
    ON CREATE SET d.id = x.id
  SET d += x.props
  SET d.embedding = coalesce(toFloatList(x.vector), d.embedding), d.embeddingBeside = CASE WHEN x.vector IS NULL THEN d.embeddingBeside END
  RETURN 1 AS one
}
RETURN count(one) AS changed
