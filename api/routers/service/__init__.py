"""The endpoints about the running service: its health, its metrics, its state."""
