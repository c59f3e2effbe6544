"""Topics: groups of facts and entities that belong together."""

# Derived by clients/python/scripts/generate.py from _async/brain/clusters.py.

from __future__ import annotations

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import segment
from graphmem_contract.observations import Cluster
from graphmem_contract.pagination import Page
from graphmem_contract.service import ClusterPage


class Clusters(BrainSubject):
    """The topics of a brain."""

    __slots__ = ()

    def list(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Cluster]:
        """The topics of the brain, those with most facts first, each with 20 of its entities and facts. Raises InvalidInput.

        Args:
            level: 0 = only whole topics, 1 = only parts of large ones. parent_id: only the parts of this one.
        """
        asked = {"level": level, "parent_id": parent_id, "limit": limit, "cursor": cursor}
        page = self._get("listClusters", "/clusters", ClusterPage, **asked)
        return Page(page.clusters, page.next_cursor)

    def get(self, cluster_id: str) -> Cluster:
        """One topic, with up to a thousand of its entities and facts. Raises NotFound."""
        return self._get("getCluster", f"/clusters/{segment(cluster_id)}", Cluster)
