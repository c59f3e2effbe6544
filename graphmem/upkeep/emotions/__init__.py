"""How the emotions of the messages that mention an entity change: the rule, and its part of the job `observations`."""
