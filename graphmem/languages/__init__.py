"""What the rules know of languages: a folder of tables in TOML for each, and the records in which they are read."""
