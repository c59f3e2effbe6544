import type { ProblemCode } from "./openapi.js";

/** The side that causes a problem. */
export type Category = "caller" | "conflict" | "model" | "database" | "setup";

/** What is the same for all problems of a code. */
export type ProblemKind = readonly [status: number, category: Category, retryable: boolean];

/** Every code: the HTTP status, the side that causes it, and whether the same call may succeed later. */
export const PROBLEM_KINDS = {
  already_closed: [409, "conflict", false],
  already_merged: [409, "conflict", false],
  bad_request: [400, "caller", false],
  brain_not_empty: [409, "conflict", false],
  conflict: [409, "conflict", false],
  database_busy: [503, "database", true],
  database_error: [500, "database", false],
  database_timeout: [503, "database", true],
  database_unavailable: [503, "database", true],
  disk_full: [507, "database", true],
  embedding_mismatch: [500, "setup", false],
  forbidden: [403, "caller", false],
  forgotten: [410, "caller", false],
  idempotency_mismatch: [422, "caller", false],
  internal: [500, "setup", false],
  invalid_input: [422, "caller", false],
  method_not_allowed: [405, "caller", false],
  model_answer_invalid: [502, "model", false],
  model_failed: [502, "model", true],
  model_refused: [502, "model", false],
  model_timeout: [504, "model", true],
  not_found: [404, "caller", false],
  not_merged: [409, "conflict", false],
  not_ready: [503, "setup", true],
  nothing_to_restore: [409, "conflict", false],
  revision_conflict: [503, "conflict", true],
  setup: [500, "setup", false],
  still_running: [409, "conflict", true],
  superseded_by: [409, "conflict", false],
  too_large: [413, "caller", false],
  too_many_requests: [429, "caller", true],
  too_slow: [408, "caller", true],
  unauthorized: [401, "caller", false],
  unsupported_media_type: [415, "caller", false],
} as const satisfies Record<ProblemCode, ProblemKind>;
