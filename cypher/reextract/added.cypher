// Notes how many statements a new extraction has added, and takes the old sentences out of the text by which its episode is found; the
// statement that ends the episode (ingest/finish_episodes) makes that text again.
// Mode: WRITE. Parameters: $brain STRING, $episode STRING, $id STRING, $added INTEGER
CYPHER 25
MATCH (r:Reextraction {brain: $brain, id: $id})
SET r.added = $added
WITH r
MATCH (ep:Episode {brain: $brain, id: $episode})
SET ep.searchText = null
RETURN r.id AS id
