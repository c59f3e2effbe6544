// Before stage 1, the read: what is known about the entities in a message, and the vocabulary of the brain, for an extractor's
// prompt.
// Parameters: $brain STRING, $pieces [{norms LIST<STRING>, words STRING, vector}] (the message, or its chunks; norms: every run of
// words in it, normalised as names are; words: a full-text query for names that are written nearly so, or ""; vector: null where the
// embedder failed), $k INTEGER (maximum facts per entity), $one LIST<STRING> (relations with one value at a time, whose open facts are told in any case), $most INTEGER
// (maximum entities per piece), $like FLOAT (least cosine), $near FLOAT (the same for a fact of any entity), $now DATETIME (facts
// that were over by then come last), $types INTEGER (maximum names of a kind), $session STRING|null and $at DATETIME: its last two
// turns before this time are returned too, without $episode STRING itself
// Returns one row: types and relations (most used first), turns (nearest first), pieces [{i, near [fact], entities [{id, name,
// type, aliases, profile (null if outdated), norms (none = only written nearly so), rank, facts [fact]}]}]; fact {id, subjectId,
// subject, subjectType, relation, objectId, object, objectType (null for a value), text, from, fromPrecision, fromStated, until,
// untilPrecision, score}
CYPHER 25
CALL () {
  MATCH (t:EntityType {brain: $brain}) WHERE t.name IS NOT NULL AND t.usageCount > 0
  WITH t.name AS name, t.usageCount AS used ORDER BY used DESC, name LIMIT $types
  RETURN collect(name) AS types
}
CALL () {
  MATCH (t:RelationType {brain: $brain}) WHERE t.name IS NOT NULL AND t.usageCount > 0
  WITH t.name AS name, t.usageCount AS used ORDER BY used DESC, name LIMIT $types
  RETURN collect(name) AS relations
}
CALL () {
  MATCH (p:Episode {brain: $brain, sessionId: $session}) USING INDEX SEEK p:Episode(brain, sessionId, occurredAt)
  WHERE p.occurredAt <= $at AND p.id <> $episode
  WITH p ORDER BY p.occurredAt DESC, p.recordedAt DESC LIMIT 2
  RETURN collect(p.turn) AS turns
}
CALL () {
  UNWIND range(0, size($pieces) - 1) AS i
  WITH i, $pieces[i] AS piece
  CALL (piece) {
    CALL (piece) {
      UNWIND piece.norms AS norm
      MATCH (a:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF]->(e:Entity)
      WHERE e.mergedInto IS NULL
      WITH e, collect(norm) AS norms, max(size(norm)) AS longest, min(r.rank) AS rank
      ORDER BY longest DESC, rank LIMIT $most
      RETURN e, norms, rank
      UNION ALL
      WITH piece WHERE piece.words <> '' AND $k > 0
      CALL db.index.fulltext.queryNodes('names', piece.words, {limit: 40}) YIELD node, score
      WHERE node:Alias AND node.brain = $brain
      MATCH (node)-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
      WITH e, max(score) AS best ORDER BY best DESC LIMIT 6
      RETURN e, [] AS norms, 0 AS rank
    }
    WITH e, norms, rank, piece, $now AS now
    CALL (e, now) {
      // include: entities/current_profile
    }
    CALL (e, piece) {
      WITH e, piece WHERE $k > 0
      CALL (e, piece) {
        WITH e, piece WHERE piece.vector IS NOT NULL
        MATCH ()-[f:FACT]->()
        SEARCH f IN (VECTOR INDEX fact_embedding FOR piece.vector WHERE f.brain = $brain AND f.subjectId = e.id LIMIT 50)
        RETURN f
        UNION
        MATCH ()-[f:FACT {brain: $brain, objectId: e.id}]->() USING INDEX SEEK f:FACT(brain, objectId, relation) WHERE f.relation IS NOT NULL AND f.embedding IS NOT NULL
        RETURN f LIMIT 50
      }
      WITH f, vector.similarity.cosine(f.embedding, piece.vector) * 2 - 1 AS score WHERE score >= $like
      ORDER BY f.tEnd > $now DESC, score DESC, f.factId LIMIT $k
      RETURN f, score
      UNION
      MATCH ()-[f:FACT {brain: $brain, subjectId: e.id}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
      WHERE f.relation IN $one AND f.objectId IS NOT NULL AND f.tEnd > $now AND $k > 0
      WITH f LIMIT 20
      RETURN f, coalesce(vector.similarity.cosine(f.embedding, piece.vector) * 2 - 1, 0.0) AS score
    }
    WITH e, norms, rank, profileAt, collect({f: f, score: score}) AS found
    RETURN collect(e {.id, .name, .type, profile: CASE WHEN profileAt IS NOT NULL THEN e.profile END, norms: norms, rank: rank,
      aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 6 }, found: [x IN found WHERE x.f IS NOT NULL]}) AS entities
  }
  CALL (piece) {
    WITH piece WHERE $k > 0 AND piece.vector IS NOT NULL
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR piece.vector WHERE f.brain = $brain AND f.tEnd > $now LIMIT 8) SCORE AS s
    WITH f, s * 2 - 1 AS score WHERE score >= $near
    RETURN collect({f: f, score: score}) AS near
  }
  RETURN collect({i: i, near: [x IN near |
    // include: ingest/offered_fact
  ], entities: [e IN entities | {id: e.id, name: e.name, type: e.type, aliases: e.aliases, profile: e.profile, norms: e.norms, rank: e.rank, facts: [x IN e.found |
    // include: ingest/offered_fact
  ]}]}) AS pieces
}
RETURN types, relations, turns, pieces
