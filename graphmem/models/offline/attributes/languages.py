"""The tables of roles by language."""

from __future__ import annotations

from graphmem.models.offline.attributes.english import ENGLISH
from graphmem.models.offline.attributes.french import FRENCH
from graphmem.models.offline.attributes.german import GERMAN
from graphmem.models.offline.attributes.portuguese import PORTUGUESE
from graphmem.models.offline.attributes.spanish import SPANISH
from graphmem.models.offline.attributes.tables import AttributeTables

ATTRIBUTE_LANGUAGES: dict[str, AttributeTables] = {
    tables.code: tables for tables in (ENGLISH, PORTUGUESE, SPANISH, FRENCH, GERMAN)
}
