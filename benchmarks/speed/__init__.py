"""Speed beside the bare database and beside other memories."""
