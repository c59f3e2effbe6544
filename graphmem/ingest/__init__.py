"""Message in: seven stages, one transaction."""
