"""When statements with conditions hold: the walk through valid time. Pure."""
