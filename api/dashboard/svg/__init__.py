"""Pictures that the server draws: pure functions that return SVG."""
