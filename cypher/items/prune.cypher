// Removes some items of any brain that have expired. Mode: WRITE. Parameters: $limit INTEGER. Returns one row: gone INTEGER
CYPHER 25
CALL () {
  MATCH (n:Item) USING INDEX SEEK n:Item(expiresAt)
  WHERE n.expiresAt <= datetime.realtime()
  WITH n LIMIT toInteger($limit)
  DETACH DELETE n
  RETURN count(n) AS gone
}
RETURN gone
