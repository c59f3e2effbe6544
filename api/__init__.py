"""The REST API of graphmem: an HTTP interface to `graphmem.memory.Memory`, without logic of its own."""
