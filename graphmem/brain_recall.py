"""Recall, and the reads of facts and episodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.contract.history import EpisodeChanges, FactHistory, FactSupport
from graphmem.contract.pagination import Page
from graphmem.contract.reads import Episode
from graphmem.contract.recall import RecallResult
from graphmem.contract.records import Category, EpisodeStatus, Fact, Origin
from graphmem.contract.validation import Moment, check_choice, moment
from graphmem.engine import Engine
from graphmem.explore.episode_changes import episode_changes
from graphmem.explore.episode_list import EpisodeFilter, episodes_by_ids, list_episodes
from graphmem.explore.explorer import Explorer
from graphmem.explore.fact_support import fact_support, facts_by_ids
from graphmem.explore.hidden_facts import hidden_facts
from graphmem.ingest.episodes.rows import entries
from graphmem.recall.context import Style
from graphmem.recall.pipeline import recall
from graphmem.recall.query import RecallQuery
from graphmem.recall.recipes import Recipe
from graphmem.settings import Settings


class BrainRecall:
    """The part of `Brain` that answers questions and reads facts and episodes."""

    __slots__ = ()

    engine: Engine
    name: str

    @property
    def _explorer(self) -> Explorer:
        return Explorer(self.engine.store, self.name)

    async def recall(
        self,
        query: str | None = None,
        *,
        k: int = 10,
        recipe: str | Recipe = "hybrid",
        valid_at: Moment = None,
        known_at: Moment = None,
        entities: Sequence[str] = (),
        relations: Sequence[str] = (),
        categories: Sequence[Category] = (),
        asker: str | None = None,
        session_id: str | None = None,
        speaker: str | None = None,
        role: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        min_confidence: float | None = None,
        min_relevance: float | None = None,
        include_closed: bool = False,
        include_provenance: bool = False,
        deep: bool = False,
        spread: bool = False,
        tell_ended: bool = False,
        diversity: float = 0.0,
        rerank: bool = False,
        context_style: Style = "grouped",
        token_budget: int = 800,
        reinforce: bool = False,
        explain: bool = False,
    ) -> RecallResult:
        """Answer a question: ranked facts and episodes, and a context for a prompt.

        Args:
            k: most facts, and most episodes.
            valid_at: facts that held then; default now. known_at: what was believed then; default the latest.
            recipe: a name of `graphmem.recall.recipes`, or a `Recipe` with your own weights.
            asker: who asks: name, key or id of an entity; "I" and "my" in the question mean it.
            min_relevance: how well the best result has to fit the question, from 0 to 1, or nothing is returned; default the
                floor of the embedder, 0 = no floor.
            deep: also find facts that went cold because nobody used them, at half score.
            spread: also find facts that are associated with the best ones, over two links, each link at half weight.
            tell_ended: return the first k of the facts that `no_longer_true` counts in `ended`, and name them in the context.
            diversity: from 0 (the best hits) to 1 (hits unlike each other).
            rerank: score the best twenty again with the reranker (GRAPHMEM_RERANKER).
            token_budget: most tokens of `context`, beside its standing instructions (GRAPHMEM_DIRECTIVE_TOKENS).
            explain: return in `explanation` what each signal adds and what was left out, and why; costs another search.

        Without a query: the context of the brain, or of `entities`. Reading changes nothing unless `reinforce` is set.
        """
        asked = RecallQuery.checked(
            query=query, k=k, recipe=recipe, valid_at=moment(valid_at, "valid_at"), known_at=moment(known_at, "known_at"),
            entities=entities, relations=relations, categories=categories, asker=asker, session_id=session_id, speaker=speaker,
            role=role, tags=tags, metadata=metadata or {}, min_confidence=min_confidence, min_relevance=min_relevance,
            include_closed=include_closed, include_provenance=include_provenance, deep=deep, spread=spread,
            tell_ended=tell_ended, diversity=diversity, rerank=rerank, context_style=context_style,
            token_budget=token_budget, **_of_the_service(self.engine.settings), reinforce=reinforce, explain=explain,
        )  # fmt: skip
        models = self.engine.models
        return await recall(self.engine.store, models.embedder, self.name, asked, models.reranker)

    async def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        object: str | None = None,
        *,
        valid_at: Moment = None,
        known_at: Moment = None,
        include_closed: bool = False,
        min_confidence: float = 0.0,
        category: Category | None = None,
        origin: Origin | None = None,
        text: str | None = None,
        ended: bool = False,
        limit: int = 50,
        cursor: str | None = None,
        hidden: bool = False,
    ) -> Page[Fact]:
        """Facts by subject, relation and object (name or id), newest recorded first, as of two moments. Raises InvalidInput.

        Args:
            text: part of the sentence, in any case.
            ended: only facts that had ended by `valid_at`, default now.
            hidden: with `known_at`, the first page also has what requests to forget have hidden since; for an administrator.
        """
        if category is not None:
            check_choice(category, Category, "category")
        if origin is not None:
            check_choice(origin, Origin, "origin")
        page = await self._explorer.facts(
            subject=subject,
            relation=relation,
            object_=object,
            valid_at=moment(valid_at, "valid_at"),
            known_at=moment(known_at, "known_at"),
            include_closed=include_closed,
            min_confidence=min_confidence,
            category=category,
            origin=origin,
            text=text,
            ended=ended,
            limit=limit,
            cursor=cursor,
        )
        known = moment(known_at, "known_at")
        if not hidden or known is None or cursor is not None:
            return page
        more = await hidden_facts(
            self.engine.store, self.name, known, valid_at=moment(valid_at, "valid_at"), include_closed=include_closed,
            subject=subject, relation=relation, object_=object,
        )  # fmt: skip
        return Page((*page.items, *more), page.next_cursor)

    async def fact(self, fact_id: str) -> Fact:
        """One fact, also a closed or corrected one. Raises NotFound."""
        return await self._explorer.fact(fact_id)

    async def history(
        self, fact_id: str, *, limit: int = 1000, cursor: str | None = None, hidden: bool = False
    ) -> FactHistory:
        """The history of a fact on both clocks: versions, then statements, `limit` a page. Raises NotFound, InvalidInput.

        Args:
            hidden: also what requests to forget have hidden, for an administrator.
        """
        return await self._explorer.history(fact_id, limit, cursor, hidden=hidden)

    async def facts_by_ids(self, ids: Iterable[str]) -> dict[str, Fact]:
        """Facts by their ids, also closed and corrected ones. An unknown id is left out."""
        return await facts_by_ids(self.engine.store, self.name, ids)

    async def fact_support(self, fact_id: str) -> FactSupport:
        """What a fact rests on, and what rests on it. Raises NotFound."""
        return await fact_support(self.engine.store, self.name, fact_id)

    async def episodes(
        self,
        *,
        status: EpisodeStatus | None = None,
        session_id: str | None = None,
        source: str | None = None,
        speaker: str | None = None,
        text: str | None = None,
        tags: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        since: Moment = None,
        until: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Episode]:
        """Episodes, newest recorded first. Raises InvalidInput.

        Args:
            text: part of the content, in any case. tags, metadata: the episode has all of them.
            since, until: when it was said (`occurred_at`), from `since` to before `until`.
        """
        if status is not None:
            check_choice(status, EpisodeStatus, "status")
        span = moment(since, "since"), moment(until, "until")
        wanted = EpisodeFilter(status, session_id, source, tags, entries(metadata or {}), *span, speaker, text)
        return await list_episodes(self.engine.store, self.name, wanted, limit=limit, cursor=cursor)

    async def episode(self, episode_id: str) -> Episode:
        """One episode. Raises NotFound."""
        return await self._explorer.episode(episode_id)

    async def episodes_by_ids(self, ids: Iterable[str]) -> dict[str, Episode]:
        """Episodes by their ids. An unknown id is left out."""
        return await episodes_by_ids(self.engine.store, self.name, ids)

    async def episode_changes(self, episode_id: str) -> EpisodeChanges:
        """What an episode changed: each fact before and after it. Empty until it is extracted. Raises NotFound, Gone."""
        return await episode_changes(self.engine.store, self.name, episode_id)

    async def trace(self, episode_id: str) -> dict[str, Any]:
        """The trace of an episode: input, output, decisions and cost of every stage. Raises NotFound."""
        return await self._explorer.trace(episode_id)


def _of_the_service(settings: Settings) -> dict[str, Any]:
    """Return what the settings of the service say about a recall."""
    return {
        "least_confidence": settings.min_confidence,
        "language": settings.language,
        "directive_tokens": settings.directive_tokens,
    }
