"""Another embedder: its vectors beside those in use, then the switch."""
