"""The extractor that stands for `graphmem-offline` where that is not installed."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import Claimed, Extracted, Mention, Request
from graphmem.version import install_command
from graphmem_contract.errors import SetupError


class MissingExtractor:
    """Refuses to read. So a service without the extra `offline` starts, answers and keeps messages until it is installed."""

    name = "offline"

    async def mentions(self, request: Request) -> Extracted:
        """Read nothing.

        Raises:
            SetupError: always; the message names the extra.
        """
        raise _not_installed()

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        """Read nothing.

        Raises:
            SetupError: always; the message names the extra.
        """
        raise _not_installed()


def _not_installed() -> SetupError:
    return SetupError(
        f"the offline extractor needs the extra `offline`: {install_command('offline')}, and start graphmem again"
    )
