// A fragment of recall: recall/facts at a system time: hits are replaced by the versions that were believed then.
// To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, vector ANY|null, at DATETIME (valid time), known DATETIME, factWords STRING ('' =
// none), folded, foldedElse
// (recall/folding), nameWords STRING ('' = none), norms LIST<STRING> (normalised word groups of the question), askerNorm STRING
// (the name that stands for the asker; '' = none), askers LIST<STRING> (ids of the entities that it means), only LIST<STRING> (names, keys or ids: only facts of these entities; [] = all), factReach INTEGER (hits per list), walk INTEGER
// (facts by a walk; 0 = no walk), filtered BOOLEAN (an episode filter is set), and those of recall/facts_of_episodes: past, session,
// speaker, role, tags, metadata
// Returns: found LIST<MAP> {f RELATIONSHIP, vector, text, hops, seed, via, names (its sentence names one of `only`)}, named LIST<NODE>, only LIST<NODE>, touched
// LIST<STRING> (ids of the episodes of the facts nearest in meaning), linked LIST (empty: associations have no past), spoken LIST<LIST> (entity id, names by which
// the question names it)
CALL () {
  // include: recall/restricted_to
}
CALL () {
  UNWIND $q.norms AS norm
  CALL (norm) {
    // include: recall/entities_by_name
  }
  WITH DISTINCT e, norm, $q.known AS known
  CALL (e, known) {
    // include: entities/survivor
  }
  WITH survivor, norm WHERE norm <> coalesce($q.askerNorm, '') OR survivor.id IN $q.askers
  WITH survivor, collect(DISTINCT norm) AS norms LIMIT 20
  RETURN collect(survivor) AS named, collect([survivor.id, norms]) AS spoken
}
CALL () {
  WITH $q.vector AS vector WHERE vector IS NOT NULL
  CALL (vector) {
    MATCH ()-[g:FACT]->()
    SEARCH g IN (VECTOR INDEX fact_embedding FOR vector WHERE g.brain = $q.brain LIMIT 300) SCORE AS s
    RETURN g, s
    UNION ALL
    MATCH ()-[g:FACT_WAS]->()
    SEARCH g IN (VECTOR INDEX fact_was_embedding FOR vector WHERE g.brain = $q.brain LIMIT 200) SCORE AS s
    RETURN g, s
  }
  CALL (g) {
    // include: recall/version
  }
  WITH f, max(s) AS s
  WHERE
  // include: recall/has_begun
  ORDER BY s DESC
  RETURN collect({f: f, vector: s, text: null, hops: null, seed: null, via: null}) AS byVector
}
CALL () {
  WITH 1 AS one WHERE $q.factWords <> ''
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  CALL () {
    // include: recall/folding
  }
  CALL db.index.fulltext.queryRelationships(CASE WHEN folded THEN 'fact_text_folded' ELSE 'fact_text' END, $q.factWords, {limit: $q.factReach}) YIELD relationship AS g, score
  WITH g, score WHERE score > 0 AND g.brain = $q.brain
  CALL (g) {
    // include: recall/version
  }
  WITH f, max(score) AS score
  WHERE
  // include: recall/has_begun
  RETURN collect({f: f, vector: null, text: score, hops: null, seed: null, via: null}) AS byText
}
CALL (only, byVector, byText, named) {
  UNWIND CASE WHEN $q.walk = 0 THEN [] WHEN $q.only <> [] THEN only
    ELSE named + [x IN byVector[..5] | startNode(x.f)] + [x IN byText[..5] | startNode(x.f)] END AS seed
  WITH DISTINCT seed LIMIT 20
  CALL (seed) {
    WITH seed AS x
    // include: recall/step_past
    LIMIT 40
  }
  WITH f, seed LIMIT $q.walk
  RETURN collect({f: f, vector: null, text: null, hops: 1, seed: seed, via: null}) AS byWalk
}
CALL (only) {
  CALL (only) {
    // include: recall/naming
  }
  CALL (g) {
    // include: recall/version
  }
  WITH DISTINCT f WHERE
  // include: recall/has_begun
  RETURN collect({f: f, vector: null, text: null, hops: null, seed: null, via: null, names: true}) AS byName
}
CALL () {
  WITH 1 AS one WHERE $q.filtered
  CALL () {
    // include: recall/facts_of_episodes
  }
  RETURN collect({f: f, vector: null, text: null, hops: null, seed: null, via: null}) AS byScope
}
RETURN byVector + byText + byWalk + byName + byScope AS found, named, only, spoken,
       COLLECT { UNWIND byVector[..$q.factReach] AS x UNWIND x.f.episodeIds AS id RETURN DISTINCT id } AS touched, [] AS linked
