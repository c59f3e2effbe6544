// Marks every brain as derived by earlier rules; `graphmem migrate` derives it again. Parameters: none.
MATCH (b:Brain)
SET b.outdated = true, b.derivedTo = null
