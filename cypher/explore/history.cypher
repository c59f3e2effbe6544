// The procedure graphmem.history for Python. Parameters: $brain STRING, $factId STRING. Returns: rows LIST<MAP>
CYPHER 25
CALL () {
  // include: procedures/history
}
RETURN collect(row) AS rows
