/** The fetch of the runtime, or one with the same signature. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the service, such as `http://127.0.0.1:8350`; a path in front of `/v1` is kept. */
  readonly url: string;
  /** Key of the service, if it has keys. It is sent as `Authorization: Bearer …`. */
  readonly apiKey?: string | undefined;
  /** What sends requests; default: `fetch` of the runtime. */
  readonly fetch?: Fetch | undefined;
  /**
   * Milliseconds until an attempt is given up; default 120,000; 0 = no limit. Imports, exports and loads have no limit
   * unless their call gives one.
   */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again; default 2. Only calls whose work cannot be done twice by it are sent again. */
  readonly maxRetries?: number | undefined;
  /**
   * Whether imports are sent while their records are read; default: true outside browsers. A browser can do this only
   * over HTTP/2. Otherwise all records are collected first, in a Blob.
   */
  readonly streamUploads?: boolean | undefined;
}

/** Settings of one call. They take precedence over those of the client. */
export interface CallOptions {
  /** Ends the call; its promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until an attempt is given up, or of a stream without progress; 0 = no limit. */
  readonly timeoutMs?: number | undefined;
  /** How often the call is sent again. */
  readonly maxRetries?: number | undefined;
}

/** Settings of a call that the service carries out once for each key. */
export interface WriteOptions extends CallOptions {
  /** The `Idempotency-Key`; default: a new one, if the call may be sent again. */
  readonly idempotencyKey?: string | undefined;
}

/** Milliseconds until an attempt is given up, unless an option says otherwise. */
export const TIMEOUT_MS = 120_000;
/** How often a call is sent again, unless an option says otherwise. */
export const MAX_RETRIES = 2;
