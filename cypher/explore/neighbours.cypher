// The procedure graphmem.bfs for Python: its rows as maps.
// Parameters: $brain STRING, $start LIST<STRING>, $hops INTEGER, $validAt DATETIME|null, $knownAt DATETIME|null, $limit
// INTEGER, $direction 'both'|'out'|'in', $events BOOLEAN
// Returns: row MAP (explore/fact_row), entity MAP (explore/entity_row) or null if the far end is a value, hops INTEGER,
// path LIST<MAP> {name, was, until} (entities or values and relations in turn; former names, and until when)
CYPHER 25
CALL () {
  // include: procedures/bfs
}
WITH fact AS f, entity AS e, hops, path, nodes(path) AS n, relationships(path) AS r
CALL (f) {
  RETURN
    // include: explore/fact_row
}
CALL (e) {
  WITH e WHERE e:Entity
  // include: explore/entity_row
  UNION ALL
  WITH e WHERE NOT e:Entity
  RETURN null AS entity
}
RETURN row, entity, hops,
  [i IN range(0, 2 * hops) | CASE WHEN i % 2 = 0
    THEN {name: coalesce(n[i / 2].name, n[i / 2].text), was: n[i / 2].namesWas, until: n[i / 2].namesUntil}
    ELSE {name: r[i / 2].relation, was: null, until: null} END] AS path
