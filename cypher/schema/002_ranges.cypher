// Range indexes of the statements. Every statement has a predicate on every property of the index that it uses.
// Parameters: none. Idempotent.
CREATE INDEX statement_subject IF NOT EXISTS FOR (s:Statement) ON (s.brain, s.subjectId, s.relation, s.objectId);
CREATE INDEX statement_object IF NOT EXISTS FOR (s:Statement) ON (s.brain, s.objectId, s.relation);
CREATE INDEX statement_withdrawn IF NOT EXISTS FOR (s:Statement) ON (s.brain, s.withdrawnBy);
CREATE INDEX statement_import IF NOT EXISTS FOR (s:Statement) ON (s.brain, s.importKey);
CREATE INDEX statement_relation IF NOT EXISTS FOR (s:Statement) ON (s.brain, s.relation);
CREATE INDEX fact_subject IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.brain, f.subjectId, f.relation, f.objectId);
CREATE INDEX fact_object IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.brain, f.objectId, f.relation);
CREATE INDEX fact_recorded IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.brain, f.recordedAt);
CREATE INDEX fact_used IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.brain, f.lastAccessedAt);
CREATE INDEX fact_was_id IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON (f.brain, f.factId);
CREATE INDEX fact_was_subject IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON (f.brain, f.subjectId, f.relation, f.objectId);
CREATE INDEX fact_was_object IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON (f.brain, f.objectId, f.relation);
CREATE INDEX fact_was_recorded IF NOT EXISTS FOR ()-[f:FACT_WAS]-() ON (f.brain, f.recordedAt);
CREATE INDEX fact_ref_pair IF NOT EXISTS FOR (r:FactRef) ON (r.brain, r.subjectId, r.relation);
CREATE INDEX episode_queue IF NOT EXISTS FOR (e:Episode) ON (e.status, e.leaseUntil);
CREATE INDEX episode_session IF NOT EXISTS FOR (e:Episode) ON (e.brain, e.sessionId, e.occurredAt);
CREATE INDEX episode_waiting IF NOT EXISTS FOR (e:Episode) ON (e.brain, e.sessionId, e.waiting);
CREATE INDEX episode_recorded IF NOT EXISTS FOR (e:Episode) ON (e.brain, e.recordedAt);
CREATE INDEX episode_external IF NOT EXISTS FOR (e:Episode) ON (e.brain, e.externalId);
CREATE INDEX episode_source IF NOT EXISTS FOR (e:Episode) ON (e.brain, e.source);
CREATE INDEX source_retraction_source IF NOT EXISTS FOR (r:SourceRetraction) ON (r.brain, r.source);
CREATE INDEX dead_letter_webhook IF NOT EXISTS FOR (l:DeadLetter) ON (l.brain, l.webhookId, l.id);
CREATE INDEX api_key_old_hash IF NOT EXISTS FOR (k:ApiKey) ON (k.oldHash);
CREATE INDEX upkeep_due IF NOT EXISTS FOR (j:UpkeepJob) ON (j.nextAt);
CREATE INDEX upkeep_counted IF NOT EXISTS FOR (j:UpkeepJob) ON (j.brain, j.everyEpisodes);
CREATE INDEX entity_external IF NOT EXISTS FOR (e:Entity) ON (e.brain, e.externalId);
CREATE INDEX entity_first_seen IF NOT EXISTS FOR (e:Entity) ON (e.brain, e.firstSeenAt);
