"""Who may do what: callers, their keys in the graph, and the ring on which a server keeps them."""
