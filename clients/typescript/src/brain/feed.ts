import type { ChangeBatch, ChangeEvent } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { BrainSubject } from "./subject.js";

const WAIT_SEC = 30;

/** What every commit to a brain changed. */
export class BrainFeed extends BrainSubject {
  /** Returns the next events, in the order of their commits, each once. `since: "latest"` = only what comes from now on. */
  changes(fields: QueryOf<"listChanges"> = {}, options?: CallOptions): Promise<ChangeBatch> {
    return this.connection.json("listChanges", { path: this.at(), query: fields }, options);
  }

  /** Yields the events as they are committed, without an end. */
  async *follow(since?: string, options?: CallOptions): AsyncGenerator<ChangeEvent> {
    let cursor = since;
    for (;;) {
      const batch = await this.changes({ since: cursor ?? null, wait: WAIT_SEC }, options);
      yield* batch.changes;
      cursor = batch.cursor;
    }
  }
}
