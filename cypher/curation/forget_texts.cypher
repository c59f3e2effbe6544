// Removes copies of forgotten text from derived texts: traces with prompts and answers, stored results, search texts, profiles,
// summaries of entities, clusters and observations. A directive has the sentence of its fact without the full stop. `forgottenAt` of the brain
// keeps the profile out that a message brings which was stored before.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $needles LIST<STRING> (ids and sentences that must not
// remain anywhere), $states LIST<STRING> (episodes whose sentences changed), $after LIST<STRING> (turns whose prompts quoted a
// forgotten one), $ends LIST<STRING> (entities whose profile may mention it), $facts LIST<STRING> (facts that are derived again: a
// profile that rests on one of them is removed), $gone LIST<STRING> (entities that are removed: proposals and observations about
// them go too, and reports of upkeep that name them), $silenced LIST<STRING> (episodes that stay while a fact of theirs is forgotten: no directive is
// drawn from them again)
// Returns one row: traces, answers (number of blanked ones), summaries (ids of the summaries of the sessions of $states, which
// are removed: they were made from what changed)
CYPHER 25
CALL () {
  MATCH (b:Brain {id: $brain})
  SET b.forgottenAt = datetime.realtime()
}
CALL () {
  MATCH (ep:Episode {brain: $brain}) WHERE ep.recordedAt > datetime('0001-01-01T00:00:00Z')
    AND (ep.id IN $after OR any(x IN $needles WHERE ep.trace CONTAINS x) OR any(x IN $needles WHERE ep.result CONTAINS x))
  SET ep.trace = '{"stages": [], "forgotten": true}',
      ep.result = '{"episode_id": "' + ep.id + '", "status": "' + ep.status + '"}'
  RETURN count(ep) AS traces
}
CALL () {
  UNWIND $states AS id
  MATCH (ep:Episode {brain: $brain, id: id}) WHERE ep.searchText IS NOT NULL AND ep.baseText IS NOT NULL
  WITH ep, COLLECT { MATCH (ep)-[:STATES]->(s:Statement) WITH s ORDER BY s.recordedAt, s.id RETURN DISTINCT s.text } AS texts
  SET ep.searchText = reduce(all = ep.baseText, t IN texts | all + '\n' + t)
}
CALL () {
  UNWIND $states AS id
  MATCH (ep:Episode {brain: $brain, id: id})
  CALL (ep) {
    MATCH (s:Episode {brain: $brain, sessionId: ep.sessionId}) USING INDEX SEEK s:Episode(brain, sessionId, occurredAt)
    WHERE s.occurredAt IS NOT NULL AND s.covers IS NOT NULL
    RETURN s
  }
  WITH DISTINCT s, s.id AS id
  DETACH DELETE s
  RETURN collect(id) AS summaries
}
CALL () {
  UNWIND $ends AS id
  MATCH (e:Entity {brain: $brain, id: id})
  SET e.profile = null, e.profileRefreshedAt = null, e.profileFactIds = null, e.profileBasis = null,
      e.digest = null, e.digestRefreshedAt = null, e.digestFactIds = null, e.digestBasis = null
}
CALL () {
  MATCH (e:Entity {brain: $brain}) WHERE e.id >= '' AND (e.profile IS NOT NULL OR e.digest IS NOT NULL)
  WITH e, any(id IN e.profileFactIds WHERE id IN $facts) OR any(x IN $needles WHERE e.profile CONTAINS x) AS profile,
    any(id IN e.digestFactIds WHERE id IN $facts) OR any(x IN $needles WHERE e.digest CONTAINS x) AS digest
  FOREACH (one IN CASE WHEN profile THEN [e] ELSE [] END |
    SET one.profile = null, one.profileRefreshedAt = null, one.profileFactIds = null, one.profileBasis = null)
  FOREACH (one IN CASE WHEN digest THEN [e] ELSE [] END |
    SET one.digest = null, one.digestRefreshedAt = null, one.digestFactIds = null, one.digestBasis = null)
}
CALL () {
  MATCH (p:Proposal {brain: $brain})
  WHERE p.id >= '' AND (any(id IN p.itemIds WHERE id IN $gone) OR p.kind = 'contradicts' AND any(id IN p.evidenceIds WHERE id IN $facts))
  DETACH DELETE p
}
CALL () {
  MATCH (n:Observation {brain: $brain})
  WHERE n.id >= '' AND (any(id IN n.factIds WHERE id IN $facts) OR any(id IN coalesce(n.entityIds, []) WHERE id IN $gone)
    OR any(x IN $needles WHERE n.text CONTAINS x OR n.title CONTAINS x OR x IN n.episodeIds))
  DETACH DELETE n
}
CALL () {
  MATCH (c:Cluster {brain: $brain})
  WHERE c.id >= '' AND (any(id IN c.factIds WHERE id IN $facts) OR any(id IN c.entityIds WHERE id IN $gone)
    OR any(x IN $needles WHERE c.summary CONTAINS x OR c.title CONTAINS x))
  SET c.title = null, c.summary = null, c.text = null, c.embedding = null, c.embeddingBeside = null, c.basis = null, c.summaryFactIds = [],
      c.factIds = [id IN c.factIds WHERE NOT id IN $facts], c.entityIds = [id IN c.entityIds WHERE NOT id IN $gone]
}
CALL () {
  MATCH (p:Proposal {brain: $brain}) WHERE p.id >= '' AND any(id IN p.evidenceIds WHERE id IN $facts)
  SET p.evidenceIds = [id IN p.evidenceIds WHERE NOT id IN $facts]
}
CALL () {
  UNWIND $silenced AS id
  MATCH (ep:Episode {brain: $brain, id: id})
  SET ep.noDirectives = true
}
CALL () {
  MATCH (d:Directive {brain: $brain}) WHERE d.id >= '' AND any(x IN $needles WHERE btrim(x, ' .') <> '' AND d.tellings CONTAINS btrim(x, ' .'))
  WITH collect(d) AS gone, collect({id: d.id, next: d.supersededBy}) AS ends, collect(d.id) AS ids,
    reduce(all = [], some IN collect(d.episodeIds) | all + some) AS told
  CALL (ends, ids) {
    UNWIND ends AS x
    MATCH (o:Directive {brain: $brain}) WHERE o.id >= '' AND o.supersededBy = x.id
    SET o.supersededBy = CASE WHEN NOT x.next IN ids THEN x.next END
  }
  CALL (told) {
    MATCH (j:UpkeepJob {brain: $brain, job: 'directives'})
    SET j.again = coalesce(j.again, []) + [id IN told WHERE NOT id IN $silenced AND NOT id IN $needles]
  }
  FOREACH (d IN gone | DETACH DELETE d)
}
CALL () {
  MATCH (j:UpkeepJob {brain: $brain}) WHERE j.job >= '' AND any(x IN $needles + $gone WHERE j.lastReport CONTAINS x)
  SET j.lastReport = null
}
CALL () {
  MATCH (a:Answer {brain: $brain}) WHERE a.key >= '' AND a.status IS NOT NULL AND any(x IN $needles WHERE a.body CONTAINS x)
  SET a.status = 410, a.body = '{"type": "about:blank", "title": "Forgotten", "status": 410, "code": "forgotten", "detail": "What this answer told has been forgotten on request."}'
  RETURN count(a) AS answers
}
RETURN traces, answers, summaries
