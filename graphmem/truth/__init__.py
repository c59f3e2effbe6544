"""What holds when: statements in, facts out. Pure; `derive` is the only door (docs/time.md)."""
