"""Neo4j Browser draws the neighbourhood of a person: a screenshot of `CALL graphmem.bfs(…)` with graphmem's style.

usage: python benchmarks/browser_screenshot.py BRAIN PERSON FILE.png [--chromium /usr/bin/chromium]

The embedded Neo4j has to run (`graphmem demo --keep`, which tells the brain). Needs `pip install playwright` and a Chromium
(on Debian: apt install chromium); neither belongs to graphmem.
"""

from __future__ import annotations


