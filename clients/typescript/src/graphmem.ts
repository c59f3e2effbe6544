import { Brain } from "./brain.js";
import { listing } from "./brain/subject.js";
import { Connection } from "./connection.js";
import { Keys } from "./keys.js";
import type { Listing } from "./listing.js";
import type { AuditLine, BrainSummary, DateSpan, DatesRequest, Finding, Health, Operations, Ready } from "./openapi.js";
import type { QueryOf } from "./operations.js";
import type { CallOptions, ClientOptions } from "./options.js";

/**
 * A client of a graphmem service.
 *
 * ```ts
 * const memory = new Graphmem({ url: "http://127.0.0.1:8350" });
 * const ana = memory.brain("ana");
 * ```
 */
export class Graphmem {
  readonly #connection: Connection;
  /** The API keys of the service. */
  readonly keys: Keys;

  /**
   * @throws TypeError if the address or the key is not usable.
   */
  constructor(options: ClientOptions) {
    this.#connection = new Connection(options);
    this.keys = new Keys(this.#connection);
  }

  /** Returns one isolated memory. Its first write creates it; this call sends nothing. */
  brain(name: string): Brain {
    return new Brain(this.#connection, name);
  }

  /** Lists the brains that the key may access, by name. */
  brains(page: QueryOf<"listBrains"> = {}, options?: CallOptions): Listing<BrainSummary> {
    return listing(this.#connection, "listBrains", { query: page }, (answer) => answer.brains, options);
  }

  /**
   * Returns the dates that a text names in words, as half-open intervals in UTC.
   *
   * @param occurredAt when the text was said; relative dates are resolved against it.
   */
  dates(
    text: string, occurredAt: string, fields: Pick<DatesRequest, "time_zone"> = {}, options?: CallOptions,
  ): Promise<DateSpan[]> {
    return this.#connection.json("resolveDates", { body: { ...fields, text, occurred_at: occurredAt } }, options);
  }

  /** Returns the version of the service: its process answers. */
  health(options?: CallOptions): Promise<Health> {
    return this.#connection.json("getHealth", {}, options);
  }

  /**
   * Returns if the service can work.
   *
   * @throws Problem `not_ready` or `database_unavailable`, after the retries.
   */
  ready(options?: CallOptions): Promise<Ready> {
    return this.#connection.json("getReadiness", {}, options);
  }

  /** Returns the state of the service, as far as the key may see it: queues, workers, stages, model calls, indexes, versions. */
  operations(options?: CallOptions): Promise<Operations> {
    return this.#connection.json("getOperations", {}, options);
  }

  /** Returns what `graphmem doctor` finds on the machine of the service. */
  async findings(options?: CallOptions): Promise<Finding[]> {
    return (await this.#connection.json("listFindings", {}, options)).findings;
  }

  /** Lists the audit log, newest first, also of one brain or key. */
  auditLog(filter: QueryOf<"listAudit"> = {}, options?: CallOptions): Listing<AuditLine> {
    return listing(this.#connection, "listAudit", { query: filter }, (answer) => answer.lines, options);
  }

  /** Returns the metrics of the service in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.#connection.text("getMetrics", {}, options);
  }
}
