// Drops the indexes of the vectors beside those in use. Parameters: none. Idempotent.
DROP INDEX fact_embeddingBeside IF EXISTS;
DROP INDEX fact_was_embeddingBeside IF EXISTS;
DROP INDEX entity_embeddingBeside IF EXISTS;
DROP INDEX episode_embeddingBeside IF EXISTS;
DROP INDEX episode_contextBeside IF EXISTS;
