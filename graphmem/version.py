"""The version of the package, read by the export format and the API without importing the rest."""

__version__ = "0.1.0"
