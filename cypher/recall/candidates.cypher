// A fragment of recall: filters the facts that were found and returns them as candidates. To be included in a CALL (found,
// named, only).
// Variables: found LIST<MAP> {f RELATIONSHIP, vector, text, hops, seed, via, names (its sentence names one of `only`), spread FLOAT}, named LIST<NODE>, only LIST<NODE>
// Parameter: $q MAP, of which: vector ANY|null, minConfidence FLOAT|null (null: the brain's own), leastConfidence
// FLOAT (if the brain has none), only LIST<STRING>, past BOOLEAN, cold BOOLEAN|null (whether cold facts are found too), and those of recall/fact_filter: relations, categories,
// filtered, brain, known, session, speaker, role, tags, metadata
// Returns: facts LIST<LIST>: factId, similarity, text score, hops, id of the entity walked from, factId walked over, named in
// the question, confidence, importance, strength, last confirmation in ms, start in ms, end in ms, kind, subjectId, objectId,
// episode ids, wording (for the past only: the full-text index knows only the present), category, stability,
// last use in ms, relation, tier, whether it is cold, how strongly it is associated with the best facts, why it ended
OPTIONAL MATCH (b:Brain {id: $q.brain})
WITH found, named, only, coalesce($q.minConfidence, b.minConfidence, $q.leastConfidence) AS least
UNWIND found AS x
WITH x.f AS f, max(x.vector) AS vector, max(x.text) AS text, min(x.hops) AS hops,
  head([s IN collect(CASE WHEN x.hops IS NULL THEN null ELSE {seed: x.seed.id, via: x.via.factId} END) | s]) AS walked, max(x.names) AS names, max(x.spread) AS spread, named, only, least
WITH f, vector, text, hops, walked, names, spread, startNode(f) AS subject, endNode(f) AS object, named, only, least
WHERE ($q.only = [] OR subject IN only OR object IN only OR names) AND ($q.cold OR f.cold IS NULL) AND
  // include: recall/fact_filter
RETURN collect([f.factId,
  coalesce(vector, vector.similarity.cosine(f.embedding, $q.vector)),
  text, hops, walked.seed, walked.via, subject IN named OR object IN named, f.confidence, f.importance, f.strength,
  f.lastConfirmedAt.epochMillis, f.tStart.epochMillis, f.tEnd.epochMillis, f.kind, f.subjectId, f.objectId, f.episodeIds,
  CASE WHEN $q.past THEN f.factText END, f.category, f.stability, f.lastAccessedAt.epochMillis, f.relation,
  f.tier, f.cold IS NOT NULL, spread, f.closedReason]) AS facts
