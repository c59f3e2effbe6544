// A page of the clusters of a brain, those with most facts first; or one of them. One of which something was forgotten is left out until the
// job has told it again.
// Parameters: $brain STRING, $id STRING|null (only this one), $level INTEGER|null (null = any), $parent STRING|null (only parts of this one),
// $after STRING (place of the last one of the page before; '' = from the start), $limit INTEGER, $most INTEGER (ids in a row), $now DATETIME
// Returns: cluster MAP (upkeep/cluster_row), place STRING, in the order of the place
CYPHER 25
MATCH (c:Cluster {brain: $brain}) WHERE c.id >= coalesce($id, '')
WITH c WHERE c.summary IS NOT NULL AND ($id IS NULL OR c.id = $id) AND ($level IS NULL OR c.level = $level)
  AND ($parent IS NULL OR c.parentId = $parent)
WITH c, right('00000000' + toString(99999999 - c.factCount), 8) + c.id AS place
WHERE place > $after
WITH c, place, $now AS at, $most AS most ORDER BY place LIMIT $limit
CALL (c, at, most) {
  // include: upkeep/cluster_row
}
RETURN cluster, place ORDER BY place
