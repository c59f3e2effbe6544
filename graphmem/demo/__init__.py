"""The demo: a conversation over two years, and the story that the graph tells afterwards."""
