import type { Listing } from "../listing.js";
import type {
  Reextraction, ReextractionEstimate, ReextractionFilter, ReextractionReport, ReextractRequest, UndoneReextraction,
  UndoReextractionRequest,
} from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions, WriteOptions } from "../options.js";
import { BrainSubject, rehearsal } from "./subject.js";

/** The new extractions of a brain. `dry_run: true` only shows what would change. */
export class Reextractions extends BrainSubject {
  /** Reads episodes again with the service's model; the new reading replaces the old one. Repeat the call with `cursor`. */
  run(fields: ReextractRequest = {}, options?: WriteOptions): Promise<ReextractionReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("reextract", parts, options);
  }

  /** Returns how many episodes fit a filter, and about how many calls and tokens their new extraction takes. */
  estimate(fields: ReextractionFilter = {}, options?: CallOptions): Promise<ReextractionEstimate> {
    return this.connection.json("estimateReextraction", { path: this.at(), body: fields }, options);
  }

  /** Lists the new extractions that changed something, newest first. */
  list(fields: QueryOf<"listReextractions"> = {}, options?: CallOptions): Listing<Reextraction> {
    const parts = { path: this.at(), query: fields };
    return this.listing("listReextractions", parts, (answer) => answer.reextractions, options);
  }

  /** Takes a new extraction back: exactly what it withdrew holds again, and what it added is withdrawn. */
  undo(id: string, fields: UndoReextractionRequest = {}, options?: WriteOptions): Promise<UndoneReextraction> {
    const parts = { path: this.at({ id }), body: fields, ...rehearsal(fields) };
    return this.connection.json("undoReextraction", parts, options);
  }
}
