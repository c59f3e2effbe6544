import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { client, freshBrain } from "./support/client.js";
import { FaultyProxy, problem } from "./support/proxy.js";

let proxy: FaultyProxy;
beforeAll(async () => {
  proxy = await FaultyProxy.start(inject("url"));
});
afterAll(() => proxy.stop());

test("an aborted signal keeps a call from being sent", async () => {
  proxy.plan();
  const reason = new Error("no longer wanted");
  await expect(client({ url: proxy.url }).health({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(proxy.seen).toHaveLength(0);
});

test("a running call ends with the reason of its signal", async () => {
  proxy.plan("hang");
  const stop = new AbortController();
  const call = client({ url: proxy.url }).health({ signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});

test("a wait before a retry ends too", async () => {
  proxy.plan(problem(503, "not_ready", { retry_after: 50 }));
  const call = client({ url: proxy.url }).health({ signal: AbortSignal.timeout(200) });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  expect(proxy.seen).toHaveLength(1);
});

test("an aborted import lets go of its source", async () => {
  const stop = new AbortController();
  let closed = false;
  async function* facts() {
    try {
      for (let i = 0; ; i++) {
        yield { subject: "Ana", relation: "visited", object: `city ${i}` };
        if (i === 2000) stop.abort();
      }
    } finally {
      closed = true;
    }
  }
  const run = freshBrain().transfer.importFacts(facts(), {}, { signal: stop.signal });
  await expect(run).rejects.toMatchObject({ name: "AbortError" });
  await expect.poll(() => closed).toBe(true);
});

test("an import that nobody reads any more lets go of its source", async () => {
  let closed = false;
  async function* facts() {
    try {
      for (let i = 0; ; i++) yield { subject: "Ana", relation: "visited", object: `city ${i}` };
    } finally {
      closed = true;
    }
  }
  for await (const line of freshBrain().transfer.importFacts(facts())) {
    expect(line.line).toBe(1);
    break;
  }
  await expect.poll(() => closed).toBe(true);
});

test("an export that nobody reads any more ends", async () => {
  const ana = freshBrain();
  await ana.transfer.importFacts([{ subject: "Ana", relation: "plays", object: "chess" }]);
  for await (const line of ana.transfer.export()) {
    expect(JSON.parse(line)).toMatchObject({ graphmem: "export" });
    break;
  }
});
