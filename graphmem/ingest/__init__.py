"""Message in: seven stages, one transaction (design §4)."""
