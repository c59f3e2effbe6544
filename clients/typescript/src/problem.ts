import { GraphmemError } from "./errors.js";
import type { Problem as Document, ProblemCode } from "./openapi.js";
import { PROBLEM_KINDS, type Category, type ProblemKind } from "./problem_codes.js";

/** Where a problem occurred. */
export interface ProblemPlace {
  /** The call, such as `addFact`. */
  readonly operation: string;
  /** The `X-Request-ID` of the answer; the log of the server contains it too. */
  readonly requestId?: string | undefined;
  /** The line of an import that was refused; it and all lines after it were not stored. */
  readonly line?: number | undefined;
}

/**
 * A problem that the service reports (RFC 9457). Each category has a class of its own; `code` says which problem it is.
 */
export class Problem extends GraphmemError {
  static {
    this.prototype.name = "Problem";
  }

  /** The kind of problem for programs. A newer service may have codes that this client does not know. */
  readonly code: ProblemCode | (string & {});
  /** The HTTP status. */
  readonly status: number;
  /** The side that causes the problem. */
  readonly category: Category;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The kind of problem as text. */
  readonly title: string;
  /** What happened, and what to do. */
  readonly detail: string;
  /** The wrong field, parameter or header, if there is one. */
  readonly field: string | undefined;
  /** Seconds after which the same request may succeed, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The call, such as `addFact`. */
  readonly operation: string;
  /** The `X-Request-ID` of the answer; the log of the server contains it too. */
  readonly requestId: string | undefined;
  /** The line of an import that was refused; it and all lines after it were not stored. */
  readonly line: number | undefined;

  constructor(document: Document, place: ProblemPlace) {
    super(`${place.operation}: ${document.detail} (${document.status} ${document.code})`);
    [, this.category, this.retryable] = kindOf(document.code, document.status);
    this.code = document.code;
    this.status = document.status;
    this.title = document.title;
    this.detail = document.detail;
    this.field = document.field ?? undefined;
    this.retryAfter = document.retry_after ?? undefined;
    this.operation = place.operation;
    this.requestId = place.requestId;
    this.line = place.line;
  }
}

/** The request cannot be carried out as it is: a wrong value, no such item, no right to it, or too many requests. */
export class CallerError extends Problem {
  static {
    this.prototype.name = "CallerError";
  }
}

/** The state of the graph does not allow the change. */
export class ConflictError extends Problem {
  static {
    this.prototype.name = "ConflictError";
  }
}

/** The language model or the embedder failed. */
export class ModelError extends Problem {
  static {
    this.prototype.name = "ModelError";
  }
}

/** Neo4j cannot be reached, is busy, or refused a statement. */
export class DatabaseError extends Problem {
  static {
    this.prototype.name = "DatabaseError";
  }
}

/** Something is missing on the server, or it failed unexpectedly. */
export class SetupError extends Problem {
  static {
    this.prototype.name = "SetupError";
  }
}

const CLASSES: Record<Category, typeof Problem> = {
  caller: CallerError,
  conflict: ConflictError,
  model: ModelError,
  database: DatabaseError,
  setup: SetupError,
};

/** Returns what is the same for all problems of a code. An unknown code is judged by its status. */
export function kindOf(code: string, status = 500): ProblemKind {
  const known: Readonly<Record<string, ProblemKind>> = PROBLEM_KINDS;
  if (Object.hasOwn(known, code)) return known[code]!;
  return [status, status < 500 ? "caller" : "setup", status === 429 || status === 503];
}

/** Returns a problem as the class of its category. */
export function problemOf(document: Document, place: ProblemPlace): Problem {
  const [, category] = kindOf(document.code, document.status);
  return new CLASSES[category](document, place);
}
