import { Clusters } from "./brain/clusters.js";
import { Contradictions } from "./brain/contradictions.js";
import { Directives } from "./brain/directives.js";
import { Entities } from "./brain/entities.js";
import { Episodes } from "./brain/episodes.js";
import { BrainFeed } from "./brain/feed.js";
import { ForgetRequests } from "./brain/forget_requests.js";
import { Graph } from "./brain/graph.js";
import { Items } from "./brain/items.js";
import { Observations } from "./brain/observations.js";
import { Ontology } from "./brain/ontology.js";
import { BrainOverview } from "./brain/overview.js";
import { Proposals } from "./brain/proposals.js";
import { Reextractions } from "./brain/reextraction.js";
import { RetentionPolicies } from "./brain/retention.js";
import { Sessions } from "./brain/sessions.js";
import { Sources } from "./brain/sources.js";
import { BrainSubject, rehearsal } from "./brain/subject.js";
import { BrainTimeline } from "./brain/timeline.js";
import { Transfer } from "./brain/transfer.js";
import { Upkeep } from "./brain/upkeep.js";
import { Webhooks } from "./brain/webhooks.js";
import type { Listing } from "./listing.js";
import type {
  Accepted, BrainSettings, Changes, CorrectRequest, EpisodeRequest, Fact, FactHistory, FactRequest, Forgotten,
  InvalidateRequest, RecallRequest, RecallResult, RestoreRequest, WriteResult,
} from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";
import { Problem } from "./problem.js";

/** What may stand beside the text of an episode. */
export type EpisodeFields = Omit<EpisodeRequest, "content">;

/** An episode that a worker extracts later. */
export type LaterEpisode = EpisodeFields & { wait: false };

/**
 * One isolated memory. Everything that is written, read, matched and counted in it stays in it.
 *
 * Its own methods write, read and curate facts. Each attribute is another subject, with methods of its own.
 */
export class Brain extends BrainSubject {
  /** People, places and things: list, read, add, change, merge, forget. */
  readonly entities = new Entities(this.connection, this.name);
  /** What was told, as it came: list, read, extract again, forget; and the queue. */
  readonly episodes = new Episodes(this.connection, this.name);
  /** Conversations: list, extract what waits, summarise. */
  readonly sessions = new Sessions(this.connection, this.name);
  /** Neighbours, paths, and what depends on what. */
  readonly graph = new Graph(this.connection, this.name);
  /** When facts changed, and what differs between two moments. */
  readonly timeline = new BrainTimeline(this.connection, this.name);
  /** Facts that another fact ended: list, accept. */
  readonly contradictions = new Contradictions(this.connection, this.name);
  /** Types of entities and relations, and the rules of relations. */
  readonly ontology = new Ontology(this.connection, this.name);
  /** Requests to forget in messages: list, undo. */
  readonly forgetRequests = new ForgetRequests(this.connection, this.name);
  /** Counts, and what happened lately. */
  readonly overview = new BrainOverview(this.connection, this.name);
  /** JSON values by path and key. */
  readonly items = new Items(this.connection, this.name);
  /** Sources of episodes: trust, retract, restore. */
  readonly sources = new Sources(this.connection, this.name);
  /** How long episodes are kept. */
  readonly retention = new RetentionPolicies(this.connection, this.name);
  /** Read episodes again by another model. */
  readonly reextraction = new Reextractions(this.connection, this.name);
  /** Export, load, and import of facts. */
  readonly transfer = new Transfer(this.connection, this.name);
  /** What every commit changed. */
  readonly feed = new BrainFeed(this.connection, this.name);
  /** Receivers of the feed. */
  readonly webhooks = new Webhooks(this.connection, this.name);
  /** Jobs between messages, and their schedule. */
  readonly upkeep = new Upkeep(this.connection, this.name);
  /** What upkeep proposes: list, approve, decline, undo. */
  readonly proposals = new Proposals(this.connection, this.name);
  /** Standing instructions of the user. */
  readonly directives = new Directives(this.connection, this.name);
  /** What upkeep has noticed. */
  readonly observations = new Observations(this.connection, this.name);
  /** Topics. */
  readonly clusters = new Clusters(this.connection, this.name);

