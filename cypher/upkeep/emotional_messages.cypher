// The recent messages with an emotion, by the entity that they mention, for the entities that enough of them mention. A message in which several
// people speak is left out: its emotion is that of none of them. So are messages of retracted sources.
// Parameters: $brain STRING, $since DATETIME, $now DATETIME (said after $since, up to $now), $limit INTEGER (the newest messages that are looked
// at), $least INTEGER (messages of an entity)
// Returns: id, name STRING (of the entity), messages LIST<MAP> {id, speaker STRING|null, role STRING|null, emotion, intensity FLOAT|null, energy
// STRING|null}, oldest first
CYPHER 25
MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, recordedAt)
WHERE ep.brain = $brain AND ep.recordedAt > $since
WITH ep WHERE ep.occurredAt > $since AND ep.occurredAt <= $now AND ep.kind = 'message' AND ep.covers IS NULL AND ep.status = 'extracted'
  AND ep.emotion <> 'neutral' AND size(coalesce(ep.speakers, [])) < 2 AND size(coalesce(ep.roles, [])) < 2
CALL (ep) {
  // include: upkeep/is_retracted
}
WITH ep WHERE NOT retracted
WITH ep ORDER BY ep.occurredAt DESC, ep.id DESC LIMIT $limit
MATCH (ep)-[:MENTIONS]->(e:Entity) WHERE e.mergedInto IS NULL
WITH e, ep ORDER BY ep.occurredAt, ep.id
WITH e, collect({id: ep.id, speaker: coalesce(ep.speaker, ep.speakers[0]), role: coalesce(ep.role, ep.roles[0]), emotion: ep.emotion,
  intensity: ep.emotionIntensity, energy: ep.emotionEnergy}) AS messages
WHERE size(messages) >= $least
RETURN e.id AS id, e.name AS name, messages
ORDER BY id
