// The sentences of facts. Parameters: $brain STRING, $ids LIST<STRING>. Returns: id STRING, text STRING
CYPHER 25
UNWIND $ids AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
RETURN id, f.factText AS text
