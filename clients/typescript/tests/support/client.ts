import { randomUUID } from "node:crypto";
import { Graphmem, type Brain, type ClientOptions } from "graphmem";
import { inject } from "vitest";

/** Returns a client of the service under test. */
export function client(options: Partial<ClientOptions> = {}): Graphmem {
  return new Graphmem({ url: inject("url"), apiKey: inject("apiKey"), ...options });
}

/** Returns a name that no other test uses. */
export function freshName(): string {
  return `test-${randomUUID()}`;
}

/** Returns a fresh brain. */
export function freshBrain(options: Partial<ClientOptions> = {}): Brain {
  return client(options).brain(freshName());
}
