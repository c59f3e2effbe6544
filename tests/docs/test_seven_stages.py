"""docs/seven-stages.md shows the current output of the product."""

from __future__ import annotations

from benchmarks.eval.follow_message import BLOCK, MESSAGE, PAGE, follow, written
from graphmem.brain import Brain
from graphmem.models.hash_embedder import HashEmbedder


async def test_the_page_agrees_with_the_product(brain: Brain) -> None:
    """If it fails: run `python -m benchmarks.eval.follow_message`, and read the page again."""
    assert isinstance(brain.engine.models.embedder, HashEmbedder)
    result, blocks = await follow(brain)
    assert result.success
    page = PAGE.read_text("utf8")
    shown = {found[2]: found[3] for found in BLOCK.finditer(page)}
    for name, text in shown.items():
        assert text == blocks[name], name
    assert written(page, blocks) == page


def test_every_stage_has_its_place_on_the_page() -> None:
    page = PAGE.read_text("utf8")
    names = [found[2] for found in BLOCK.finditer(page)]
    stages = ["entity extract", "entity resolve", "fact extract", "fact dedup", "temporal", "contradiction", "commit"]
    assert [name for name in names if name in stages] == stages
    assert MESSAGE.split(".")[0] in page
    assert all(f"## {number} · {stage}" in page for number, stage in enumerate(stages, 1))
