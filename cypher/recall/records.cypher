// The final results of a recall in full, each as it was believed at a system time.
// Parameter: $q MAP, of which: brain STRING, factIds LIST<STRING>, episodeIds LIST<STRING>, chunkIds LIST<STRING>, entityIds
// LIST<STRING>, tracedIds LIST<STRING> (episodes of facts, returned as far as the filters admit them), sourceIds
// LIST<STRING> (likewise, of any time; the context names them), past BOOLEAN, at DATETIME (valid time), standing BOOLEAN
// (whether directives are returned), vector VECTOR|null (of the question), and those of
// recall/visible_episode: known, before, session, speaker, role, tags, metadata
// Returns one row: facts LIST<MAP> (explore/fact_row), episodes LIST<MAP> (explore/episode_row), entities LIST<MAP>
// (explore/entity_row), all with their single times in µs since 1970, because the driver decodes numbers much faster than
// times; passages LIST<MAP> {episodeId, speaker, content} of the chunks, sources LIST<LIST> (id, speaker, time in µs),
// outdated LIST<LIST> (episode id, text, end in µs: what the episode states and what had ended by then, the latest period, or its
// own moment where it never held), overtaken LIST<LIST> (object, text, end in µs: ended values beside the told ones that hold, of
// the same subject and relation), standing
// LIST<MAP> (upkeep/directive_row of the directives that hold at $q.at, with near FLOAT|null: how near the question is), settings
// (of the brain, JSON)
CYPHER 25
CALL () {
  UNWIND $q.factIds AS id
  CALL (id) {
    MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known
    RETURN f
    UNION ALL
    WITH id WHERE $q.past
    MATCH ()-[f:FACT_WAS {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
    RETURN f
  }
  WITH
    // include: explore/fact_row
  RETURN collect(row {.*, tValid: row.tValid.epochSeconds * 1000000 + row.tValid.microsecond,
    tInvalid: row.tInvalid.epochSeconds * 1000000 + row.tInvalid.microsecond,
    recordedAt: row.recordedAt.epochSeconds * 1000000 + row.recordedAt.microsecond,
    expiredAt: row.expiredAt.epochSeconds * 1000000 + row.expiredAt.microsecond,
    lastConfirmedAt: row.lastConfirmedAt.epochSeconds * 1000000 + row.lastConfirmedAt.microsecond}) AS facts
}
CALL () {
  CALL () {
    UNWIND $q.episodeIds AS id
    MATCH (ep:Episode {brain: $q.brain, id: id})
    RETURN ep
    UNION
    UNWIND $q.tracedIds AS id
    MATCH (ep:Episode {brain: $q.brain, id: id})
    WITH ep
    // include: recall/visible_episode
    RETURN ep
  }
  WITH
    // include: explore/episode_row
  RETURN collect(episode {.*, occurredAt: episode.occurredAt.epochSeconds * 1000000 + episode.occurredAt.microsecond,
    recordedAt: episode.recordedAt.epochSeconds * 1000000 + episode.recordedAt.microsecond}) AS episodes
}
CALL () {
  UNWIND $q.entityIds AS id
  MATCH (e:Entity {brain: $q.brain, id: id}) WHERE e.recordedAt <= $q.known
  CALL (e) {
    // include: explore/entity_row
  }
  RETURN collect(entity {.*, firstSeenAt: entity.firstSeenAt.epochSeconds * 1000000 + entity.firstSeenAt.microsecond,
    lastSeenAt: entity.lastSeenAt.epochSeconds * 1000000 + entity.lastSeenAt.microsecond}) AS entities
}
CALL () {
  UNWIND $q.chunkIds AS id
  MATCH (c:Chunk {brain: $q.brain, id: id})
  RETURN collect(c {.episodeId, .speaker, .content}) AS passages
}
CALL () {
  UNWIND $q.sourceIds AS id
  MATCH (ep:Episode {brain: $q.brain, id: id})
  WITH ep WHERE
  // include: recall/episode_filter
  RETURN collect([ep.id, ep.speaker, ep.occurredAt.epochSeconds * 1000000 + ep.occurredAt.microsecond]) AS sources
}
CALL () {
  UNWIND $q.episodeIds AS episodeId
  MATCH (:Episode {brain: $q.brain, id: episodeId})-[:STATES]->(s:Statement {action: 'holds'})
  WITH episodeId, s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId, head(collect(s)) AS s LIMIT 500
  CALL (subjectId, relation, objectId) {
    CALL (subjectId, relation, objectId) {
      MATCH ()-[f:FACT {brain: $q.brain, subjectId: subjectId, relation: relation, objectId: objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
      WHERE f.recordedAt <= $q.known
      RETURN f
      UNION ALL
      WITH subjectId, relation, objectId WHERE $q.past
      MATCH ()-[f:FACT_WAS {brain: $q.brain, subjectId: subjectId, relation: relation, objectId: objectId}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
      WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
      RETURN f
    }
    WITH f ORDER BY f.tEnd DESC
    RETURN collect(f) AS periods
  }
  WITH episodeId, s, periods WHERE all(f IN periods WHERE f.tEnd <= $q.at AND f.kind <> 'event')
  CALL (s, periods) {
    WITH periods WHERE periods <> []
    RETURN periods[0].factText AS text, periods[0].tEnd AS end
    UNION ALL
    // Another value was stated of the same moment, and took its place before it held.
    WITH s, periods WHERE periods = [] AND NOT $q.past AND s.kind = 'state' AND s.verdict IS NULL AND s.conditions IS NULL
    MATCH (:RelationType {brain: $q.brain, name: s.relation, cardinality: 'one'})
    MATCH ()-[f:FACT {brain: $q.brain, subjectId: s.subjectId, relation: s.relation}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE f.objectId >= '' AND f.tStart = s.at AND f.tStart <= $q.at
    RETURN DISTINCT s.text AS text, s.at AS end
  }
  RETURN collect([episodeId, text, end.epochSeconds * 1000000 + end.microsecond]) AS outdated
}
CALL () {
  UNWIND CASE WHEN $q.episodeIds = [] THEN [] ELSE $q.factIds END AS id
  MATCH ()-[now:FACT {brain: $q.brain, factId: id}]->() USING INDEX SEEK now:FACT(brain, factId)
  WHERE now.tStart <= $q.at AND now.tEnd > $q.at
  WITH now.subjectId AS subjectId, now.relation AS relation, collect(now.objectId) AS held LIMIT 40
  CALL (subjectId, relation, held) {
    MATCH ()-[f:FACT {brain: $q.brain, subjectId: subjectId, relation: relation}]->(o) USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE f.objectId >= '' AND f.tEnd <= $q.at AND f.kind <> 'event' AND f.recordedAt <= $q.known AND NOT f.objectId IN held
    RETURN f, o ORDER BY f.tEnd DESC LIMIT 20
  }
  RETURN collect([coalesce(o.name, o.text), f.factText, f.tEnd.epochSeconds * 1000000 + f.tEnd.microsecond]) AS overtaken
}
CALL () {
  WITH 1 AS one WHERE $q.standing
  MATCH (d:Directive {brain: $q.brain}) WHERE d.id >= '' AND d.validFrom <= $q.at AND d.recordedAt <= $q.known
  OPTIONAL MATCH (later:Directive {brain: $q.brain, id: d.supersededBy})
  WITH d, later WHERE later IS NULL OR later.validFrom > $q.at OR later.recordedAt > $q.known
  WITH d ORDER BY d.lastToldAt DESC LIMIT 1000
  WITH vector.similarity.cosine(d.embedding, $q.vector) AS near,
    // include: upkeep/directive_row
  RETURN collect(directive {.*, near: near}) AS standing
}
OPTIONAL MATCH (b:Brain {id: $q.brain})
RETURN facts, episodes, entities, passages, sources, outdated, overtaken, standing, b.settings AS settings
