/** The base class of every error that this client makes. Its texts never contain the API key. */
export class GraphmemError extends Error {
  static {
    this.prototype.name = "GraphmemError";
  }
}

/** No answer came: the connection failed or broke, or a stream ended too early. */
export class ConnectionError extends GraphmemError {
  static {
    this.prototype.name = "ConnectionError";
  }

  /** The code of the runtime, such as `ECONNREFUSED`, if it gives one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }

  /** Whether the service certainly received nothing. */
  get neverSent(): boolean {
    return this.code !== undefined && BEFORE_SENDING.has(this.code);
  }
}

/** No answer came within `timeoutMs`. The service may still carry the call out. */
export class TimeoutError extends ConnectionError {
  static {
    this.prototype.name = "TimeoutError";
  }
}

/** An answer that is not of graphmem: a page of a proxy, a redirect, or text where JSON is due. */
export class AnswerError extends GraphmemError {
  static {
    this.prototype.name = "AnswerError";
  }

  /** The HTTP status. */
  readonly status: number;
  /** Seconds after which the same request may succeed, if the answer says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Codes of failures before a connection stands: of Node.js, of its fetch, and of Bun. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
]);
