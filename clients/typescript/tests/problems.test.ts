import { inspect } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { AnswerError, CallerError, ConflictError, ConnectionError, Graphmem, GraphmemError, Problem } from "graphmem";
import { client, freshBrain } from "./support/client.js";
import { FaultyProxy } from "./support/proxy.js";

let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await FaultyProxy.start(inject("url"));
});
afterAll(() => proxy.stop());

/** Returns what a promise is rejected with. */
async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it succeeded");
}

test("a wrong value is a CallerError that names the field", async () => {
  const error = await errorOf(freshBrain().addFact({ subject: "Ana", relation: "is", object: "x", confidence: 7 }));
  expect(error).toBeInstanceOf(CallerError);
  expect(error).toMatchObject({
    name: "CallerError", code: "invalid_input", status: 422, category: "caller", retryable: false, field: "confidence",
    operation: "addFact",
  });
  expect((error as Problem).requestId).toMatch(/\S/);
});

test("an unknown item is not_found", async () => {
  await expect(freshBrain().fact("no-such-fact")).rejects.toMatchObject({ code: "not_found", status: 404 });
});

test("a change that the graph does not allow is a ConflictError", async () => {
  const ana = freshBrain();
  const fact = await ana.addFact({ subject: "Ana", relation: "plays", object: "chess" });
  await ana.invalidate(fact.id);
  const error = await errorOf(ana.invalidate(fact.id));
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toMatchObject({ code: "already_closed", category: "conflict" });
});

test("a wrong key is unauthorized", async () => {
  const memory = client({ apiKey: "gmk_wrong" });
  await expect(memory.brain("ana").overview.stats()).rejects.toMatchObject({ code: "unauthorized", status: 401 });
});

test("a problem before the first line of an import is thrown as it is", async () => {
  const memory = client({ apiKey: "gmk_wrong" });
  const endless = function* () {
    for (let i = 0; ; i++) yield { subject: "Ana", relation: "visited", object: `city ${i}` };
  };
  await expect(memory.brain("ana").transfer.importFacts([])).rejects.toMatchObject({ code: "unauthorized" });
  await expect(memory.brain("ana").transfer.importFacts(endless())).rejects.toMatchObject({ code: "unauthorized" });
});

test("a page of a proxy is an AnswerError", async () => {
  const memory = client({ url: proxy.url, maxRetries: 0 });
  proxy.plan({ status: 502, headers: { "Content-Type": "text/html" }, body: "<h1>Bad gateway</h1>" });
  expect(await errorOf(memory.health())).toMatchObject({ name: "AnswerError", status: 502 });
  proxy.plan({ status: 200, headers: { "Content-Type": "text/html" }, body: "<h1>Welcome</h1>" });
  expect(await errorOf(memory.health())).toBeInstanceOf(AnswerError);
});

test("a redirect is not followed, so that the key stays here", async () => {
  proxy.plan({ status: 307, headers: { Location: "http://127.0.0.1:1/" } });
  const error = await errorOf(client({ url: proxy.url }).health());
  expect(error).toMatchObject({ name: "AnswerError", status: 307, message: /redirects/ });
  expect(proxy.seen).toHaveLength(1);
});

test("a service that is not there is a ConnectionError", async () => {
  const gone = await FaultyProxy.start(inject("url"));
  const url = gone.url;
  await gone.stop();
  const memory = new Graphmem({ url, maxRetries: 0 });
  const error = await errorOf(memory.health());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: "ECONNREFUSED", neverSent: true });
});

test("the key stands in no object and in no error", async () => {
  const key = "gmk_secret-that-nobody-may-see";
  const leak = () => Promise.reject(new Error(`request with Bearer ${key} failed`));
  const memory = client({ apiKey: key, fetch: leak, maxRetries: 0 });
  const shown = [memory, memory.brain("ana"), memory.keys, await errorOf(memory.health())];
  const refused = await errorOf(client({ apiKey: key }).brain("ana").overview.stats());
  for (const one of [...shown, refused]) {
    expect(inspect(one, { depth: 10, showHidden: true })).not.toContain(key);
    expect(JSON.stringify(one)).not.toContain(key);
    expect(String(one)).not.toContain(key);
  }
  expect(refused).toBeInstanceOf(GraphmemError);
});

test("a key or an address that cannot be sent is refused without being quoted", () => {
  const key = "gmk_ends-with-a-line-feed\n";
  expect(() => client({ apiKey: key })).toThrow(/^apiKey must be/);
  expect(() => client({ url: "http://ana:password@127.0.0.1" })).toThrow(/^url must not contain a name or password$/);
  expect(() => client({ url: "127.0.0.1:8350" })).toThrow(/^url must/);
});

test("a name that would lead to another address is refused", async () => {
  const ana = freshBrain();
  for (const name of ["", ".", ".."]) {
    await expect(ana.entities.forget(name)).rejects.toBeInstanceOf(TypeError);
  }
  await expect(client().brain("..").delete()).rejects.toBeInstanceOf(TypeError);
});
