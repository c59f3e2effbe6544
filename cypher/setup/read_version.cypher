// The build of graphmem's plugin that the server has loaded; fails without the plugin. Parameters: none. Returns: version.
CALL graphmem.version() YIELD version
RETURN version
