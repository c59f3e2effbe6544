"""graphmem_client: the client of the graphmem service.

The public names. Each is imported from its module when it is first used, so that the import is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem_client._async.brain import ClientBrain as ClientBrain
    from graphmem_client._async.client import GraphmemClient as GraphmemClient
    from graphmem_client._async.keys import ClientKeys as ClientKeys
    from graphmem_client._sync.brain import ClientBrainSync as ClientBrainSync
    from graphmem_client._sync.client import GraphmemClientSync as GraphmemClientSync
    from graphmem_client._sync.keys import ClientKeysSync as ClientKeysSync
    from graphmem_client.problems import (
        GatewayError as GatewayError,
        ServiceUnreachable as ServiceUnreachable,
        UnexpectedAnswer as UnexpectedAnswer,
    )
    from graphmem_client.retry import NO_RETRY as NO_RETRY, Retry as Retry
    from graphmem_client.sources import ImportProgress as ImportProgress
    from graphmem_contract.public import *  # noqa: F403

_OWN = {
    "graphmem_client._async.brain": "ClientBrain",
    "graphmem_client._async.client": "GraphmemClient",
    "graphmem_client._async.keys": "ClientKeys",
    "graphmem_client._sync.brain": "ClientBrainSync",
    "graphmem_client._sync.client": "GraphmemClientSync",
    "graphmem_client._sync.keys": "ClientKeysSync",
    "graphmem_client.problems": "GatewayError ServiceUnreachable UnexpectedAnswer",
    "graphmem_client.retry": "NO_RETRY Retry",
    "graphmem_client.sources": "ImportProgress",
}
"""Module, and the public names that it defines. The others are those of `graphmem_contract.public`."""
_MODULE_OF = {name: module for module, names in _OWN.items() for name in names.split()}


def __dir__() -> list[str]:
    shared = import_module("graphmem_contract.public")
    return sorted(("__version__", *_MODULE_OF, *(name for name in vars(shared) if not name.startswith("_"))))


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("graphmem_client.version").version()
    if name == "__all__":
        return __dir__()
    if name in _MODULE_OF:
        return getattr(import_module(_MODULE_OF[name]), name)
    if name.startswith("_") or not hasattr(shared := import_module("graphmem_contract.public"), name):
        raise AttributeError(f"module 'graphmem_client' has no attribute {name!r}")
    return getattr(shared, name)
