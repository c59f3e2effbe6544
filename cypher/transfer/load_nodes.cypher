// Creates the nodes of an export with all their properties.
// Mode: WRITE. Parameters: $brain STRING, $rows LIST<MAP> {kind (the label), properties MAP, vector, contextVector:
// vectors or null}
CYPHER 25
UNWIND $rows AS x
CREATE (n:$(x.kind))
SET n = x.properties, n.brain = $brain, n.embedding = toFloatList(x.vector), n.contextEmbedding = toFloatList(x.contextVector)
