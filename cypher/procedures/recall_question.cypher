// graphmem.recall, the first of two statements: prepares the question for the search. See recall.cypher.
//
// Mode: READ. Parameters: $brain STRING, $text STRING|null, $k INTEGER, $validAt DATETIME|null, $knownAt DATETIME|null,
// $options MAP: entities, relations, categories LIST<STRING>, sessionId, speaker, role STRING, tags LIST<STRING>,
// minConfidence FLOAT, includeClosed, facts, episodes, folded BOOLEAN (accents are ignored and English endings not
// stemmed; default: according to the brain's language)
// Returns one row: q MAP (the parameter of recall.cypher and recall_past.cypher, without the vector), unknown LIST<STRING>
// (unknown options)
// Only the lower-case word characters of the text reach the full-text index, so that the text has no query syntax. The stop
// words of Lucene's English analyzer are left out here, and the brain's token is next to each word (graphmem/graph/fulltext.py
// says why). The token is read from the brain's nodes: without any there is nothing to find.
CYPHER 25
CALL () {
  CALL () {
    MATCH (e:Entity) WHERE e.brain = $brain AND e.key IS NOT NULL
    RETURN e.brainToken AS token LIMIT 1
    UNION ALL
    MATCH (ep:Episode) WHERE ep.brain = $brain AND ep.recordedAt IS NOT NULL
    RETURN ep.brainToken AS token LIMIT 1
  }
  RETURN head(collect(token)) AS token
}
WITH token, toLower(left(coalesce($text, ''), 4000)) AS lower,
     datetime({datetime: coalesce($validAt, datetime()), timezone: 'UTC'}) AS at,
     datetime({datetime: coalesce($knownAt, datetime('9999-12-31T00:00:00Z')), timezone: 'UTC'}) AS known
WITH token, at, known,
     split(reduce(s = '', c IN split(lower, '') | s + CASE WHEN c =~ '[\\p{L}\\p{N}_]' THEN c ELSE ' ' END), ' ') AS parts,
     split(head([told IN [lower] |
       // include: explore/letters
     ]), ' ') AS names
WITH token, at, known, [n IN names WHERE n <> '' | normalize(n, NFC)] AS names,
     COLLECT { UNWIND parts AS w WITH w WHERE replace(w, '_', '') <> '' AND NOT w IN ['a', 'an', 'and', 'are', 'as', 'at', 'be', 'but', 'by',
       'for', 'if', 'in', 'into', 'is', 'it', 'no', 'not', 'of', 'on', 'or', 'such', 'that', 'the', 'their', 'then', 'there', 'these', 'they',
       'this', 'to', 'was', 'will', 'with'] RETURN DISTINCT w LIMIT 64 } AS words
WITH *, [w IN words WHERE token IS NOT NULL | [' (+brainToken:' + token + '^0 +', ':' + w + ')']] AS sought,
     coalesce($options.entities, []) AS entities, coalesce($options.facts, true) AS facts, coalesce($options.episodes, true) AS episodes
WITH *, CASE WHEN $options.sessionId IS NULL AND $options.speaker IS NULL AND $options.role IS NULL AND coalesce($options.tags, []) = []
     THEN false ELSE true END AS filtered
WITH *, CASE WHEN filtered OR entities <> [] OR coalesce($options.relations, []) + coalesce($options.categories, []) <> []
     THEN 4 ELSE 1 END AS wide, CASE WHEN $k > 60 THEN $k ELSE 60 END AS most
RETURN {
  brain: $brain, k: $k, at: at, known: known, past: $knownAt IS NOT NULL, before: coalesce($validAt, datetime('9999-12-31T00:00:00Z')),
  folded: $options.folded, foldedElse: false,
  factWords: reduce(s = '', w IN sought | s + CASE WHEN facts THEN w[0] + 'factText' + w[1] ELSE '' END),
  episodeWords: reduce(s = '', w IN sought | s + CASE WHEN episodes THEN w[0] + 'searchText' + w[1] ELSE '' END),
  nameWords: reduce(s = '', w IN sought | s + CASE WHEN facts THEN w[0] + 'name' + w[1] + w[0] + 'norm' + w[1] ELSE '' END),
  norms: COLLECT { UNWIND range(0, size(names) - 1) AS i UNWIND range(1, CASE WHEN size(names) - i < 4 THEN size(names) - i ELSE 4 END) AS n
    RETURN DISTINCT reduce(s = names[i], x IN names[i + 1..i + n] | s + '_' + x) LIMIT 1000 },
  only: COLLECT { UNWIND entities AS ref UNWIND [ref,
    // include: explore/folded
    ] AS one RETURN DISTINCT one },
  facts: facts, episodes: episodes, reach: 120 * wide, factReach: most * wide, factWide: most * wide * 3 / 2, endedReach: CASE WHEN $k > 20 THEN $k ELSE 20 END,
  closed: coalesce($options.includeClosed, false), walk: 60, spread: false, deep: false,
  relations: [ref IN coalesce($options.relations, []) |
    // include: explore/folded
  ], categories: coalesce($options.categories, []),
  minConfidence: $options.minConfidence, leastConfidence: 0.55, includeClosed: coalesce($options.includeClosed, false),
  filtered: filtered, scoped: filtered OR entities <> [], timeWords: null,
  session: $options.sessionId, speaker: toLower(trim($options.speaker)), role: $options.role, tags: coalesce($options.tags, []),
  metadata: [],
  weights: {vector: 2.0, text: 1.5, walk: 0.5, turnText: 2.0, turn: 1.5, context: 1.25, fact: 0.8}
} AS q,
[name IN keys($options) WHERE NOT name IN ['entities', 'relations', 'categories', 'sessionId', 'speaker', 'role', 'tags',
  'minConfidence', 'includeClosed', 'facts', 'episodes', 'folded']] AS unknown
