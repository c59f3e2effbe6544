// The version of the database. Parameters: none. Returns: version STRING, edition STRING.
CALL dbms.components() YIELD name, versions, edition
WITH name, versions[0] AS version, edition WHERE name = 'Neo4j Kernel'
RETURN version, edition
