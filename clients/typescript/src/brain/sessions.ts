import type { Listing } from "../listing.js";
import type { Session, SessionSummary, WriteResult } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

/** The sessions of a brain. */
export class Sessions extends BrainSubject {
  /** Lists the sessions of this brain, by id, with their latest summaries. */
  list(page: QueryOf<"listSessions"> = {}, options?: CallOptions): Listing<Session> {
    return this.listing("listSessions", { path: this.at(), query: page }, (answer) => answer.sessions, options);
  }

  /** Extracts the messages of a session that wait for the `extraction_threshold`, in their order. */
  async flush(sessionId: string, options?: WriteOptions): Promise<WriteResult[]> {
    return (await this.connection.json("flushSession", { path: this.at({ session: sessionId }) }, options)).results;
  }

  /** Summarises a session, and replaces its previous summary. */
  summarise(sessionId: string, options?: WriteOptions): Promise<SessionSummary> {
    return this.connection.json("summariseSession", { path: this.at({ session: sessionId }) }, options);
  }
}
