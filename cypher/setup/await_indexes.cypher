// Waits until the indexes are built, five minutes at most. Parameters: none.
CALL db.awaitIndexes(300)
