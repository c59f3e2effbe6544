// A fragment of recall: facts by meaning, by words, and by a walk from the entities in the question.
// To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, vector ANY|null, at DATETIME (valid time), factWords STRING ('' = none), folded,
// foldedElse (recall/folding), nameWords STRING ('' = none), norms LIST<STRING> (normalised word groups of the question), askerNorm STRING
// (the name that stands for the asker; '' = none), askers LIST<STRING> (ids of the entities that it means), only LIST<STRING> (names, keys or ids: only facts of these entities; [] = all), factReach INTEGER (hits per list), factWide
// INTEGER (nearest facts in meaning that are read for them), endedReach INTEGER (hits among ended facts), closed BOOLEAN
// (ended facts are requested too), walk INTEGER (facts by a walk; 0 = no walk), spread BOOLEAN (associated facts are found too), deep BOOLEAN (the question asks over two hops),
// filtered BOOLEAN (an episode filter is set), and those of recall/facts_of_episodes: known, past, session, speaker, role, tags,
// metadata
// Returns: found LIST<MAP> {f RELATIONSHIP, vector, text, hops, seed, via, names (its sentence names one of `only`), spread FLOAT (of facts by association)}, named LIST<NODE>, only LIST<NODE>, touched
// LIST<STRING> (ids of the episodes of the facts nearest in meaning), linked LIST<LIST> (factId, weight: the facts that the
// five nearest in meaning are associated with), spoken LIST<LIST> (entity id, names by which the question names it)
CALL () {
  // include: recall/restricted_to
}
CALL () {
  UNWIND $q.norms AS norm
  CALL (norm) {
    MATCH (a:Alias {brain: $q.brain, norm: norm})-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
    WHERE e.mergedInto IS NULL AND (norm <> coalesce($q.askerNorm, '') OR e.id IN $q.askers)
    RETURN e
  }
  WITH e, collect(norm) AS norms LIMIT 20
  RETURN collect(e) AS named, collect([e.id, norms]) AS spoken
}
CALL () {
  // One search finds both facts that hold and facts that have ended. They are searched separately only if too few that hold are
  // found, or if ended facts are requested.
  WITH $q.vector AS vector WHERE vector IS NOT NULL
  CALL (vector) {
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR vector WHERE f.brain = $q.brain LIMIT $q.factWide) SCORE AS s
    WITH f, s, f.tEnd > $q.at AS lasts, f.tStart <= $q.at AS begun ORDER BY s DESC
    WITH collect(CASE WHEN lasts AND begun THEN {f: f, s: s} END) AS holding, collect(CASE WHEN lasts THEN null ELSE {f: f, s: s} END) AS ended, count(*) AS seen
    WITH holding, ended, seen < $q.factWide AS all
    RETURN holding, ended, all OR size(holding) >= $q.factReach AS enough, all OR (size(holding) >= $q.factReach AND NOT $q.closed) AS told
  }
  CALL (vector, holding, ended, enough, told) {
    WITH holding, enough WHERE enough
    UNWIND holding[..$q.factReach] AS x
    RETURN x.f AS f, x.s AS s
    UNION ALL
    WITH vector, enough WHERE NOT enough
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR vector WHERE f.brain = $q.brain AND f.tStart <= $q.at AND f.tEnd > $q.at LIMIT $q.factReach) SCORE AS s
    RETURN f, s
    UNION ALL
    WITH ended, told WHERE told
    UNWIND ended[..$q.endedReach] AS x
    RETURN x.f AS f, x.s AS s
    UNION ALL
    WITH vector, told WHERE NOT told
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR vector WHERE f.brain = $q.brain AND f.tEnd <= $q.at LIMIT $q.endedReach) SCORE AS s
    RETURN f, s
    UNION ALL
    WITH vector
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR vector WHERE f.brain = $q.brain AND f.tStart > $q.at LIMIT 10) SCORE AS s
    WITH f, s WHERE
    // include: recall/has_begun
    RETURN f, s
  }
  WITH f, s ORDER BY s DESC
  RETURN collect({f: f, vector: s, text: null, hops: null, seed: null, via: null}) AS byVector
}
CALL () {
  WITH 1 AS one WHERE $q.factWords <> ''
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  CALL () {
    // include: recall/folding
  }
  CALL db.index.fulltext.queryRelationships(CASE WHEN folded THEN 'fact_text_folded' ELSE 'fact_text' END, $q.factWords, {limit: $q.factReach}) YIELD relationship AS f, score
  WITH f, score
  WHERE score > 0 AND f.brain = $q.brain AND
  // include: recall/has_begun
  RETURN collect({f: f, vector: null, text: score, hops: null, seed: null, via: null}) AS byText
}
CALL (named) {
  WITH named WHERE named = [] AND $q.nameWords <> '' AND $q.walk > 0 AND $q.only = []
  CALL db.index.fulltext.queryNodes('names', $q.nameWords, {limit: 10}) YIELD node, score
  WITH node WHERE score > 0
  OPTIONAL MATCH (node)-[:ALIAS_OF]->(alias:Entity)
  WITH DISTINCT coalesce(alias, node) AS e LIMIT 5
  WHERE e.mergedInto IS NULL AND e.brain = $q.brain
  RETURN collect(e) AS alike
}
CALL (named) {
  WITH $q.vector AS vector, named WHERE named = [] AND vector IS NOT NULL AND $q.walk > 0 AND $q.only = []
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR vector WHERE e.brain = $q.brain LIMIT 10) SCORE AS s
  WITH e, s WHERE e.mergedInto IS NULL ORDER BY s DESC LIMIT 3
  RETURN collect(e) AS near
}
CALL (only, byVector, byText, named, alike, near) {
  UNWIND CASE WHEN $q.walk = 0 THEN [] WHEN $q.only <> [] THEN only
    ELSE named + alike + near + [x IN byVector[..5] | startNode(x.f)] + [x IN byText[..5] | startNode(x.f)] + [x IN byVector[..3] | endNode(x.f)]
    END AS seed
  WITH DISTINCT seed WHERE seed:Entity
  WITH seed LIMIT 20
  CALL (seed) {
    WITH seed AS x
    // include: recall/step
    LIMIT 40
  }
  WITH f, y, ended, seed LIMIT $q.walk
  WITH f, head(collect({f: f, vector: null, text: null, hops: 1, seed: seed, via: null, y: y, ended: ended})) AS hit
  WITH collect(hit) AS hits
  CALL (hits) {
    UNWIND hits AS hit
    WITH hit, hits WHERE NOT hit.ended AND hit.y:Entity AND size(hits) < $q.walk
    WITH hit.y AS x, head(collect(hit)) AS hit, [h IN hits | h.seed] AS seeds
    WHERE NOT x IN seeds
    CALL (x) {
      // include: recall/step
      LIMIT 10
    }
    WITH f, hit WHERE NOT ended LIMIT 2 * $q.walk // a fact may be found from both ends: twice as many rows have at least $q.walk facts
    WITH f, head(collect(hit)) AS hit LIMIT $q.walk
    RETURN collect({f: f, vector: null, text: null, hops: 2, seed: hit.seed, via: hit.f}) AS further
  }
  RETURN hits + further[..$q.walk - size(hits)] AS byWalk
}
CALL (only, named) {
  WITH only, named WHERE $q.deep
  UNWIND CASE WHEN $q.only <> [] THEN only ELSE named END AS seed
  CALL (seed) {
    WITH seed AS x
    // include: recall/step
    LIMIT 60
  }
  WITH seed, f, y WHERE NOT ended AND y:Entity
  WITH y AS middle, head(collect({seed: seed, f: f})) AS way LIMIT 40
  CALL (middle) {
    WITH middle AS x
    // include: recall/step
    LIMIT 40
  }
  WITH way, f WHERE NOT ended
  RETURN collect({f: way.f, vector: null, text: null, hops: 1, seed: way.seed, via: null})
    + collect({f: f, vector: null, text: null, hops: 2, seed: way.seed, via: way.f}) AS byPath
}
CALL (only) {
  CALL (only) {
    // include: recall/naming
  }
  WITH g AS f WHERE
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
CALL (byVector, byText) {
  // Activation spreads from the best facts over two associations. Each keeps half of what comes, times its weight.
  WITH byVector, byText WHERE $q.spread
  WITH [x IN byVector[..5] + byText[..5] | x.f.factId] AS best
  CALL (best) {
    UNWIND best AS id
    MATCH (seed:FactRef {brain: $q.brain, factId: id}) USING INDEX SEEK seed:FactRef(brain, factId)
    CALL (seed) {
      MATCH (seed)-[a:ASSOCIATED]-(one:FactRef)
      RETURN one, a.weight * 0.5 AS reached ORDER BY reached DESC LIMIT 20
    }
    WITH DISTINCT one, max(reached) AS reached ORDER BY reached DESC LIMIT 60
    RETURN collect({ref: one, reached: reached}) AS first
  }
  CALL (best, first) {
    UNWIND first AS x
    RETURN x.ref AS ref, x.reached AS reached
    UNION ALL
    UNWIND first AS x
    CALL (x) {
      WITH x.ref AS middle, x.reached AS before
      MATCH (middle)-[a:ASSOCIATED]-(two:FactRef)
      RETURN two, before * a.weight * 0.5 AS reached ORDER BY reached DESC LIMIT 10
    }
    RETURN two AS ref, reached
  }
  WITH best, ref, max(reached) AS reached WHERE NOT ref.factId IN best
  WITH ref, reached ORDER BY reached DESC, ref.factId LIMIT 60
  MATCH ()-[f:FACT {brain: $q.brain, factId: ref.factId}]->() USING INDEX SEEK f:FACT(brain, factId) WHERE
  // include: recall/has_begun
  RETURN collect({f: f, vector: null, text: null, hops: null, seed: null, via: null, spread: reached}) AS bySpread
}
RETURN byVector + byText + byWalk + byPath + byName + byScope + bySpread AS found, named, only, spoken,
       COLLECT { UNWIND byVector[..$q.factReach] AS x UNWIND x.f.episodeIds AS id RETURN DISTINCT id } AS touched,
       COLLECT { UNWIND byVector[..5] AS x MATCH (ref:FactRef {brain: $q.brain, factId: x.f.factId})-[a:ASSOCIATED]-(o:FactRef) USING INDEX SEEK ref:FactRef(brain, factId) RETURN [o.factId, a.weight] LIMIT 200 } AS linked
