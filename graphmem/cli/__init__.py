"""The command line: `graphmem …`."""
