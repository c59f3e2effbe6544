import type { Deadline } from "./deadline.js";
import { AnswerError, GraphmemError } from "./errors.js";
import { linesOf } from "./ndjson.js";
import type { Problem as ProblemDocument } from "./openapi.js";
import { problemOf } from "./problem.js";
import { secondsOf } from "./retry.js";
import { piecesOf } from "./pieces.js";

/** Makes the error of this client from anything that was thrown. */
export type Explain = (error: unknown) => unknown;

/** An answer whose head has arrived. Its holder reads it to its end or cancels it. */
export class Answer {
  readonly #response: Response;
  readonly #operation: string;
  readonly #deadline: Deadline;
  readonly #explain: Explain;

  constructor(response: Response, operation: string, deadline: Deadline, explain: Explain) {
    this.#response = response;
    this.#operation = operation;
    this.#deadline = deadline;
    this.#explain = explain;
  }

  /** The HTTP status. */
  get status(): number {
    return this.#response.status;
  }

  /** The `X-Request-ID` of the answer. */
  get requestId(): string | undefined {
    return this.#response.headers.get("X-Request-ID") ?? undefined;
  }

  /**
   * Checks that the call succeeded.
   *
   * @throws Problem, or AnswerError if the answer does not come from graphmem.
   */
  async check(): Promise<this> {
    if (this.#response.ok) return this;
    const document = await this.#problem();
    const retryAfter = secondsOf(this.#response.headers.get("Retry-After"));
    if (document) {
      const complete = retryAfter === undefined ? document : { retry_after: retryAfter, ...document };
      throw problemOf(complete, { operation: this.#operation, requestId: this.requestId });
    }
    throw new AnswerError(this.#strange(), this.status, retryAfter);
  }

  /** Returns the text of the answer. */
  async text(): Promise<string> {
    try {
      return await this.#response.text();
    } finally {
      this.#deadline.close();
    }
  }

  /**
   * Returns the JSON of the answer.
   *
   * @throws AnswerError if it is not JSON.
   */
  async json(): Promise<unknown> {
    const text = await this.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new AnswerError(this.#strange(), this.status);
    }
  }

  /** Yields the lines of a stream. A caller that stops early ends the request. */
  async *lines(): AsyncGenerator<string> {
    try {
      yield* linesOf(this.#pieces());
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.#deadline.cancel();
    }
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    if (!this.#response.body) return;
    this.#deadline.progress();
    for await (const piece of piecesOf(this.#response.body)) {
      this.#deadline.hold();
      yield piece;
      this.#deadline.progress();
    }
  }

  async #problem(): Promise<ProblemDocument | undefined> {
    if (!this.#response.headers.get("Content-Type")?.startsWith("application/problem+json")) return undefined;
    const document = await this.json();
    return isProblem(document) ? document : undefined;
  }

  #strange(): string {
    if (this.#response.type === "opaqueredirect" || (this.status >= 300 && this.status < 400)) {
      return `${this.#operation}: the address redirects elsewhere; give the client the final address`;
    }
    const kind = this.#response.headers.get("Content-Type") ?? "no type";
    return `${this.#operation}: the answer does not come from graphmem (status ${this.status}, ${kind})`;
  }
}

function isProblem(value: unknown): value is ProblemDocument {
  return typeof value === "object" && value !== null && "code" in value && "status" in value && "detail" in value;
}

/** Whether an error is of this client already. */
export function isOwn(error: unknown): error is GraphmemError {
  return error instanceof GraphmemError;
}
