"""When upkeep runs by itself: schedules, and the lease that lets one worker run a job."""
