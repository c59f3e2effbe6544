// graphmem.recall, the first of two statements: what is asked, made ready for the search. See recall.cypher.
//
// Mode: READ. Parameters: $brain STRING, $text STRING|null, $k INTEGER, $validAt DATETIME|null, $knownAt DATETIME|null, $options MAP:
// entities, relations, categories LIST<STRING>, sessionId, speaker, role STRING, tags LIST<STRING>, minConfidence FLOAT,
// includeClosed, facts, episodes, folded BOOLEAN (folded: words are compared as they are, without English stems)
// Returns one row: q MAP (the parameter of recall.cypher and recall_past.cypher, but for the vector), unknown LIST<STRING> (options
// that there are not)
// Of the text only lower-case word characters reach the full-text index; nothing of them is syntax there. The token of the brain is read
// from what it holds: without any there is nothing to find.
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
     split(reduce(s = '', c IN split(normalize(lower, NFKD), '') |
       s + CASE WHEN c =~ '\\p{M}' THEN '' WHEN c =~ '[\\p{L}\\p{N}]' THEN c ELSE ' ' END), ' ') AS names
WITH token, at, known, [n IN names WHERE n <> '' | normalize(n, NFC)] AS names,
     reduce(s = '', w IN COLLECT { UNWIND parts AS w WITH w WHERE w <> '' RETURN DISTINCT w LIMIT 64 } | s + ' ' + w) AS words
WITH *, CASE WHEN words = '' OR token IS NULL THEN '' ELSE '+brainToken:' + token + '^0 +' END AS start,
     coalesce($options.entities, []) AS entities, coalesce($options.facts, true) AS facts, coalesce($options.episodes, true) AS episodes
WITH *, CASE WHEN $options.sessionId IS NULL AND $options.speaker IS NULL AND $options.role IS NULL AND coalesce($options.tags, []) = []
     THEN false ELSE true END AS filtered
WITH *, CASE WHEN filtered OR entities <> [] OR coalesce($options.relations, []) + coalesce($options.categories, []) <> []
     THEN 4 ELSE 1 END AS wide
RETURN {
  brain: $brain, k: $k, at: at, known: known, past: $knownAt IS NOT NULL, before: coalesce($validAt, datetime('9999-12-31T00:00:00Z')),
  factIndex: CASE WHEN $options.folded THEN 'fact_text_folded' ELSE 'fact_text' END,
  factWords: CASE WHEN start <> '' AND facts THEN start + '(factText:(' + words + '))' ELSE '' END,
  episodeIndex: CASE WHEN $options.folded THEN 'episode_text_folded' ELSE 'episode_text' END,
  episodeWords: CASE WHEN start <> '' AND episodes THEN start + '(searchText:(' + words + '))' ELSE '' END,
  nameWords: CASE WHEN start <> '' AND facts THEN start + '(name:(' + words + ') norm:(' + words + '))' ELSE '' END,
  norms: COLLECT { UNWIND range(1, 4) AS n UNWIND range(0, size(names) - n) AS i
    RETURN DISTINCT reduce(s = names[i], x IN names[i + 1..i + n] | s + '_' + x) LIMIT 200 },
  only: COLLECT { UNWIND entities AS ref UNWIND [ref,
    // include: explore/folded
    ] AS one RETURN DISTINCT one },
  facts: facts, episodes: episodes, reach: 120 * wide, factReach: 60 * wide, factWide: 90 * wide,
  closed: coalesce($options.includeClosed, false), walk: 60,
  relations: [ref IN coalesce($options.relations, []) |
    // include: explore/folded
  ], categories: coalesce($options.categories, []),
  minConfidence: $options.minConfidence, leastConfidence: 0.55, includeClosed: coalesce($options.includeClosed, false),
  filtered: filtered, scoped: filtered OR entities <> [], timeWords: null,
  session: $options.sessionId, speaker: toLower(trim($options.speaker)), role: $options.role, tags: coalesce($options.tags, []),
  metadata: [],
  weights: {vector: 2.0, text: 1.5, walk: 0.5, turnText: 2.0, turn: 1.5, context: 1.5, fact: 0.8}
} AS q,
[name IN keys($options) WHERE NOT name IN ['entities', 'relations', 'categories', 'sessionId', 'speaker', 'role', 'tags',
  'minConfidence', 'includeClosed', 'facts', 'episodes', 'folded']] AS unknown
