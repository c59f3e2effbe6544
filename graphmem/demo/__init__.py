"""The demo: ingest a conversation over two years, then query the graph and check the answers."""
