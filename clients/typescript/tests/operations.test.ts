import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Graphmem, OPERATIONS, type Fetch, type OperationId } from "graphmem";
import { client, freshName } from "./support/client.js";

interface Described {
  readonly operationId: OperationId;
  readonly parameters?: readonly { name: string; in: string }[];
}

const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, Described>>;
};
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
);

test("the table has every operation of the document, with its method and path", () => {
  const expected = Object.fromEntries(described.map((one) => [one.operationId, `${one.method} ${one.path}`]));
  const table = Object.entries(OPERATIONS).map(([id, one]) => [id, `${one.method} ${one.path}`]);
  expect(Object.fromEntries(table)).toEqual(expected);
});

test("an operation is keyed if and only if it takes an Idempotency-Key", () => {
  const keyed = described.filter((one) => one.parameters?.some((parameter) => parameter.name === "Idempotency-Key"));
  const table = Object.entries(OPERATIONS).filter(([, one]) => one.manner === "keyed");
  expect(table.map(([id]) => id).sort()).toEqual(keyed.map((one) => one.operationId).sort());
});

/** Returns a fetch that notes which operations it sends. */
function noting(done: Map<string, number>): Fetch {
  const patterns = described.map((one) => {
    const path = one.path.replaceAll(/[.*+?()[\]\\^$|]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/:]+");
    return { ...one, pattern: new RegExp(`^${path}$`) };
  });
  return async (input, init) => {
    const response = await fetch(input, init);
    const path = new URL(input).pathname;
    const found = patterns.find((one) => one.method === init?.method && one.pattern.test(path));
    if (!found) throw new Error(`${init?.method} ${path} is no operation`);
    done.set(found.operationId, response.status);
    return response;
  };
}

