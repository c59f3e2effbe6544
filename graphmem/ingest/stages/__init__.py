"""The seven stages of ingest, one module each, and what they share."""
