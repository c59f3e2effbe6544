"""The asynchronous client. The synchronous one is derived from these modules."""
