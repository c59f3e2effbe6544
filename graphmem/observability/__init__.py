"""Metrics, tracing, logs, stage durations, and process memory."""
