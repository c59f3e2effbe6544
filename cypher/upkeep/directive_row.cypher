// A fragment: a directive as a row, its times in µs since 1970. Variables: d NODE. Parameters: none. Returns: directive MAP
d {.id, .kind, .text, .scope, .confidence, .speaker, .timesTold, .factIds, .episodeIds, .supersededBy,
  validFrom: d.validFrom.epochSeconds * 1000000 + d.validFrom.microsecond,
  lastToldAt: d.lastToldAt.epochSeconds * 1000000 + d.lastToldAt.microsecond} AS directive
