"""Access control: callers and scopes, the API keys in the graph, and the key cache of a server."""
