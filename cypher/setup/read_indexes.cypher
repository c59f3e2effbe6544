// Every index of the database and whether it is usable. Parameters: none. Returns: name, type, state, populated (percent).
SHOW INDEXES YIELD name, type, state, populationPercent
RETURN name, type, state, populationPercent AS populated
ORDER BY name
