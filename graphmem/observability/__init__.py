"""Metrics, tracing, logs, stage times, and the memory of the process."""
