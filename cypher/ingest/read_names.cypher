// Stage 2, the read: first the brain's revision (a statement does not read a snapshot), then the candidates of all mentions.
// Parameters: $brain STRING, $names LIST<STRING>, $embeddings LIST, $k INTEGER as in candidates.cypher, $externalIds
// LIST<STRING>, $handles LIST<STRING> (ids and keys in place of names),
// $words LIST<STRING> (one full-text query per name, for similar spellings; "" or nothing = none),
// $values LIST<MAP> {i, norm}: values that are entities if one has exactly this name; their place in $names has ""
// $about LIST<MAP|null> {names, values, relations, telling}: what else the message says about a name: normalised names of other
// entities, keys of values, identifying relations; telling = also read if exactly one entity has exactly this name
// Returns one row: revision, state STRING (of the brain: another after each commit), settings, mentions [{i, candidates, about}]
// ($values too), external [{externalId, id, key, name, type}],
// handled [{handle, id, key, name, type, externalId}];
// about: [{id, key, text, relation, shared, degree}], facts that a candidate shares with the message, and all statements of its
// identifying relations; degree counts the facts of the far end: the fewer, the more a shared fact says.
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision, coalesce(toString(b.commitBegunAt), '') AS state, b.settings AS settings
CALL () {
  CALL () {
    // include: procedures/candidates
  }
  WITH i, candidates, $words[i] AS words, $about[i] AS about, [c IN candidates WHERE c.how = 'alias'] AS exact
  CALL (words, exact) {
    WITH words, exact WHERE words <> '' AND all(c IN exact WHERE c.guess IS NOT NULL)
    CALL db.index.fulltext.queryNodes('names', words, {limit: 40}) YIELD node, score
    WHERE node:Alias AND node.brain = $brain
    MATCH (node)-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
    WITH e, min(node.name) AS said, max(score) AS best ORDER BY best DESC LIMIT 20
    RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'text', score: 0.0, said: said,
      aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 10 }}) AS byText
  }
  CALL (candidates, byText, exact, about) {
    WITH CASE WHEN size(exact) > 0 THEN exact ELSE candidates + byText END AS open, about, exact
    WHERE about IS NOT NULL AND (about.telling OR size(exact) <> 1)
    UNWIND open AS c
    WITH DISTINCT c.id AS id, about LIMIT 40
    CALL (id) {
      MATCH (e:Entity {brain: $brain, id: id})
      RETURN e
    }
    CALL (e, about) {
      UNWIND about.values AS key
      MATCH (o:Value {brain: $brain, key: key})<-[f:FACT]-(e)
      RETURN o.key AS key, o.text AS text, f.relation AS relation, true AS shared, COUNT { (o)<-[:FACT]-() } AS degree
      UNION
      UNWIND about.names AS norm
      MATCH (a:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(o:Entity) USING INDEX SEEK a:Alias(brain, norm) WHERE o.id <> e.id
      CALL (o, e) {
        MATCH (o)-[f:FACT]-(e)
        RETURN f
      }
      RETURN o.key AS key, o.name AS text, f.relation AS relation, true AS shared, COUNT { (o)-[:FACT]-() } AS degree
      UNION
      UNWIND about.relations AS relation
      CALL (e, relation) {
        MATCH (s:Statement {brain: $brain, subjectId: e.id, relation: relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
        WHERE s.objectId IS NOT NULL AND s.action = 'holds' AND s.withdrawnAt IS NULL
        RETURN s
      }
      WITH s LIMIT 10
      RETURN s.objectKey AS key, s.objectSaid AS text, s.relation AS relation, false AS shared, 0 AS degree
    }
    RETURN collect({id: e.id, key: key, text: text, relation: relation, shared: shared, degree: degree}) AS told
  }
  RETURN collect({i: i, candidates: candidates + byText, about: told}) AS mentions
}
CALL () {
  UNWIND $values AS x
  CALL (x) {
    MATCH (a:Alias {brain: $brain, norm: x.norm})-[r:ALIAS_OF]->(e:Entity)
    WHERE e.mergedInto IS NULL
    RETURN e, r
  }
  WITH x, e, r ORDER BY x.i, r.rank
  WITH x, collect(e {.id, .key, .name, .type, .typeGuessed, .externalId, how: 'alias', rank: r.rank, score: 1.0, guess: r.guess})[..20] AS candidates
  RETURN collect({i: x.i, candidates: candidates, about: []}) AS valued
}
CALL () {
  // include: ingest/by_external_id
}
CALL () {
  // include: ingest/by_id_or_key
}
RETURN revision, state, settings, mentions + valued AS mentions, external, handled
