"""graphmem_contract: the records and errors of graphmem, the same in the service and in its client."""
