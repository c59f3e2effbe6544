"""The version of graphmem and of its Python client. The export format and the API read it without importing the rest."""

__version__ = "0.1.0"
