"""The former place of `graphmem.contract.records`. New code imports these names from `graphmem`."""

from graphmem.contract.records import *  # noqa: F403
