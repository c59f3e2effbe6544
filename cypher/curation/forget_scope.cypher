// Forget, first read: the statements to remove, and the groups of facts that they belong to.
// The ends of a removed statement are removed too: ends by a person (`about`), ends by a judge who found it contradicted, and,
// if the fact itself is forgotten, every stated end of it. An end that also ends another fact stays, with other words. The
// ends of other facts that a judge found because of a removed statement are removed as well. With an entity, the statements go
// that rest on it or on what was merged into it, or wait for one of these.
// Parameters: $brain STRING and one of: $episode STRING|null, $fact STRING|null, $entity STRING|null (ids)
// Returns one row: found BOOLEAN, statements LIST<STRING>, echoes LIST<STRING> (those among them with the words of another
// episode), reworded [{id, text, about}] (ends that stay, with the words of the fact that they still end, and its id),
// groups [{subjectId, relation, objectId}] (as in linked_groups), ends LIST<STRING> (entities of the episode, both ends of
// the statements, and what their conditions name), content STRING|null (of the episode), mergedInto STRING|null (the entity is a tombstone), names
// LIST<STRING> (of the entity)
CYPHER 25
OPTIONAL MATCH (ep:Episode {brain: $brain, id: $episode})
OPTIONAL MATCH (en:Entity {brain: $brain, id: $entity})
CALL () {
  MATCH ()-[f:FACT {brain: $brain, factId: $fact}]->()
  RETURN collect(f.statementIds) AS now
}
CALL () {
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: $fact}]->()
  RETURN collect(w.statementIds) AS before
}
WITH ep, en, reduce(all = [], ids IN now + before | all + ids) AS carried
OPTIONAL CALL (ep, en, carried) {
  MATCH (ep)-[:STATES]->(s:Statement)
  RETURN s
  UNION
  UNWIND carried AS id
  MATCH (s:Statement {brain: $brain, id: id})
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, subjectId: $entity}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, objectId: $entity}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  RETURN s
  UNION
  UNWIND [$entity] + COLLECT { MATCH (t:Entity)-[:MERGED_INTO*1..]->(en) WHERE t.mergedInto = en.id RETURN t.id } AS id
  CALL (id) {
    MATCH (c:Condition {brain: $brain, subjectId: id}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL
    RETURN c
    UNION
    MATCH (c:Condition {brain: $brain, objectId: id}) USING INDEX SEEK c:Condition(brain, objectId)
    RETURN c
  }
  MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
  RETURN s
}
WITH ep, en, carried, collect(DISTINCT s) AS stated
CALL (stated) {
  UNWIND CASE WHEN $entity IS NULL THEN stated ELSE [] END AS s
  WITH DISTINCT stated, s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: relation})
  WITH stated, relation, subjectId, objectId, [[subjectId, objectId]] + CASE WHEN rt.symmetric THEN [[objectId, subjectId]] ELSE [] END AS ways
  UNWIND ways AS way
  CALL (relation, way) {
    MATCH (s:Statement {brain: $brain, subjectId: way[0], relation: relation, objectId: way[1]}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
    RETURN s
  }
  WITH stated, relation, subjectId, objectId, collect(s) AS every
  WITH [s IN every WHERE s.action = 'holds' AND s IN stated] AS going, [s IN every WHERE s.action = 'holds' AND NOT s IN stated] AS staying,
    [s IN every WHERE s.action = 'ends' AND NOT s IN stated] AS ends
  UNWIND ends AS e
  WITH e, going, e.about IS NOT NULL OR coalesce(e.reason, '') = 'contradicted' AS put,
    [h IN staying WHERE coalesce(h.at < e.at, true) AND coalesce(e.at < h.until, true)] AS needs
  WHERE (put OR $fact IS NOT NULL) AND any(h IN going WHERE coalesce(h.at < e.at, true))
  RETURN collect(DISTINCT CASE WHEN needs = [] THEN e END) AS also,
    collect(DISTINCT CASE WHEN needs = [] AND put AND e.about IS NULL THEN e.id END) AS echoes,
    collect(DISTINCT CASE WHEN needs <> [] AND put AND any(h IN going WHERE h.text = e.text OR h.id = e.about) THEN {id: e.id, text: needs[0].text, about: needs[0].id} END) AS reworded
}
CALL (stated) {
  UNWIND stated AS s
  MATCH (s)<-[:BECAUSE_OF]-(e:Statement) WHERE NOT e IN stated
  WITH DISTINCT stated, e, [o IN COLLECT { MATCH (e)-[:BECAUSE_OF]->(o) WHERE o.withdrawnAt IS NULL RETURN o } WHERE NOT o IN stated] AS others
  RETURN collect(CASE WHEN others = [] THEN e END) AS found,
    collect(CASE WHEN others <> [] THEN {id: e.id, text: others[0].text, about: e.about} END) AS rephrased
}
WITH ep, en, carried, stated + also + [e IN found WHERE NOT e IN also] AS doomed, echoes, reworded + rephrased AS reworded
RETURN ep IS NOT NULL OR en IS NOT NULL OR carried <> [] AS found, [s IN doomed | s.id] AS statements, echoes, reworded,
  COLLECT {
    UNWIND doomed AS s
    CALL (s) {
      // include: curation/group_of
    }
    RETURN DISTINCT {subjectId: subjectId, relation: relation, objectId: objectId} AS g
  } AS groups,
  COLLECT { MATCH (ep)-[:MENTIONS]->(e) RETURN e.id AS id UNION UNWIND doomed AS s RETURN s.subjectId AS id UNION UNWIND doomed AS s RETURN s.objectId AS id
    UNION UNWIND doomed AS s MATCH (s)-[:HOLDS_WHILE|STARTS_WHEN]->(c) UNWIND [c.subjectId, c.objectId] AS id WITH DISTINCT id WHERE id IS NOT NULL RETURN id
    UNION MATCH (t:Entity)-[:MERGED_INTO*1..]->(en) WHERE t.mergedInto = en.id RETURN t.id AS id } AS ends,
  en.mergedInto AS mergedInto,
  ep.content AS content, COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(en) RETURN a.name
    UNION MATCH (t:Entity)-[:MERGED_INTO*1..]->(en) WHERE t.mergedInto = en.id MATCH (a:Alias)-[:ALIAS_OF]->(t) RETURN a.name } AS names
