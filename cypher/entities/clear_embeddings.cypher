// Removes the embedding of versions whose fact still exists; other versions keep theirs.
// Mode: WRITE. Parameters: $brain STRING, $facts LIST<STRING>
CYPHER 25
UNWIND $facts AS id
MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->() WHERE w.embedding IS NOT NULL OR w.embeddingBeside IS NOT NULL
MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
SET w.embedding = null, w.embeddingBeside = null
RETURN count(w) AS cleared
