"""Why a fact fell: what ended a cover at an instant, and why a start has no period."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.truth.component import PresentState
from graphmem.truth.region import Holding, Region
from graphmem.truth.statement import Outcome, Statement, Why

Cut = tuple[Why | None, str | None, tuple[str, str] | None]
"""Why a cover ended, what ended it, and the cause that a stated end names."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of one instant: what was looked at, what holds after it, and what held until it.

    `loop`: the statements that carried only themselves.
    """

    region: Region
    low: Holding
    present: PresentState
    loop: set[int]

    def why_ended(
        self, i: int, starts: Mapping[int, list[int]], ended: Mapping[int, Statement], lapsed: set[int]
    ) -> Cut:
        """Return what ended a cover: at one instant first a start, then a stated end, then the own end, then the ground.

        What starts at the end that a statement has stated for itself does not supersede it.

        Args:
            starts: what starts, by group. ended: the stated ends, by what they end. lapsed: what has reached its own end.
        """
        component = self.present.component
        said = component.said
        rivals = [j for j in starts.get(component.group[i], ()) if component.excludes(j, i)]
        if rivals and self.region.t < said[i].until:
            return "superseded", said[min(rivals, key=component.rank.__getitem__)].value, None
        if i in ended:
            return "ended", ended[i].id, ended[i].cause
        if i in lapsed:
            return None, None, None
        if i in self.loop:
            return "cycle", None, None
        return "cascade", self._missing(i), None

    def why_silent(self, i: int) -> Outcome:
        """Return why a start has no period."""
        region, low, component = self.region, self.low, self.present.component
        if i in self.loop:
            return Outcome(silent="cycle")
        if not region.is_carried(i, low, low):
            return Outcome(silent="unsupported", to=self._missing(i))
        rank = component.rank
        rivals = [j for j in region.rivals(i) if j in low.members]
        surer = [j for j in rivals if j not in region.going and rank[j] > rank[i]]
        if surer:
            return Outcome(silent="equal_start", to=component.said[max(surer, key=rank.__getitem__)].id)
        going = [j for j in rivals if j in region.going and region.outweighs(j, i)]
        if going:
            strongest = max(going, key=self.present.strength.__getitem__)
            return Outcome(silent="yields", to=component.said[strongest].id)
        return Outcome(silent="unsupported")

    def _missing(self, i: int) -> str | None:
        """Return the evidence that does not stand, or the condition that is not met; first what stood until now."""
        region, low, component = self.region, self.low, self.present.component
        said = component.said[i]
        pairs = zip(said.evidence, component.evidence[i], strict=True)
        names = [pair for ids, some in pairs for pair in zip(ids, some, strict=True)]
        gone = [(not self._stood(j), j < 0, id_) for id_, j in names if not region.stands(j, low)]
        if region.t >= said.occurred:
            watches = [watch for watch in component.watches[i] if not watch.trigger]
            gone += [(False, False, watch.words) for watch in watches if not region.meets(watch, low, low)]
        return min(gone)[2] if gone else None

    def _stood(self, j: int) -> bool:
        """Whether evidence stood until now."""
        spell = self.present.spell.get(j)
        return spell is not None and self.present.now.get(self.present.component.value[j]) == spell