async function useEverything(memory: Graphmem): Promise<void> {
  const ana = memory.brain(freshName());
  await memory.health();
  await memory.ready();
  await memory.operations();
  await memory.findings();
  await memory.auditLog({ limit: 10 });
  await memory.metrics();
  await memory.dates("We met last Friday.", "2026-06-09T10:00:00Z", { time_zone: "Europe/Lisbon" });
  await ana.create();
  await ana.configure({ extraction_threshold: 5 });
  await memory.brains();
  await ana.overview.detail();
  await ana.overview.stats();
  await ana.overview.get({ days: 7 });
  await ana.episodes.queue();
  await ana.contradictions.list({ accepted: false });
  await ana.timeline.moments();
  await ana.timeline.differences({ from_valid_at: "2024-01-01T00:00:00Z" });
  const { episode_id } = await ana.remember("I prefer trains.", { speaker: "Ana", session_id: "monday" });
  const episode = episode_id!;
  await ana.transfer.importEpisodes([{ content: "I work at Acme.", speaker: "Ana" }]);
  await ana.episodes.list({ metadata: {}, tags: [] });
  await ana.episodes.get(episode);
  await ana.sessions.flush("monday");
  await ana.episodes.replay(episode);
  await ana.episodes.trace(episode);
  await ana.episodes.changes(episode);
  await ana.sessions.summarise("monday");
  await ana.sessions.list();
  await ana.recall("Where does Ana work?");
  await ana.graph.call("CALL graphmem.bfs($brain, [$who]) YIELD entity RETURN entity.name AS name", { who: "Ana" });
  const fact = await ana.addFact({ subject: "Ana", relation: "plays", object: "chess" });
  await ana.transfer.importFacts([{ subject: "Ana Souza", relation: "works_at", object: "Globex", object_is_entity: true }]);
  await ana.facts();
  await ana.fact(fact.id);
  await ana.history(fact.id);
  await ana.graph.support(fact.id);
  await ana.graph.dependents(fact.id);
  await ana.graph.waiting({ entity: "Ana" });
  await ana.graph.rehearse({ subject: "Ana", relation: "plays", object: "go" });
  const job = { subject: "Ana", relation: "lives_in", object_is_entity: true };
  const first = await ana.addFact({ ...job, object: "Porto", valid_from: "2020-01-01" });
  await ana.addFact({ ...job, object: "Oslo", valid_from: "2021-01-01" });
  await ana.contradictions.accept(first.id);
  await ana.invalidate(fact.id);
  await ana.restore(fact.id);
  await ana.correct(fact.id, { object: "go" });
  const source = "slack/general: notes";
  await ana.remember("I like tea.", { speaker: "Ana", source });
  await ana.sources.list();
  await ana.sources.set(source, 0.5);
  await ana.sources.retract(source);
  await ana.sources.restore(source);
  await ana.items.put([{ path: ["notes"], key: "tea", value: { sugar: 0 }, text: "no sugar" }]);
  await ana.items.get([{ path: ["notes"], key: "tea" }]);
  await ana.items.search({ path: ["notes"], query: "sugar" });
  await ana.items.paths({ max_depth: 1 });
  await ana.items.delete([{ path: ["notes"], key: "tea" }]);
  await ana.items.clear(["notes"]);
  for await (const event of ana.feed.follow()) if (event.kind === "source.restored") break;
  await ana.retention.set([{ days: 365, source }]);
  await ana.retention.get();
  await ana.retention.apply();
  await ana.retention.forget({ before: "2020-01-01T00:00:00Z", dry_run: true });
  const hook = await ana.webhooks.create({ url: "https://192.0.33.8/hook" });
  await ana.webhooks.change(hook.id, { active: false });
  await ana.webhooks.list();
  await ana.webhooks.rotate(hook.id);
  await ana.webhooks.deadLetters(hook.id);
  await ana.webhooks.replay(hook.id);
  await ana.webhooks.delete(hook.id);
  await ana.configure({ language: "en" });
  await ana.remember("Lena mora em Braga.");
  await ana.configure({ language: "pt" });
  await ana.reextraction.estimate();
  await ana.reextraction.run({ limit: 100, reason: "it is Portuguese" });
  const [read] = (await ana.reextraction.list()).items;
  await ana.reextraction.undo(read!.reextraction_id);
  await ana.configure({ language: null });
  await ana.ontology.setRelation("plays", { cardinality: "many" });
  await ana.ontology.get();
  await ana.upkeep.tick({ jobs: ["decay"], dry_run: true });
  await ana.directives.list();
  const code = { subject: "Ana", relation: "gate_code", object: "4711" };
  await ana.remember("My gate code is 4711.", { speaker: "Ana", extraction: { facts: [code] } });
  const forgets = { facts: [{ ...code, action: "forget" as const }] };
  await ana.remember("Please forget my gate code.", { speaker: "Ana", role: "user", extraction: forgets });
  const [request] = (await ana.forgetRequests.list()).items;
  await ana.forgetRequests.undo(request!.id);
  await ana.upkeep.setSchedule({ decay: { cron: "0 3 * * *", time_zone: "Europe/Lisbon" } });
  await ana.upkeep.scheduleJob({ job: "decay", every_episodes: 5 });
  await ana.upkeep.schedule();
  for (const name of ["Lena Maier", "Lena Mayer"]) await ana.entities.add({ name, type: "person" });
  await ana.upkeep.tick({ jobs: ["duplicates"] });
  await ana.observations.list();
  for (const object of ["tea", "rowing", "Bach"]) await ana.addFact({ subject: "Ana", relation: "likes", object });
  await ana.upkeep.tick({ jobs: ["clusters"] });
  const [topic] = (await ana.clusters.list()).items;
  await ana.clusters.get(topic!.id);
  const [proposal] = (await ana.proposals.list()).items;
  await ana.proposals.approve(proposal!.id);
  await ana.proposals.undo(proposal!.id);
  await ana.proposals.decline(proposal!.id);
  const nana = await ana.entities.add({ name: "Nana", type: "person" });
  await ana.entities.list();
  await ana.entities.change(nana.id, { aliases_add: ["N."] });
  const merged = await ana.entities.merge("Ana", [nana.id]);
  await ana.entities.unmerge(nana.id, merged.merges[0]!.merge_id);
  const [known] = (await ana.facts({ subject: "Ana" })).items;
  await ana.entities.split("Ana", { facts: [known!.id], dry_run: true });
  await ana.entities.get("Ana");
  await ana.entities.history("Ana");
  await ana.entities.facts("Ana");
  await ana.entities.similar("Ana");
  await ana.graph.neighbours("Ana");
  await ana.graph.path("Ana", "Ana Souza");
  await memory.brain(freshName()).transfer.load(ana.transfer.export());
  await ana.forget(fact.id, { dry_run: true });
  await ana.entities.forget(nana.id);
  await ana.episodes.forget(episode);
  await ana.delete();
  const key = await memory.keys.create({ name: "reader", brains: ["ana"], scopes: ["memory:read"] });
  await memory.keys.list();
  await memory.keys.rotate(key.id, { grace_seconds: 60 });
  await memory.keys.revoke(key.id);
}

test("every operation can be reached, and the service accepts it", async () => {
  const done = new Map<string, number>();
  await useEverything(client({ fetch: noting(done) }));
  expect([...done.keys()].sort()).toEqual(Object.keys(OPERATIONS).sort());
  expect([...done].filter(([, status]) => status >= 300)).toEqual([]);
});
