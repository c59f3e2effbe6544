import { baseOf } from "./address.js";
import { Answer, isOwn } from "./answer.js";
import { Deadline } from "./deadline.js";
import { ConnectionError, TimeoutError } from "./errors.js";
import type { AnswerOf, OperationId } from "./operations.js";
import { MAX_RETRIES, TIMEOUT_MS, type CallOptions, type ClientOptions, type Fetch } from "./options.js";
import { OutgoingRequest, type Parts } from "./request.js";
import { pause, waitBeforeRetry } from "./retry.js";
import { Secret } from "./secret.js";

/** The way to a service: address, key and the settings of a client. */
export class Connection {
  readonly #base: string;
  readonly #secret: Secret;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #streamUploads: boolean;

  /**
   * @throws TypeError if the address or the key is not usable.
   */
  constructor(options: ClientOptions) {
    this.#base = baseOf(options.url);
    this.#secret = new Secret(options.apiKey);
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#maxRetries = options.maxRetries ?? MAX_RETRIES;
    this.#streamUploads = options.streamUploads ?? !isBrowser();
  }

  /** Makes a call with a JSON answer. */
  async json<Id extends OperationId>(id: Id, parts: Parts, options: CallOptions = {}): Promise<AnswerOf<Id>> {
    return (await this.jsonWithStatus(id, parts, options)).value;
  }

  /** Makes a call whose status matters too. */
  jsonWithStatus<Id extends OperationId>(
    id: Id,
    parts: Parts,
    options: CallOptions = {},
  ): Promise<{ status: number; value: AnswerOf<Id> }> {
    const read = async (answer: Answer) => ({ status: answer.status, value: (await answer.json()) as AnswerOf<Id> });
    return this.#call(id, parts, options, this.#timeoutMs, read);
  }

  /** Makes a call whose answer is text. */
  text(id: OperationId, parts: Parts, options: CallOptions = {}): Promise<string> {
    return this.#call(id, parts, options, this.#timeoutMs, (answer) => answer.text());
  }

  /** Makes a call of unlimited length, and returns its answer as soon as its head has arrived. */
  stream(id: OperationId, parts: Parts, options: CallOptions = {}): Promise<Answer> {
    return this.#call(id, parts, options, 0, (answer) => Promise.resolve(answer));
  }

  async #call<T>(
    id: OperationId,
    parts: Parts,
    options: CallOptions,
    timeoutMs: number,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const retries = options.maxRetries ?? this.#maxRetries;
    const request = new OutgoingRequest(id, parts, options, retries > 0);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, options.timeoutMs ?? timeoutMs, options.signal, read);
      } catch (error) {
        const isLast = attempt >= retries || request.upload?.canBegin === false;
        const wait = isLast ? undefined : waitBeforeRetry(error, request.manner, attempt);
        if (wait === undefined) throw error;
        await pause(wait, options.signal);
      }
    }
  }

  async #attempt<T>(
    request: OutgoingRequest,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const deadline = new Deadline(timeoutMs, signal);
    const explain = (error: unknown): unknown => this.#explained(error, request, deadline, signal);
    try {
      const response = await this.#fetch(this.#base + request.address, await this.#init(request, deadline));
      return await read(await new Answer(response, request.operation, deadline, explain).check());
    } catch (error) {
      deadline.cancel();
      throw explain(error);
    }
  }

  async #init(request: OutgoingRequest, deadline: Deadline): Promise<RequestInit> {
    const headers = { ...request.headers, ...this.#secret.headers() };
    const init: RequestInit & { duplex?: "half" } = {
      method: request.method, headers, redirect: "manual", signal: deadline.signal,
    };
    if (request.upload && this.#streamUploads) {
      init.body = request.upload.stream(deadline.signal, {
        waits: () => deadline.hold(), sends: () => deadline.progress(),
      });
      init.duplex = "half";
      Object.assign(init, UNKEPT);
    } else if (request.upload) {
      deadline.hold();
      init.body = await request.upload.blob(deadline.signal);
      deadline.progress();
    } else if (request.body !== undefined) {
      init.body = request.body;
    }
    return init;
  }

  /** Returns the error for the caller: the reason of its own signal, or an error of this client that shows no key. */
  #explained(error: unknown, request: OutgoingRequest, deadline: Deadline, signal: AbortSignal | undefined): unknown {
    if (isOwn(error)) return error;
    if (signal?.aborted) return signal.reason;
    if (request.upload?.failure) return request.upload.failure.reason;
    if (deadline.expired) return new TimeoutError(`${request.operation}: no answer within the time limit`);
    const { text, code } = reasonOf(error);
    const told = this.#secret.redact(text);
    return new ConnectionError(`${request.operation}: no answer from ${this.#base}: ${told}`, code);
  }
}

/** Returns the text and the code of an error of fetch, which hides them in its cause. */
function reasonOf(error: unknown): { text: string; code: string | undefined } {
  const texts: string[] = [];
  let code: string | undefined;
  for (let one = error; one instanceof Error && texts.length < MOST_CAUSES; one = one.cause) {
    if (one.message) texts.push(one.message);
    if ("code" in one && typeof one.code === "string") code ??= one.code;
  }
  return { text: [...new Set(texts), ...(code ? [code] : [])].join(": ") || String(error), code };
}

const MOST_CAUSES = 4;
/** Without these, fetch keeps a copy of the whole body, for a redirect or a question for a password. */
const UNKEPT: RequestInit = { redirect: "error", window: null };

/** Whether this is a page or a worker of a browser. */
function isBrowser(): boolean {
  return "document" in globalThis || "WorkerGlobalScope" in globalThis;
}
