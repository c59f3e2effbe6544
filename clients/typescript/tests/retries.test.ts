import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ConnectionError, TimeoutError, type Brain, type ClientOptions } from "graphmem";
import { freshBrain } from "./support/client.js";
import { FaultyProxy, problem, type Fault } from "./support/proxy.js";

let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await FaultyProxy.start(inject("url"));
});
afterAll(() => proxy.stop());

/** Facts that the caller has extracted: no model has to be loaded. */
const KNOWN = { facts: [{ subject: "Ana", relation: "works_at", object: "Acme" }] };
const CHESS = { subject: "Ana", relation: "plays", object: "chess" };

function through(...faults: Fault[]): Brain {
  return throughWith({}, ...faults);
}

function throughWith(options: Partial<ClientOptions>, ...faults: Fault[]): Brain {
  proxy.plan(...faults);
  return freshBrain({ url: proxy.url, ...options });
}

function keys(): unknown[] {
  return proxy.seen.map((one) => one.headers["idempotency-key"]);
}

test("a write whose answer was lost is sent again with the same key and bytes, and done once", async () => {
  const ana = through("drop after");
  const { episode_id } = await ana.remember("I work at Acme.", { extraction: KNOWN, metadata: { b: 1, a: 2 } });
  expect(proxy.seen).toHaveLength(2);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys()[1]).toBe(keys()[0]);
  expect(proxy.seen[1]!.body).toBe(proxy.seen[0]!.body);
  expect((await ana.episodes.list()).items.map((one) => one.id)).toEqual([episode_id]);
});

test("two calls have two keys", async () => {
  const ana = through();
  await ana.addFact(CHESS);
  await ana.addFact(CHESS);
  expect(new Set(keys()).size).toBe(2);
});

test("a key of the caller is sent as it is", async () => {
  const ana = through();
  const first = await ana.remember("I work at Acme.", { extraction: KNOWN }, { idempotencyKey: "mine-1" });
  const second = await ana.remember("I work at Acme.", { extraction: KNOWN }, { idempotencyKey: "mine-1" });
  expect(second.episode_id).toBe(first.episode_id);
  expect(keys()).toEqual(["mine-1", "mine-1"]);
});

test.each<[string, Fault]>([
  ["a lost connection", "drop before"],
  ["too many requests", problem(429, "too_many_requests", { retry_after: 0.01 }, { "Retry-After": "1" })],
  ["a busy database", problem(503, "database_busy", {}, { "Retry-After": "0" })],
  ["a first request that still runs", problem(409, "still_running", { retry_after: 0.01 })],
  ["a proxy without an answer", { status: 502 }],
])("%s is tried again", async (_, fault) => {
  const ana = through(fault, fault);
  expect((await ana.addFact(CHESS)).object).toBe("chess");
  expect(proxy.seen).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
});

test("other problems are not tried again", async () => {
  const ana = through(problem(409, "conflict"));
  await expect(ana.addFact(CHESS)).rejects.toMatchObject({ code: "conflict" });
  expect(proxy.seen).toHaveLength(1);
});

test("after the last retry the error is thrown", async () => {
  const ana = throughWith({ maxRetries: 1 }, "drop before", "drop before");
  await expect(ana.overview.stats()).rejects.toBeInstanceOf(ConnectionError);
  expect(proxy.seen).toHaveLength(2);
});

test("a service that asks for a long wait is obeyed by giving up", async () => {
  const ana = through(problem(503, "not_ready", { retry_after: 3600 }));
  await expect(ana.overview.stats()).rejects.toMatchObject({ code: "not_ready", retryAfter: 3600 });
  expect(proxy.seen).toHaveLength(1);
});

test("what cannot be repeated is not sent again after a lost answer", async () => {
  const ana = through();
  const fact = await ana.addFact(CHESS);
  proxy.plan("drop after");
  await expect(ana.forget(fact.id)).rejects.toBeInstanceOf(ConnectionError);
  expect(proxy.seen).toHaveLength(1);
});

test("what cannot be repeated is sent again if the service refused it for its rate", async () => {
  const ana = through();
  const fact = await ana.addFact(CHESS);
  proxy.plan(problem(429, "too_many_requests", { retry_after: 0.01 }));
  expect((await ana.forget(fact.id)).removed.facts).toHaveLength(1);
});

test("a rehearsal is sent again, and needs no key", async () => {
  const ana = through();
  const fact = await ana.addFact(CHESS);
  proxy.plan("drop after");
  expect((await ana.invalidate(fact.id, { dry_run: true })).changed).toHaveLength(1);
  expect(keys()).toEqual([undefined, undefined]);
});

test("a recall that counts as use is not sent again; another one is", async () => {
  const ana = through();
  await ana.addFact(CHESS);
  proxy.plan("drop after");
  await expect(ana.recall("chess", { reinforce: true })).rejects.toBeInstanceOf(ConnectionError);
  proxy.plan("drop after");
  expect((await ana.recall("chess")).facts).toHaveLength(1);
});

test("without retries no key is made", async () => {
  const ana = throughWith({ maxRetries: 0 });
  await ana.addFact(CHESS);
  expect(keys()).toEqual([undefined]);
});

test("a call that takes too long is given up, and tried again under its key", async () => {
  const ana = throughWith({ timeoutMs: 300, maxRetries: 0 }, "hang");
  await expect(ana.addFact(CHESS)).rejects.toBeInstanceOf(TimeoutError);
  proxy.plan("hang");
  expect((await ana.addFact(CHESS, { maxRetries: 1, timeoutMs: 3000 })).object).toBe("chess");
  expect(keys()[1]).toBe(keys()[0]);
});

test("an import of a list is sent again from its beginning, an import of a generator is not", async () => {
  const ana = through("drop before");
  expect(await ana.transfer.importFacts([CHESS])).toMatchObject({ records: 1, added: 1 });
  proxy.plan("drop before");
  const once = function* () {
    yield { ...CHESS, object: "go" };
  };
  await expect(ana.transfer.importFacts(once())).rejects.toBeInstanceOf(ConnectionError);
});
