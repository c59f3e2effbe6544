import { BrainExplore } from "./brain_explore.js";
import { rehearsal } from "./brain_part.js";
import { ImportRun, type ImportOptions } from "./import_run.js";
import type { Listing } from "./listing.js";
import type { Source } from "./ndjson.js";
import type {
  Accepted, Changes, EpisodeRequest, Fact, FactRequest, Session, SessionSummary, SuppliedFact, WriteResult,
} from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";
import { Upload } from "./upload.js";

/** What may stand beside the text of an episode. */
export type EpisodeFields = Omit<EpisodeRequest, "content">;

/** An episode that a worker extracts later. */
export type LaterEpisode = EpisodeFields & { wait: false };

/** The part of a brain that takes messages and facts in. */
export abstract class BrainIngest extends BrainExplore {
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
   * Imports episodes, of any number. Each record is what `remember` takes, with `content`. A repeated import continues
   * where an earlier one stopped.
   */
  importEpisodes(episodes: Source<EpisodeRequest>, options: ImportOptions = {}): ImportRun {
    return this.#imported("importEpisodes", episodes, {}, options);
  }

  /** Extracts an episode that failed or was only stored. An extracted episode stays as it is. */
  replay(episodeId: string, options?: CallOptions): Promise<WriteResult> {
    return this.connection.json("replayEpisode", { path: this.at({ id: episodeId }) }, options);
  }

  /** Adds one fact. `matched` is true where it only confirmed a known one. No model is called unless `judge` is set. */
  addFact(fact: FactRequest, options?: WriteOptions): Promise<Fact> {
    return this.connection.json("addFact", { path: this.at(), body: fact }, options);
  }

  /** Reports all that would begin and end if a fact were added; nothing is stored. */
  rehearseFact(fact: SuppliedFact, options?: CallOptions): Promise<Changes> {
    return this.connection.json("rehearseFact", { path: this.at(), body: fact }, options);
  }

  /** Imports facts, of any number. A record that an earlier import stored is not stored again. */
  importFacts(
    facts: Source<SuppliedFact>, fields: QueryOf<"importFacts"> = {}, options: ImportOptions = {},
  ): ImportRun {
    return this.#imported("importFacts", facts, fields, options);
  }

  /** Lists the sessions of this brain, by id, with their latest summaries. */
  sessions(page: QueryOf<"listSessions"> = {}, options?: CallOptions): Listing<Session> {
    return this.list("listSessions", { path: this.at(), query: page }, (answer) => answer.sessions, options);
  }

  /** Extracts the messages of a session that wait for the `extraction_threshold`, in their order. */
  async flush(sessionId: string, options?: WriteOptions): Promise<WriteResult[]> {
    return (await this.connection.json("flushSession", { path: this.at({ session: sessionId }) }, options)).results;
  }

  /** Summarises a session, and replaces its previous summary. */
  summarise(sessionId: string, options?: WriteOptions): Promise<SessionSummary> {
    return this.connection.json("summariseSession", { path: this.at({ session: sessionId }) }, options);
  }

  #imported<T extends object>(
    id: "importEpisodes" | "importFacts", records: Source<T>, query: QueryOf<"importFacts">, options: ImportOptions,
  ): ImportRun {
    const upload = Upload.of(records, recordLine);
    const begin = () => this.connection.stream(id, { path: this.at(), query, upload }, options);
    return new ImportRun(id, upload, begin, options);
  }
}

function recordLine(record: object): string {
  if (typeof record !== "object") throw new TypeError("a record of an import must be an object");
  return `${JSON.stringify(record)}\n`;
}
