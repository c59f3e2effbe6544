// A fragment of recall: facts that name one of some entities in their sentence only, best first. To be included in a CALL (only).
// The names are those that the entities have now. A name inside the longer name of another entity does not count: "Ana" in "Ana
// Reis lives in Porto".
// Variables: only LIST<NODE>. Parameter: $q MAP, of which: brain STRING, factWords STRING ('' = none), factReach INTEGER (hits),
// folded, foldedElse (recall/folding). Returns: g RELATIONSHIP (FACT)
WITH only WHERE only <> []
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL () {
  // include: recall/folding
}
WITH only, folded, head(only).brainToken AS token,
  COLLECT { UNWIND only AS e RETURN e.name AS name UNION UNWIND only AS e MATCH (a:Alias)-[:ALIAS_OF]->(e) RETURN a.name AS name LIMIT 50 } AS spelled
WITH only, folded, token, [name IN spelled | toLower(replace(replace(name, '\\', ' '), '"', ' '))] AS names
CALL db.index.fulltext.queryRelationships(CASE WHEN folded THEN 'fact_text_folded' ELSE 'fact_text' END,
  '+brainToken:' + token + '^0 +(' + reduce(s = '', name IN names | s + ' factText:"' + name + '"') + ') ' + $q.factWords, {limit: $q.factReach}) YIELD relationship AS g, score
WHERE score > 0 AND g.brain = $q.brain
WITH g, score, names, [end IN [startNode(g), endNode(g)] WHERE end:Entity AND NOT end IN only | toLower(end.name)] AS ends
WITH g, score, names, [end IN ends WHERE any(name IN names WHERE end CONTAINS name)] AS longer
WHERE longer = [] OR any(name IN names WHERE reduce(t = toLower(g.factText), end IN longer | replace(t, end, ' ')) CONTAINS name)
RETURN g ORDER BY score DESC
