// How many of the episodes that wait in a session are memorable. Parameters: $brain STRING, $session STRING. Returns: signals INTEGER
CYPHER 25
MATCH (ep:Episode {brain: $brain, sessionId: $session, waiting: true})
WHERE ep.signal AND ep.status = 'stored'
RETURN count(ep) AS signals
