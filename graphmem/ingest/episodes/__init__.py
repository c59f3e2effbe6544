"""Episodes: the request, the stored rows, the queue, chunks."""
