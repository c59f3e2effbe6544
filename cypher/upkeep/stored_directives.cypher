// The directives of a brain as they are stored, with their tellings.
// Parameters: $brain STRING, $after STRING (directive id; '' = from the start), $limit INTEGER
// Returns: id, key, kind, text, scope, likes, speaker, confidence, validFrom, lastToldAt, recordedAt, timesTold, episodeIds, factIds, supersededBy,
// tellings STRING (JSON), in the order of the id
CYPHER 25
MATCH (d:Directive {brain: $brain}) WHERE d.id > $after
RETURN d.id AS id, d.key AS key, d.kind AS kind, d.text AS text, d.scope AS scope, d.likes AS likes, d.speaker AS speaker,
  d.confidence AS confidence, d.validFrom AS validFrom, d.lastToldAt AS lastToldAt, d.recordedAt AS recordedAt, d.timesTold AS timesTold,
  d.episodeIds AS episodeIds, d.factIds AS factIds, d.supersededBy AS supersededBy, d.tellings AS tellings
ORDER BY id LIMIT $limit
