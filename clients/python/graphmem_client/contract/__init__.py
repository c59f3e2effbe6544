"""The records of the service: what callers send and receive.."""
