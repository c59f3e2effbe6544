import { BrainWebhooks } from "./brain_webhooks.js";
import { Problem } from "./problem.js";
import { exportLines } from "./export_stream.js";
import type { Source } from "./ndjson.js";
import type { BrainDetail, BrainSettings, Loaded } from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, WriteOptions } from "./options.js";
import { Upload } from "./upload.js";

/** One isolated memory. Everything that is written, read, matched and counted in it stays in it. */
export class Brain extends BrainWebhooks {
  /** Returns settings, counts and revision. A brain to which nothing was ever written is not found. */
  detail(options?: CallOptions): Promise<BrainDetail> {
    return this.connection.json("getBrain", { path: this.at() }, options);
  }

  /** Returns the settings of this brain; null, and a setting that is missing, follow the service. */
  async settings(options?: CallOptions): Promise<BrainSettings> {
    try {
      return (await this.detail(options)).settings;
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

  /** Yields the whole brain with both timelines, as lines of JSON without line feeds, as of one moment. */
  export(fields: QueryOf<"exportBrain"> = {}, options?: CallOptions): AsyncGenerator<string> {
    return exportLines(() => this.connection.stream("exportBrain", { path: this.at(), query: fields }, options));
  }

  /**
   * Fills this brain, which must be empty, with an export.
   *
   * @param lines texts, each one line with or without its line feed; or bytes, pieces of a file in their order.
   */
  async loadExport(lines: Source<string | Uint8Array>, options?: CallOptions): Promise<Loaded> {
    const upload = Upload.of(lines, exportLine);
    const answer = await this.connection.stream("loadExport", { path: this.at(), upload }, options);
    return (await answer.json()) as Loaded;
  }
}

function exportLine(line: string | Uint8Array): string | Uint8Array {
  return typeof line !== "string" || line.endsWith("\n") ? line : `${line}\n`;
}
