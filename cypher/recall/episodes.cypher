// A fragment of recall: episodes by words, by the meaning of the turn, by the meaning of the turn with the two turns before
// it, and episodes of facts. A chunk stands for its episode. An episode is about an entity if it mentions anything that was
// one with the entity.
// To be included in a CALL (touched, only).
// Variables: touched LIST<STRING> (ids), only LIST<NODE> (entities that the episode must be about; [] = any)
// Parameter: $q MAP, of which: brain STRING, vector ANY|null, episodeWords STRING ('' = none), folded, foldedElse
// (recall/folding), reach INTEGER (hits per list), only LIST<STRING>, timeWords STRING|null (a pattern for words of
// time, if the question asks for a time), scoped BOOLEAN (a filter is set: also read what it admits), filtered BOOLEAN
// (that filter is an episode filter), and those of
// recall/visible_episode: known, before, session, speaker, role, tags, metadata
// Returns: episodes LIST<LIST>: id, text score, turn similarity, context similarity, id of the next turn, speaker, occurredAt
// in ms, whether it has a word of time, whether it ends with a question mark, id of its best chunk (null: the episode itself
// was found), role
CALL (only) {
  UNWIND only AS e
  WITH e, $q.known AS known
  CALL (e, known) {
    // include: entities/merge_closure_as_of
  }
  RETURN collect(DISTINCT one) AS spoken
}
CALL () {
  WITH 1 AS one WHERE $q.episodeWords <> ''
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  CALL () {
    // include: recall/folding
  }
  CALL db.index.fulltext.queryNodes(CASE WHEN folded THEN 'episode_text_folded' ELSE 'episode_text' END, $q.episodeWords, {limit: $q.reach}) YIELD node AS n, score
  WITH n, score WHERE score > 0 AND n.brain = $q.brain
  RETURN collect({n: n, text: score, turn: null, context: null}) AS byText
}
CALL () {
  WITH $q.vector AS vector WHERE vector IS NOT NULL
  MATCH (n:Episode|Chunk)
  SEARCH n IN (VECTOR INDEX episode_embedding FOR vector WHERE n.brain = $q.brain AND n.occurredAt <= $q.before LIMIT $q.reach) SCORE AS s
  RETURN collect({n: n, text: null, turn: s, context: null}) AS byTurn
}
CALL () {
  WITH $q.vector AS vector WHERE vector IS NOT NULL
  MATCH (n:Episode|Chunk)
  SEARCH n IN (VECTOR INDEX episode_context FOR vector WHERE n.brain = $q.brain AND n.occurredAt <= $q.before LIMIT $q.reach) SCORE AS s
  RETURN collect({n: n, text: null, turn: null, context: s}) AS byContext
}
CALL (touched) {
  UNWIND touched AS id
  MATCH (n:Episode {brain: $q.brain, id: id}) USING INDEX SEEK n:Episode(brain, id)
  RETURN collect({n: n, text: null, turn: null, context: null}) AS byFact
}
CALL (spoken) {
  WITH spoken WHERE $q.scoped
  CALL (spoken) {
    WITH 1 AS one WHERE $q.filtered
    CALL () {
      // include: recall/filtered_episodes
    }
    RETURN ep AS n
    UNION
    UNWIND spoken AS e
    MATCH (e)<-[m:MENTIONS]-(n:Episode) WHERE m.of IS NULL
    RETURN DISTINCT n LIMIT 500
  }
  RETURN collect({n: n, text: null,
    turn: vector.similarity.cosine(n.embedding, $q.vector),
    context: vector.similarity.cosine(n.contextEmbedding, $q.vector)
  }) AS byScope
}
WITH byText + byTurn + byContext + byFact + byScope AS hits, spoken
CALL (hits) {
  UNWIND hits AS hit
  WITH hit.n AS n, max(hit.text) AS text, max(hit.turn) AS turn, max(hit.context) AS context
  ORDER BY coalesce(turn, 0) + coalesce(text, 0) / 10 DESC
  WITH CASE WHEN n:Chunk THEN head([(n)<-[:HAS_CHUNK]-(whole:Episode) | whole]) ELSE n END AS ep, CASE WHEN n:Chunk THEN n.id END AS chunk, text, turn, context
  RETURN ep, max(text) AS text, max(turn) AS turn, max(context) AS context, head(collect(chunk)) AS chunk
}
WITH ep, text, turn, context, chunk, spoken
// include: recall/visible_episode
WITH ep, text, turn, context, chunk WHERE $q.only = [] OR any(e IN spoken WHERE EXISTS { (ep)-[m:MENTIONS]->(e) WHERE m.of IS NULL })
OPTIONAL MATCH (ep)-[:NEXT]->(following:Episode)
RETURN collect([ep.id, text, turn, context, following.id, ep.speaker, ep.occurredAt.epochMillis,
  $q.timeWords IS NOT NULL AND left(ep.content, 2000) =~ $q.timeWords, rtrim(ep.content) ENDS WITH '?', chunk, ep.role]) AS episodes
