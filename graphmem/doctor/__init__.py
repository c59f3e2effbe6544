"""The checks of `graphmem doctor`: this machine, and the database."""
