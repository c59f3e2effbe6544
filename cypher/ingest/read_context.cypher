// Before stage 1, the read: what is known about the entities in a message, and the vocabulary of the brain, for an extractor's
// prompt.
// Parameters: $brain STRING, $pieces [{norms LIST<STRING>, vector}] (the message, or its chunks; norms: every run of words in
// it, normalised as names are), $k INTEGER (maximum facts per entity), $most INTEGER (maximum entities per piece),
// $like FLOAT (least cosine), $now DATETIME (facts that were over by then are left out), $types INTEGER (maximum names of a
// kind), $session STRING|null and $at DATETIME: its last two turns before this time are returned too, without $episode STRING
// itself
// Returns one row: types and relations (most used first), turns (nearest first), pieces [{i, entities [{id, name, type,
// profile (null if outdated), norms, rank, facts [{id, text, score}]}]}]
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
    UNWIND piece.norms AS norm
    MATCH (a:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF]->(e:Entity)
    WHERE e.mergedInto IS NULL
    WITH e, collect(norm) AS norms, max(size(norm)) AS longest, min(r.rank) AS rank
    ORDER BY longest DESC, rank LIMIT $most
    WITH e, norms, rank, piece, $now AS now
    CALL (e, now) {
      // include: entities/current_profile
    }
    CALL (e, piece, profileAt) {
      WITH e, piece, profileAt WHERE profileAt IS NULL AND $k > 0
      CALL (e, piece) {
        MATCH ()-[f:FACT]->()
        SEARCH f IN (VECTOR INDEX fact_embedding FOR piece.vector WHERE f.brain = $brain AND f.subjectId = e.id AND f.tEnd > $now LIMIT 50)
        RETURN f
        UNION
        MATCH ()-[f:FACT {brain: $brain, objectId: e.id}]->() USING INDEX SEEK f:FACT(brain, objectId, relation) WHERE f.relation IS NOT NULL AND f.tEnd > $now AND f.embedding IS NOT NULL
        RETURN f LIMIT 50
      }
      WITH f, vector.similarity.cosine(f.embedding, piece.vector) * 2 - 1 AS score WHERE score >= $like
      ORDER BY score DESC, f.factId LIMIT $k
      RETURN collect({id: f.factId, text: f.factText, score: score}) AS facts
    }
    RETURN collect(e {.id, .name, .type, profile: CASE WHEN profileAt IS NOT NULL THEN e.profile END, norms: norms, rank: rank, facts: facts}) AS entities
  }
  RETURN collect({i: i, entities: entities}) AS pieces
}
RETURN types, relations, turns, pieces
