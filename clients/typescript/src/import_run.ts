import type { Answer } from "./answer.js";
import { ConnectionError } from "./errors.js";
import { Lazy } from "./lazy.js";
import type { ReportLine } from "./openapi.js";
import type { CallOptions } from "./options.js";
import { kindOf, problemOf } from "./problem.js";
import type { Upload } from "./upload.js";

/** How far an import is. */
export interface ImportProgress {
  /** Records that were read from the source. */
  readonly sent: number;
  /** Records that the service has reported. */
  readonly reported: number;
  /** Those of them that it refused. */
  readonly rejected: number;
}

/** Settings of an import. */
export interface ImportOptions extends CallOptions {
  /** Is called for every line of the report. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** What an import did. */
export interface ImportReport {
  /** Records that were reported. */
  readonly records: number;
  /** Records that were stored as something new. */
  readonly added: number;
  /** Facts that only confirmed a known fact. */
  readonly matched: number;
  /** Records that an earlier import had stored. */
  readonly replayed: number;
  /** Records that were refused. */
  readonly rejected: number;
  /** The report lines of the first 1,000 records that were refused. */
  readonly refusals: readonly ReportLine[];
}

const MOST_REFUSALS = 1000;
/** The code of a line at which the service stopped reading, because the next piece did not arrive in time. */
const TOO_SLOW = "too_slow";

/** Begins the call of an import. */
export type BeginImport = () => Promise<Answer>;

/**
 * A running import. `await` gives the report as counts. `for await` gives its lines while the records are being sent; a caller
 * that stops early ends the import after the records that the service has stored by then.
 */
export class ImportRun extends Lazy<ImportReport> implements AsyncIterable<ReportLine> {
  readonly #operation: string;
  readonly #upload: Upload;
  readonly #begin: BeginImport;
  readonly #onProgress: (progress: ImportProgress) => void;
  #started = false;

  constructor(operation: string, upload: Upload, begin: BeginImport, options: ImportOptions) {
    super();
    this.#operation = operation;
    this.#upload = upload;
    this.#begin = begin;
    this.#onProgress = options.onProgress ?? (() => undefined);
  }

  /**
   * Yields one line for each record, in their order.
   *
   * @throws Problem if the service stops the import; `line` is the first record that was not stored.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<ReportLine> {
    if (this.#started) throw new TypeError("an import runs once; make a new one");
    this.#started = true;
    const answer = await this.#begin();
    let reported = 0;
    let rejected = 0;
    for await (const text of answer.lines()) {
      const line = JSON.parse(text) as ReportLine;
      if (line.aborted || line.code === TOO_SLOW) throw this.#abortion(line, answer.requestId);
      reported += 1;
      if (line.error != null) rejected += 1;
      this.#onProgress({ sent: this.#upload.records, reported, rejected });
      yield line;
    }
    if (reported < this.#upload.records) {
      throw new ConnectionError(`${this.#operation}: the report ends after ${reported} of ${this.#upload.records} records`);
    }
  }

  protected override async run(): Promise<ImportReport> {
    const counts = { records: 0, added: 0, matched: 0, replayed: 0, rejected: 0 };
    const refusals: ReportLine[] = [];
    for await (const line of this) {
      counts.records += 1;
      counts[outcomeOf(line)] += 1;
      if (line.error != null && refusals.length < MOST_REFUSALS) refusals.push(line);
    }
    return { ...counts, refusals };
  }

  #abortion(line: ReportLine, requestId: string | undefined): Error {
    const code = line.code ?? "internal";
    const [status] = kindOf(code);
    const document = { type: `urn:graphmem:problem:${code}`, title: "The import was stopped", status, code };
    const detail = line.error ?? "The import was stopped.";
    return problemOf({ ...document, detail, field: line.field ?? null, retry_after: null } as never, {
      operation: this.#operation, requestId, line: line.line,
    });
  }
}

function outcomeOf(line: ReportLine): "added" | "matched" | "replayed" | "rejected" {
  if (line.error != null) return "rejected";
  if (line.replayed) return "replayed";
  return line.matched ? "matched" : "added";
}
