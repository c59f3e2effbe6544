// Takes the brain's lock, to set the schedule of its upkeep. Makes the brain if it is not there. Mode: WRITE.
// Parameters: $brain STRING. Returns: clock DATETIME (the database's)
CYPHER 25
// include: ingest/lock_brain
RETURN datetime.realtime() AS clock
