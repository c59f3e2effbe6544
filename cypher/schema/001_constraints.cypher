// Uniqueness constraints: an id, key or name identifies one node of a brain, and a fact has one edge.
// Parameters: none. Idempotent.
CREATE CONSTRAINT brain_id IF NOT EXISTS FOR (b:Brain) REQUIRE b.id IS UNIQUE;
CREATE CONSTRAINT episode_id IF NOT EXISTS FOR (e:Episode) REQUIRE (e.brain, e.id) IS UNIQUE;
CREATE CONSTRAINT episode_idempotency IF NOT EXISTS FOR (e:Episode) REQUIRE (e.brain, e.idempotencyKey) IS UNIQUE;
CREATE CONSTRAINT chunk_id IF NOT EXISTS FOR (c:Chunk) REQUIRE (c.brain, c.id) IS UNIQUE;
CREATE CONSTRAINT statement_id IF NOT EXISTS FOR (s:Statement) REQUIRE (s.brain, s.id) IS UNIQUE;
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.brain, e.id) IS UNIQUE;
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (e:Entity) REQUIRE (e.brain, e.key) IS UNIQUE;
CREATE CONSTRAINT alias_norm IF NOT EXISTS FOR (a:Alias) REQUIRE (a.brain, a.norm) IS UNIQUE;
CREATE CONSTRAINT value_id IF NOT EXISTS FOR (v:Value) REQUIRE (v.brain, v.id) IS UNIQUE;
CREATE CONSTRAINT value_key IF NOT EXISTS FOR (v:Value) REQUIRE (v.brain, v.key) IS UNIQUE;
CREATE CONSTRAINT entity_type_name IF NOT EXISTS FOR (t:EntityType) REQUIRE (t.brain, t.name) IS UNIQUE;
CREATE CONSTRAINT relation_type_name IF NOT EXISTS FOR (t:RelationType) REQUIRE (t.brain, t.name) IS UNIQUE;
CREATE CONSTRAINT fact_ref_id IF NOT EXISTS FOR (r:FactRef) REQUIRE (r.brain, r.factId) IS UNIQUE;
CREATE CONSTRAINT answer_key IF NOT EXISTS FOR (a:Answer) REQUIRE (a.brain, a.key) IS UNIQUE;
CREATE CONSTRAINT forgotten_id IF NOT EXISTS FOR (g:Forgotten) REQUIRE (g.brain, g.id) IS UNIQUE;
CREATE CONSTRAINT forgotten_key IF NOT EXISTS FOR (g:Forgotten) REQUIRE (g.brain, g.idempotencyKey) IS UNIQUE;
CREATE CONSTRAINT upkeep_job IF NOT EXISTS FOR (j:UpkeepJob) REQUIRE (j.brain, j.job) IS UNIQUE;
CREATE CONSTRAINT change_revision IF NOT EXISTS FOR (c:Change) REQUIRE (c.brain, c.revision) IS UNIQUE;
CREATE CONSTRAINT webhook_id IF NOT EXISTS FOR (w:Webhook) REQUIRE (w.brain, w.id) IS UNIQUE;
CREATE CONSTRAINT dead_letter_id IF NOT EXISTS FOR (l:DeadLetter) REQUIRE (l.brain, l.id) IS UNIQUE;
CREATE CONSTRAINT source_id IF NOT EXISTS FOR (s:Source) REQUIRE (s.brain, s.id) IS UNIQUE;
CREATE CONSTRAINT source_retraction_id IF NOT EXISTS FOR (r:SourceRetraction) REQUIRE (r.brain, r.id) IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.id IS UNIQUE;
CREATE CONSTRAINT api_key_hash IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.hash IS UNIQUE;
CREATE CONSTRAINT login_id IF NOT EXISTS FOR (l:Login) REQUIRE l.id IS UNIQUE;
CREATE CONSTRAINT schema_name IF NOT EXISTS FOR (s:Schema) REQUIRE s.name IS UNIQUE;
CREATE CONSTRAINT fact_id IF NOT EXISTS FOR ()-[f:FACT]-() REQUIRE (f.brain, f.factId) IS UNIQUE;
