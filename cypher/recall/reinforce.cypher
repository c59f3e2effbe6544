// Marks facts as used: counts the use, stores its wall-clock time, increases the stability by 0.1 for every week since the last use
// or confirmation, at most by 0.2 and up to 1, and takes the mark of coldness away. Associations between facts that are used together
// gain 0.1, up to 1, after what they have lost by now. No version is created.
// Parameters: $brain STRING, $factIds LIST<STRING>. Returns: count INTEGER
CYPHER 25
CALL () {
  UNWIND $factIds AS id
  MATCH (:FactRef {brain: $brain, factId: id})-[a:ASSOCIATED]->(other:FactRef) WHERE other.factId IN $factIds
  WITH a, datetime.realtime() AS now
  WITH a, now, a.weight * exp(-(duration.inSeconds(coalesce(a.decayedAt, now), now).seconds / 86400) / 90.0) + 0.1 AS weight
  SET a.weight = CASE WHEN weight < 1 THEN weight ELSE 1.0 END, a.decayedAt = now
}
UNWIND $factIds AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
WITH f, datetime.realtime() AS now
WITH f, now, duration.inSeconds(coalesce(f.lastAccessedAt, f.lastConfirmedAt), now).seconds / 604800.0 AS weeks
WITH f, now, 0.1 * CASE WHEN weeks > 2 THEN 2.0 WHEN weeks > 0 THEN weeks ELSE 0.0 END AS gain
SET f.timesRetrieved = coalesce(f.timesRetrieved, 0) + 1, f.lastAccessedAt = now, f.cold = null,
    f.stability = CASE WHEN f.stability + gain < 1 THEN f.stability + gain ELSE 1.0 END
RETURN count(f) AS count
