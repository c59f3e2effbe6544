"""Topics: groups of facts and entities that belong together."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.upkeep.clusters.cluster_list import cluster, list_clusters
from graphmem_contract.observations import Cluster
from graphmem_contract.pagination import Page


class Clusters(BrainSubject):
    """The topics of a brain."""

    __slots__ = ()

    async def list(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Cluster]:
        """The topics of the brain, those with most facts first, each with 20 of its entities and facts. Raises InvalidInput.

        Args:
            level: 0 = only whole topics, 1 = only parts of large ones. parent_id: only the parts of this one.
        """
        return await list_clusters(
            self.engine.store, self.brain, level=level, parent_id=parent_id, limit=limit, cursor=cursor
        )

    async def get(self, cluster_id: str) -> Cluster:
        """One topic, with up to a thousand of its entities and facts. Raises NotFound."""
        return await cluster(self.engine.store, self.brain, cluster_id)