  /**
   * Stores a message, a document or a chat (`messages`), extracts its facts, and returns what changed. With `wait: false` a
   * worker extracts it later, and the answer only names the episode.
   */
  remember(content: string | null, fields: LaterEpisode, options?: WriteOptions): Promise<Accepted | WriteResult>;
  remember(content: string | null, fields?: EpisodeFields, options?: WriteOptions): Promise<WriteResult>;
  remember(content: string | null, fields: EpisodeFields = {}, options?: WriteOptions): Promise<unknown> {
    const body = content === null ? fields : { content, ...fields };
    return this.connection.json("rememberEpisode", { path: this.at(), body, ...rehearsal(fields) }, options);
  }

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
    return this.listing("listFacts", { path: this.at(), query: filter }, (answer) => answer.facts, options);
  }

  /** Returns one fact, also one that has ended or was taken back. */
  fact(factId: string, options?: CallOptions): Promise<Fact> {
    return this.connection.json("getFact", { path: this.at({ id: factId }) }, options);
  }

  /** Returns the history of a fact on both clocks: its versions, oldest first, then the statements behind them. */
  history(factId: string, page: QueryOf<"getFactHistory"> = {}, options?: CallOptions): Promise<FactHistory> {
    return this.connection.json("getFactHistory", { path: this.at({ id: factId }), query: page }, options);
  }

  /** Adds one fact. `matched` is true where it only confirmed a known one. No model is called unless `judge` is set. */
  addFact(fact: FactRequest, options?: WriteOptions): Promise<Fact> {
    return this.connection.json("addFact", { path: this.at(), body: fact }, options);
  }

  /** Corrects a fact that was stated wrongly. The old statement counts as never true; `restore` undoes the correction. */
  correct(factId: string, fields: CorrectRequest, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("correctFact", parts, options);
  }

  /** States that a fact is no longer true, or with `kind: "corrected"` never was. Facts that rest on it fall with it. */
  invalidate(factId: string, fields: InvalidateRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("invalidateFact", parts, options);
  }

  /** Undoes the last retraction or correction of a fact. Facts that fell with it come back. */
  restore(factId: string, fields: RestoreRequest = {}, options?: WriteOptions): Promise<Changes> {
    const parts = { path: this.at({ id: factId }), body: fields, ...rehearsal(fields) };
    return this.connection.json("restoreFact", parts, options);
  }

  /** Returns the settings of this brain; null, and a setting that is missing, follow the service. */
  async settings(options?: CallOptions): Promise<BrainSettings> {
    try {
      return (await this.overview.detail(options)).settings;
    } catch (error) {
      if (error instanceof Problem && error.code === "not_found") return {};
      throw error;
    }
  }

  /** Changes settings of this brain, and returns all of them; null resets one to that of the service. */
  async configure(changes: BrainSettings, options?: WriteOptions): Promise<BrainSettings> {
    return (await this.connection.json("configureBrain", { path: this.at(), body: changes }, options)).settings;
  }

  /** Creates this brain if it does not exist. `settings` replace all its settings. Returns whether it is new. */
  async create(settings?: BrainSettings, options?: CallOptions): Promise<boolean> {
    const parts = { path: this.at(), ...(settings && { body: settings }) };
    return (await this.connection.jsonWithStatus("createBrain", parts, options)).status === 201;
  }

  /** Removes a fact and all its statements. If it is no longer true, or was never true, use `invalidate`. */
  forget(factId: string, fields: QueryOf<"forgetFact"> = {}, options?: CallOptions): Promise<Forgotten> {
    const parts = { path: this.at({ id: factId }), query: fields, ...rehearsal(fields) };
    return this.connection.json("forgetFact", parts, options);
  }

  /** Removes this brain with everything in it, for good. */
  delete(options?: CallOptions): Promise<Forgotten> {
    return this.connection.json("forgetBrain", { path: this.at() }, options);
  }
}
