// A fragment: the facts about an entity that hold, most important first: those at either end, and those that name it in their
// sentence. To be included in a CALL (e).
// Variables: e NODE. Parameters: $brain STRING, $now DATETIME, $most INTEGER
// Returns: facts LIST<MAP> {id, text, recordedAt}
CALL (e) {
  MATCH (e)-[f:FACT]-()
  RETURN f
  UNION
  MATCH (e)<-[:NAMES]-(ref:FactRef)
  CALL (ref) {
    MATCH ()-[f:FACT {brain: $brain, factId: ref.factId}]->()
    RETURN f
  }
  RETURN f
}
WITH f WHERE f.tStart <= $now AND f.tEnd > $now
WITH f ORDER BY coalesce(f.tier, f.category) = 'core' DESC, f.importance DESC, f.confidence DESC, f.lastConfirmedAt DESC, f.factId LIMIT $most
RETURN collect({id: f.factId, text: f.factText, recordedAt: f.recordedAt}) AS facts
