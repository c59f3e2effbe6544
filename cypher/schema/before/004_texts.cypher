// Drops the full-text indexes of texts, to create them with the options of this version. Parameters: none. Idempotent.
DROP INDEX fact_text IF EXISTS;
DROP INDEX fact_text_folded IF EXISTS;
DROP INDEX episode_text IF EXISTS;
DROP INDEX episode_text_folded IF EXISTS;
