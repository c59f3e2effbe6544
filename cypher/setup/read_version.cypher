// The build of graphmem's plugin that the server has loaded; fails where it has none. Parameters: none. Returns: version.
CALL graphmem.version() YIELD version
RETURN version
