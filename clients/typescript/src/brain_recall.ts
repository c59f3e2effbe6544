import { BrainPart } from "./brain_part.js";
import type { Listing } from "./listing.js";
import type {
  Dependents, Episode, EpisodeChanges, Fact, FactHistory, FactSupport, RecallRequest, RecallResult,
} from "./openapi.js";
import type { AnswerOf, QueryOf } from "./operations.js";
import type { CallOptions } from "./options.js";

/** A filter of episodes; `metadata` is an object of entries that the episodes have. */
export type EpisodeFilter = Omit<QueryOf<"listEpisodes">, "metadata"> & { metadata?: Record<string, unknown> };

/** The part of a brain that answers questions and reads facts and episodes. */
export abstract class BrainRecall extends BrainPart {
  /**
   * Answers a question: ranked facts and episodes, and a context for a prompt. Without a question: the context of the
   * brain, or of `entities`.
   */
  recall(query?: string | null, fields: Omit<RecallRequest, "query"> = {}, options?: CallOptions): Promise<RecallResult> {
    const body = query == null ? fields : { query, ...fields };
    const manner = fields.reinforce ? ({ manner: "once" } as const) : {};
    return this.connection.json("recall", { path: this.at(), body, ...manner }, options);
  }

  /** Lists facts by subject, relation and object, newest recorded first, as of two moments. */
  facts(filter: QueryOf<"listFacts"> = {}, options?: CallOptions): Listing<Fact> {
    return this.list("listFacts", { path: this.at(), query: filter }, (answer) => answer.facts, options);
  }

  /** Returns the facts that wait for a change and do not hold yet, those said last first. */
  async waitingFacts(filter: QueryOf<"listWaitingFacts"> = {}, options?: CallOptions): Promise<Fact[]> {
    return (await this.connection.json("listWaitingFacts", { path: this.at(), query: filter }, options)).facts;
  }

  /** Returns one fact, also one that has ended or was taken back. */
  fact(factId: string, options?: CallOptions): Promise<Fact> {
    return this.connection.json("getFact", { path: this.at({ id: factId }) }, options);
  }

  /** Returns the history of a fact on both clocks: its versions, oldest first, then the statements behind them. */
  history(factId: string, page: QueryOf<"getFactHistory"> = {}, options?: CallOptions): Promise<FactHistory> {
    return this.connection.json("getFactHistory", { path: this.at({ id: factId }), query: page }, options);
  }

  /** Returns the evidence of a fact, and the facts that rest on it. */
  factSupport(factId: string, options?: CallOptions): Promise<FactSupport> {
    return this.connection.json("getFactSupport", { path: this.at({ id: factId }) }, options);
  }

  /** Returns all that rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. */
  dependents(factId: string, options?: CallOptions): Promise<Dependents> {
    return this.connection.json("getFactDependents", { path: this.at({ id: factId }) }, options);
  }

  /** Lists episodes, newest recorded first. */
  episodes(filter: EpisodeFilter = {}, options?: CallOptions): Listing<Episode> {
    const { metadata, ...rest } = filter;
    const query = metadata === undefined ? rest : { ...rest, metadata: JSON.stringify(metadata) };
    return this.list("listEpisodes", { path: this.at(), query }, (answer) => answer.episodes, options);
  }

  /** Returns one episode as it was sent, with its status. */
  episode(episodeId: string, options?: CallOptions): Promise<Episode> {
    return this.connection.json("getEpisode", { path: this.at({ id: episodeId }) }, options);
  }

  /** Returns what an episode changed: each fact before and after it. */
  episodeChanges(episodeId: string, options?: CallOptions): Promise<EpisodeChanges> {
    return this.connection.json("getEpisodeChanges", { path: this.at({ id: episodeId }) }, options);
  }

  /** Returns the trace of an episode: input, decisions and output of each stage. */
  trace(episodeId: string, options?: CallOptions): Promise<AnswerOf<"getTrace">> {
    return this.connection.json("getTrace", { path: this.at({ id: episodeId }) }, options);
  }
}
