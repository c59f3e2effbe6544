"""graphmem as the memory of agent frameworks: one package per framework, written for `BrainLike`.

A brain is the embedded `graphmem.Brain`, a `ClientBrain`, or, for synchronous programs, a `ClientBrainSync`.
"""
