import { exportLines } from "../export_stream.js";
import { ImportRun, type ImportOptions } from "../import_run.js";
import type { Source } from "../ndjson.js";
import type { EpisodeRequest, Loaded, SuppliedFact } from "../openapi.js";
import type { QueryOf } from "../operations.js";
import type { CallOptions } from "../options.js";
import { Upload } from "../upload.js";
import { BrainSubject } from "./subject.js";

/** Export, load and import of a brain. */
export class Transfer extends BrainSubject {
  /** Yields the whole brain with both timelines, as lines of JSON without line feeds, as of one moment. */
  export(fields: QueryOf<"exportBrain"> = {}, options?: CallOptions): AsyncGenerator<string> {
    return exportLines(() => this.connection.stream("exportBrain", { path: this.at(), query: fields }, options));
  }

  /**
   * Fills this brain, which must be empty, with an export.
   *
   * @param lines texts, each one line with or without its line feed; or bytes, pieces of a file in their order.
   */
  async load(lines: Source<string | Uint8Array>, options?: CallOptions): Promise<Loaded> {
    const upload = Upload.of(lines, exportLine);
    const answer = await this.connection.stream("loadExport", { path: this.at(), upload }, options);
    return (await answer.json()) as Loaded;
  }

  /** Imports facts, of any number. A record that an earlier import stored is not stored again. */
  importFacts(
    facts: Source<SuppliedFact>, fields: QueryOf<"importFacts"> = {}, options: ImportOptions = {},
  ): ImportRun {
    return this.#imported("importFacts", facts, fields, options);
  }

  /**
   * Imports episodes, of any number. Each record is what `remember` takes, with `content`. A repeated import continues
   * where an earlier one stopped.
   */
  importEpisodes(episodes: Source<EpisodeRequest>, options: ImportOptions = {}): ImportRun {
    return this.#imported("importEpisodes", episodes, {}, options);
  }

  #imported<T extends object>(
    id: "importEpisodes" | "importFacts", records: Source<T>, query: QueryOf<"importFacts">, options: ImportOptions,
  ): ImportRun {
    const upload = Upload.of(records, recordLine);
    const begin = () => this.connection.stream(id, { path: this.at(), query, upload }, options);
    return new ImportRun(id, upload, begin, options);
  }
}

function exportLine(line: string | Uint8Array): string | Uint8Array {
  return typeof line !== "string" || line.endsWith("\n") ? line : `${line}\n`;
}

function recordLine(record: object): string {
  if (typeof record !== "object") throw new TypeError("a record of an import must be an object");
  return `${JSON.stringify(record)}\n`;
}
