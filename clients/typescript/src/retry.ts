import { AnswerError, ConnectionError } from "./errors.js";
import type { Manner } from "./operations.js";
import { Problem } from "./problem.js";

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 8;
/** Seconds that a service may ask to wait; a caller decides about longer waits. */
const LONGEST_ASKED = 60;
/** Statuses of a service or of a proxy that says: later. */
const LATER: ReadonlySet<number> = new Set([408, 429, 503]);
/** Statuses of a proxy that got no answer of the service. */
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);

/**
 * Returns after how many seconds a call may be sent again; undefined if it may not.
 *
 * @param attempt number of attempts that have failed, less one.
 */
export function waitBeforeRetry(error: unknown, manner: Manner, attempt: number): number | undefined {
  if (!isTemporary(error) || !(manner !== "once" || wasNotBegun(error))) return undefined;
  const asked = error instanceof Problem || error instanceof AnswerError ? error.retryAfter : undefined;
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + Math.random() / 2);
  if (asked === undefined) return own;
  return asked > LONGEST_ASKED ? undefined : asked + Math.random() * FIRST_WAIT;
}

function isTemporary(error: unknown): boolean {
  if (error instanceof Problem) return LATER.has(error.status) || error.code === "still_running";
  if (error instanceof AnswerError) return LATER.has(error.status) || GATEWAY.has(error.status);
  return error instanceof ConnectionError;
}

/** Whether the service certainly did not begin: nothing reached it, or it refused the request for its rate. */
function wasNotBegun(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.neverSent;
  return (error instanceof Problem || error instanceof AnswerError) && error.status === 429;
}

/** Returns the seconds of a `Retry-After` header, which may be a date; undefined if there is none. */
export function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * Waits.
 *
 * @throws the reason of the signal, as soon as it is aborted.
 */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
