// Waits until the indexes are built, at most five minutes. Parameters: none.
CALL db.awaitIndexes(300)
