"""Records of a recall: its results, its context, and how it came to them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.directives import Directive
from graphmem_contract.reads import Episode
from graphmem_contract.records import AsOf, Entity, EntityId, Fact, FactId, Record, StatedCondition, Time


class RecallItem(Record):
    """One result of a recall: a fact or an episode, and the signals that ranked it.

    `passage` is the chunk that was found, for a long episode or one with several speakers. `fit`: how well it fits the question
    by itself, from 0 to 1, facts and episodes on one scale; null where no question was embedded.
    """

    fact: Fact | None = None
    episode: Episode | None = None
    passage: str | None = None
    score: float
    rank: int
    fit: float | None = None
    why: dict[str, float] = Field({})
    hops: int = 0
    path: tuple[str, ...] = ()


class RecalledCluster(Record):
    """A topic of an overview. `summary`: null while a fact that it tells has changed or does not hold at `valid_at`.

    `score`: the cosine of question and topic; null without a question. `fact_ids`: those of its facts that the result has, the
    most important first.
    """

    id: str
    title: str
    summary: str | None = None
    score: float | None = None
    rank: int
    fact_ids: tuple[FactId, ...] = ()


class WaitingFact(Record):
    """A fact that is not so yet: it begins with a change (`starts_when`). `id`: of its statement."""

    id: FactId
    subject: str
    relation: str
    object: str
    text: str
    starts_when: StatedCondition
    said_at: Time


LeftOutReason = Literal["ended", "filter", "rank", "diversity", "reranker", "relevance", "cut"]


class LeftOut(Record):
    """A candidate that a recall found and did not return.

    `item`: its score, its signals and its rank among all candidates of its kind. `reason`:

    - ended: the fact had ended by `valid_at`.
    - filter: the filters that `filters` names exclude it. Its score and rank are those of the question without filters.
    - rank: `k` other candidates rank before it.
    - diversity: it is too like a result that ranks before it.
    - reranker: the reranker of the recipe refuses it, or `k` others come before it in the reranker's order.
    - relevance: nothing that was found fits the question well enough.
    - cut: it fits the question far less than the best result.
    """

    item: RecallItem
    reason: LeftOutReason
    filters: tuple[str, ...] = ()


NameRule = Literal["first_name", "nickname", "misspelt", "named_before"]


class SaidName(Record):
    """Words of a question that are no known name, and the entity that was meant by them.

    `said`: the words as they stand; "" where the question leaves them out. `name`: of the entity. `rule`:

    - first_name: the only person of that first name.
    - nickname: a short form of the name, or the name of which the entity has the short form.
    - misspelt: one letter of a word differs.
    - named_before: a word such as "she" means whom or what the turns of `recent` name last.
    """

    said: str
    entity_id: EntityId
    name: str
    rule: NameRule


class RecallExplanation(Record):
    """How a recall came to its answer.

    `candidates`: number of candidates that the search found, by kind (facts, episodes). `floor`: the relevance that the best
    result must reach; null where none applies. `named`: ids of the entities that the question names or is limited to.
    `said`: of these, whom it names by a first name, a nickname, a misspelt name, or a word that points back.
    `contributions`: by id of a fact or an episode, what each signal adds to its score. They add up to the score. What another
    rule moved has the score of its rank, and the rule is one of them: `newest_first`, `history` or `reranker`.
    `left_out`: candidates that were not returned, at most ten of each kind and reason, best first; `left_out_counts`: the
    number of all of them, by reason. `context_tokens`: size of the context.
    """

    candidates: dict[str, int]
    floor: float | None = None
    named: tuple[EntityId, ...] = ()
    said: tuple[SaidName, ...] = ()
    contributions: dict[str, dict[str, float]] = Field({})
    left_out: tuple[LeftOut, ...] = ()
    left_out_counts: dict[str, int] = Field({})
    context_tokens: int = 0


class RecallResult(Record):
    """Result of a recall: ranked facts and episodes, the entities in them, and a context for a prompt.

    `directives`: what the user wants from now on, whatever the question is, the most confident and most relevant first. They
    stand first in the context, within a budget of their own.
    `waiting`: facts about what the question asks for that are not so yet, at most three, those said last first.
    `clusters`: the topics nearest to the question, only with the recipe `overview`.
    `no_longer_true` counts the facts that matched and were left out because they had ended. `ended` holds the best of these
    on request; without it, at most three that ended because what they rested on did, and that nothing has replaced. The
    context says what they rested on. `relevance`: how well the best result fits the question, from 0 to 1; null without a
    question, or where nothing is embedded. Below `min_relevance` nothing is returned. `warnings`: what could not be done, such as
    the search by meaning. `explanation`: only on request.
    """

    facts: tuple[RecallItem, ...] = ()
    episodes: tuple[RecallItem, ...] = ()
    entities: tuple[Entity, ...] = ()
    waiting: tuple[WaitingFact, ...] = ()
    directives: tuple[Directive, ...] = ()
    clusters: tuple[RecalledCluster, ...] = ()
    context: str = ""
    no_longer_true: int = 0
    ended: tuple[RecallItem, ...] = ()
    relevance: float | None = None
    warnings: tuple[str, ...] = ()
    as_of: AsOf
    timings: dict[str, float] = Field({})
    explanation: RecallExplanation | None = None
