"""Google's Agent Development Kit."""
