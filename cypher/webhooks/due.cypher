// The webhooks that have something to send now. Parameters: $limit INTEGER. Returns rows: brain STRING, id STRING
CYPHER 25
MATCH (w:Webhook)
WHERE w.active AND w.nextAt <= datetime.realtime() AND coalesce(w.leaseUntil < datetime.realtime(), true)
MATCH (b:Brain {id: w.brain})
WHERE b.revision > coalesce(w.doneRevision, w.fromRevision) OR coalesce(w.madeAt <> b.createdAt, true)
  OR EXISTS { MATCH (l:DeadLetter {brain: w.brain, webhookId: w.id}) WHERE l.id >= '' AND l.replaying }
RETURN w.brain AS brain, w.id AS id ORDER BY w.nextAt LIMIT $limit
