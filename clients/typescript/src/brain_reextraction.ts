import { rehearsal } from "./brain_part.js";
import { BrainSources } from "./brain_sources.js";
import type { Listing } from "./listing.js";
import type {
  Reextraction, ReextractionEstimate, ReextractionFilter, ReextractionReport, ReextractRequest, UndoneReextraction,
  UndoReextractionRequest,
} from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";

/** The part of a brain that reads episodes again. `dry_run: true` shows what would change; the model is asked all the same. */
export abstract class BrainReextraction extends BrainSources {
  /** Returns how many episodes fit a filter, and about how many calls and tokens their new extraction takes. */
  estimateReextraction(fields: ReextractionFilter = {}, options?: CallOptions): Promise<ReextractionEstimate> {
    return this.connection.json("estimateReextraction", { path: this.at(), body: fields }, options);
  }

  /** Reads episodes again with the service's model; the new reading replaces the old one. Repeat the call with `cursor`. */
  reextract(fields: ReextractRequest = {}, options?: WriteOptions): Promise<ReextractionReport> {
    const parts = { path: this.at(), body: fields, ...rehearsal(fields) };
    return this.connection.json("reextract", parts, options);
  }

  /** Lists the new extractions that changed something, newest first. */
  reextractions(fields: QueryOf<"listReextractions"> = {}, options?: CallOptions): Listing<Reextraction> {
    const parts = { path: this.at(), query: fields };
    return this.list("listReextractions", parts, (answer) => answer.reextractions, options);
  }

  /** Takes a new extraction back: exactly what it withdrew holds again, and what it added is withdrawn. */
  undoReextraction(id: string, fields: UndoReextractionRequest = {}, options?: WriteOptions): Promise<UndoneReextraction> {
    const parts = { path: this.at({ id }), body: fields, ...rehearsal(fields) };
    return this.connection.json("undoReextraction", parts, options);
  }
}
