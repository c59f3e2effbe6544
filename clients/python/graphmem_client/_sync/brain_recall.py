"""Recall, and the reads of facts and episodes."""

# Derived by clients/python/scripts/generate.py from _async/brain_recall.py.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from graphmem_client._sync.part import BrainPart
from graphmem_client.answers import OBJECT
from graphmem_client.calls import Again, Call, json_bytes, segment, time_text
from graphmem_client.contract.choices import Style
from graphmem_client.contract.history import Dependents, EpisodeChanges, FactHistory, FactSupport
from graphmem_client.contract.pagination import Page
from graphmem_client.contract.reads import Episode
from graphmem_client.contract.recall import RecallResult
from graphmem_client.contract.records import Category, EpisodeStatus, Fact, Origin
from graphmem_client.contract.service import EpisodePage, FactPage
from graphmem_client.contract.validation import Moment, check_choice
from graphmem_client.errors import Gone, InvalidInput, NotFound
from graphmem_client.groups import in_turn


class BrainRecall(BrainPart):
    """The part of `ClientBrainSync` that answers questions and reads facts and episodes."""

    __slots__ = ()

    def recall(
        self,
        query: str | None = None,
        *,
        k: int = 10,
        recipe: str = "hybrid",
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
            recipe: hybrid, facts, episodes, graph, lexical, semantic, conversation, fusion or rerank.
            asker: who asks: name, key or id of an entity; "I" and "my" in the question mean it.
            min_relevance: how well the best result has to fit the question, from 0 to 1, or nothing is returned; default the
                floor of the embedder, 0 = no floor.
            deep: also find facts that went cold because nobody used them, at half score.
            spread: also find facts that are associated with the best ones, over two links, each link at half weight.
            tell_ended: return the first k of the facts that `no_longer_true` counts in `ended`, and name them in the context.
            diversity: from 0 (the best hits) to 1 (hits unlike each other).
            rerank: score the best twenty again with the reranker of the service, if it has one.
            token_budget: most tokens of `context`.
            explain: return in `explanation` what each signal adds and what was left out, and why; costs another search.

        Without a query: the context of the brain, or of `entities`. Reading changes nothing unless `reinforce` is set; then the
        call is not sent again after it may have arrived.
        """
        asked = {
            "query": query,
            "k": k,
            "recipe": recipe,
            "valid_at": time_text(valid_at, "valid_at"),
            "known_at": time_text(known_at, "known_at"),
            "entities": list(entities),
            "relations": list(relations),
            "categories": list(categories),
            "asker": asker,
            "session_id": session_id,
            "speaker": speaker,
            "role": role,
            "tags": list(tags),
            "metadata": metadata or {},
            "min_confidence": min_confidence,
            "min_relevance": min_relevance,
            "include_closed": include_closed,
            "include_provenance": include_provenance,
            "deep": deep,
            "spread": spread,
            "tell_ended": tell_ended,
            "diversity": diversity,
            "rerank": rerank,
            "context_style": context_style,
            "token_budget": token_budget,
            "reinforce": reinforce,
            "explain": explain,
        }
        again = Again.NEVER if reinforce else Again.SAFE
        call = Call("recall", "POST", self._at("/recall"), again, content=json_bytes(asked))
        return (self._service.reply(call)).record(RecallResult)

    def facts(
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
    ) -> Page[Fact]:
        """Facts by subject, relation and object (name or id), newest recorded first, as of two moments. Raises InvalidInput.

        Args:
            text: part of the sentence, in any case.
            ended: only facts that had ended by `valid_at`, default now.
        """
        if category is not None:
            check_choice(category, Category, "category")
        if origin is not None:
            check_choice(origin, Origin, "origin")
        page = self._get(
            "listFacts",
            "/facts",
            FactPage,
            subject=subject,
            relation=relation,
            object=object,
            valid_at=time_text(valid_at, "valid_at"),
            known_at=time_text(known_at, "known_at"),
            include_closed=include_closed,
            min_confidence=min_confidence,
            category=category,
            origin=origin,
            text=text,
            ended=ended or None,
            limit=limit,
            cursor=cursor,
        )
        return Page(page.facts, page.next_cursor)

    def fact(self, fact_id: str) -> Fact:
        """One fact, also a closed or corrected one. Raises NotFound."""
        return self._get("getFact", f"/facts/{segment(fact_id)}", Fact)

    def facts_by_ids(self, ids: Iterable[str]) -> dict[str, Fact]:
        """Facts by their ids, also closed and corrected ones. An unknown id is left out. The client reads a few at once."""
        wanted = list(dict.fromkeys(ids))
        found = in_turn([partial(self._fact_or_none, one) for one in wanted])
        return {id_: fact for id_, fact in zip(wanted, found, strict=True) if fact is not None}

    def _fact_or_none(self, fact_id: str) -> Fact | None:
        try:
            return self.fact(fact_id)
        except (InvalidInput, NotFound):
            return None

    def fact_support(self, fact_id: str) -> FactSupport:
        """What a fact rests on, and what rests on it. Raises NotFound."""
        return self._get("getFactSupport", f"/facts/{segment(fact_id)}/support", FactSupport)

    def dependents(self, fact_id: str) -> Dependents:
        """What rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. Raises NotFound."""
        return self._get("getFactDependents", f"/facts/{segment(fact_id)}/dependents", Dependents)

    def waiting_facts(self, entity: str | None = None, *, limit: int = 50) -> tuple[Fact, ...]:
        """The facts that wait for a change and do not hold yet, those said last first.

        Args:
            entity: only those with this entity at either end; an id, key, name or alias.

        Raises:
            NotFound: no such entity. InvalidInput: limit is not 1 to 1000.
        """
        return (self._get("listWaitingFacts", "/facts:waiting", FactPage, entity=entity, limit=limit)).facts

    def history(self, fact_id: str, *, limit: int = 1000, cursor: str | None = None) -> FactHistory:
        """The history of a fact on both clocks: versions, then statements, `limit` a page. Raises NotFound, InvalidInput."""
        rest = f"/facts/{segment(fact_id)}/history"
        return self._get("getFactHistory", rest, FactHistory, limit=limit, cursor=cursor)

    def episodes(
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
        page = self._get(
            "listEpisodes",
            "/episodes",
            EpisodePage,
            status=status,
            session_id=session_id,
            source=source,
            speaker=speaker,
            text=text,
            tags=list(tags) or None,
            metadata=json_bytes(metadata, "metadata").decode() if metadata else None,
            since=time_text(since, "since"),
            until=time_text(until, "until"),
            limit=limit,
            cursor=cursor,
        )
        return Page(page.episodes, page.next_cursor)

    def episode(self, episode_id: str) -> Episode:
        """One episode. Raises NotFound."""
        return self._get("getEpisode", f"/episodes/{segment(episode_id)}", Episode)

    def trace(self, episode_id: str) -> dict[str, Any]:
        """The trace of an episode: input, output, decisions and cost of every stage. Raises NotFound."""
        call = Call("getTrace", "GET", self._at(f"/episodes/{segment(episode_id)}/trace"))
        return (self._service.reply(call)).value(OBJECT)

    def episodes_by_ids(self, ids: Iterable[str]) -> dict[str, Episode]:
        """Episodes by their ids. An unknown id is left out. The client reads a few at once."""
        wanted = list(dict.fromkeys(ids))
        found = in_turn([partial(self._episode_or_none, one) for one in wanted])
        return {id_: episode for id_, episode in zip(wanted, found, strict=True) if episode is not None}

    def _episode_or_none(self, episode_id: str) -> Episode | None:
        try:
            return self.episode(episode_id)
        except (Gone, InvalidInput, NotFound):
            return None

    def episode_changes(self, episode_id: str) -> EpisodeChanges:
        """What an episode changed: each fact before and after it. Empty until it is extracted. Raises NotFound, Gone."""
        return self._get("getEpisodeChanges", f"/episodes/{segment(episode_id)}/changes", EpisodeChanges)
