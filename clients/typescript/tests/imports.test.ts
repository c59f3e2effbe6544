import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ConnectionError, Problem, type ImportProgress } from "graphmem";
import { client, freshBrain, freshName } from "./support/client.js";
import { FaultyProxy } from "./support/proxy.js";
import { startServer, type ServerProcess } from "./support/server_process.js";

let impatient: ServerProcess;
beforeAll(async () => {
  impatient = await startServer(inject("dataFolder"), { GRAPHMEM_ADMIN_KEY: inject("apiKey"), GRAPHMEM_BODY_SEC: "1" });
});
afterAll(() => impatient.stop());

function* cities(count: number) {
  for (let i = 0; i < count; i++) yield { subject: "Ana", relation: "visited", object: `city ${i}` };
}

/** Megabytes that an import may hold: blocks on their way, and the lines of the report that are being read. */
const MOST_MEGABYTES = 25;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("an import is reported in counts, with the records that were refused", async () => {
  const ana = freshBrain();
  const wrong = { subject: "Ana", object: "Lima" } as never;
  const report = await ana.transfer.importFacts([...cities(3), wrong]);
  expect(report).toMatchObject({ records: 4, added: 3, matched: 0, replayed: 0, rejected: 1 });
  expect(report.refusals).toMatchObject([{ line: 4, code: "invalid_input", field: "relation" }]);
  expect(await ana.transfer.importFacts(cities(3))).toMatchObject({ records: 3, added: 0, replayed: 3 });
});

test("episodes are imported with their ids", async () => {
  const ana = freshBrain();
  const ids: unknown[] = [];
  const told = [{ content: "I work at Acme.", speaker: "Ana" }, { content: "I live in Lisbon.", speaker: "Ana" }];
  for await (const line of ana.transfer.importEpisodes(told)) ids.push(line.id);
  expect((await ana.episodes.list()).items.map((one) => one.id).sort()).toEqual(ids.sort());
});

test("progress is told while records are still being read", async () => {
  const seen: ImportProgress[] = [];
  const run = freshBrain().transfer.importFacts(cities(3000), { resolve: "exact" }, { onProgress: (one) => seen.push(one) });
  expect(await run).toMatchObject({ records: 3000, added: 3000 });
  expect(seen).toHaveLength(3000);
  expect(seen.at(-1)).toEqual({ sent: 3000, reported: 3000, rejected: 0 });
});

test("a source that is slow is sent record by record, so that the service keeps waiting", async () => {
  async function* slowly() {
    for (const city of cities(6)) {
      await later(400);
      yield city;
    }
  }
  const ana = client({ url: impatient.url }).brain(freshName());
  expect(await ana.transfer.importFacts(slowly())).toMatchObject({ records: 6, added: 6 });
});

test("a source that stops longer than the service waits is a problem with the number of the record", async () => {
  async function* stuck() {
    yield* cities(2);
    await later(5000);
    yield* cities(1);
  }
  const ana = client({ url: impatient.url }).brain(freshName());
  const error = await Promise.resolve(ana.transfer.importFacts(stuck())).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Problem);
  expect(error).toMatchObject({ code: "too_slow", line: 3, retryable: true });
  expect((await ana.facts()).items).toHaveLength(2);
});

test("a service that is told to stop ends an import with a problem that says where", async () => {
  const stopping = await startServer(inject("dataFolder"), { GRAPHMEM_ADMIN_KEY: inject("apiKey") });
  const name = freshName();
  async function* endless() {
    for (let i = 0; ; i++) {
      yield { subject: "Ana", relation: "visited", object: `city ${i}` };
      if (i % 10 === 0) await later(50);
    }
  }
  let stored = 0;
  const error = await (async () => {
    const run = client({ url: stopping.url }).brain(name).transfer.importFacts(endless(), { resolve: "exact" });
    for await (const line of run) {
      stored = line.line;
      if (stored === 1) void stopping.stop();
    }
  })().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "SetupError", code: "not_ready", operation: "importFacts", line: stored + 1 });
  expect((await client().brain(name).overview.stats()).facts).toBe(stored);
});

test("an error of the source is thrown as it is", async () => {
  const own = new Error("the file is damaged");
  function* damaged() {
    yield* cities(2);
    throw own;
  }
  await expect(freshBrain().transfer.importFacts(damaged())).rejects.toBe(own);
  await expect(freshBrain({ streamUploads: false }).transfer.importFacts(damaged())).rejects.toBe(own);
});

test("a report that breaks off is an error", async () => {
  const proxy = await FaultyProxy.start(inject("url"));
  proxy.plan({ status: 200, headers: { "Content-Type": "application/x-ndjson" }, body: '{"line": 1, "id": "x"}\n' });
  await expect(freshBrain({ url: proxy.url }).transfer.importFacts(cities(2))).rejects.toThrow(/after 1 of 2 records/);
  await proxy.stop();
});

test("an export that breaks off is an error", async () => {
  const proxy = await FaultyProxy.start(inject("url"));
  proxy.plan({ status: 200, headers: { "Content-Type": "application/x-ndjson" }, body: '{"graphmem": "export"}\n' });
  const read = async () => {
    for await (const _ of freshBrain({ url: proxy.url }).transfer.export());
  };
  await expect(read()).rejects.toBeInstanceOf(ConnectionError);
  await proxy.stop();
});

test("records are collected in a Blob where a body cannot be streamed", async () => {
  const ana = freshBrain({ streamUploads: false });
  async function* records() {
    yield* cities(2000);
  }
  expect(await ana.transfer.importFacts(records(), { resolve: "exact" })).toMatchObject({ records: 2000, added: 2000 });
});

test("an import of any length needs constant memory", async () => {
  const script = fileURLToPath(new URL("fixtures/large_import.mjs", import.meta.url));
  const args = ["--expose-gc", script, inject("url"), inject("apiKey"), freshName()];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e6 });
  const told = JSON.parse(stdout) as { megabytes: number; report: object; grownMegabytes: number };
  expect(told.report).toMatchObject({ records: 50_000, added: 500, rejected: 49_500 });
  expect(told.megabytes).toBeGreaterThan(100);
  expect(told.grownMegabytes).toBeLessThan(MOST_MEGABYTES);
  console.info(`imported ${told.megabytes} MB; the process held at most ${told.grownMegabytes} MB more than before`);
});
