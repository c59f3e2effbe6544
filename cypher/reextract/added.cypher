// Notes how many statements a new extraction has added. Mode: WRITE. Parameters: $brain STRING, $id STRING, $added INTEGER
CYPHER 25
MATCH (r:Reextraction {brain: $brain, id: $id})
SET r.added = $added
RETURN r.id AS id
