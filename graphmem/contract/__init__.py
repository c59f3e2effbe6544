"""Public records, change records, pagination, and the validation of arguments."""
