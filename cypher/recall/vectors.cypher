// The vectors of candidates, to compute how similar they are to each other.
// Parameter: $q MAP, of which: brain STRING, factIds LIST<STRING>, episodeIds LIST<STRING>
// Returns one row: facts LIST<LIST> (factId, vector or null), episodes LIST<LIST> (id, vector or null: its own, else its first
// chunk's)
CYPHER 25
CALL () {
  UNWIND $q.factIds AS id
  MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->()
  RETURN collect([id, f.embedding]) AS facts
}
CALL () {
  UNWIND $q.episodeIds AS id
  MATCH (ep:Episode {brain: $q.brain, id: id})
  CALL (ep) {
    OPTIONAL MATCH (ep)-[:HAS_CHUNK]->(c:Chunk)
    RETURN head(collect(c.embedding)) AS ofChunk
  }
  RETURN collect([id, coalesce(ep.embedding, ofChunk)]) AS episodes
}
RETURN facts, episodes
