"""Public test doubles: scripted models, and a scripted server in the OpenAI format."""

from graphmem.models.none_extractor import NoneExtractor
from graphmem.testing.scripted import ScriptedExtractor, ScriptedJudge
from graphmem.testing.scripted_server import ScriptedServer

__all__ = ["NoneExtractor", "ScriptedExtractor", "ScriptedJudge", "ScriptedServer"]
