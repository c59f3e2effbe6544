// Removes logins that have ended, a few at a time. Parameters: $limit INTEGER
CYPHER 25
MATCH (l:Login) WHERE l.id > ''
WITH l WHERE l.endsAt <= datetime.realtime()
WITH l LIMIT $limit
DELETE l
