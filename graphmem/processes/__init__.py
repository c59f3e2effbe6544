"""Worker processes for work on text: fair between brains, with a limit, and without a share in this interpreter."""
