"""Parts of `Brain` that are subjects of their own."""
