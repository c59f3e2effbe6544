import { expect, test } from "vitest";
import { Problem } from "graphmem";
import { client, freshBrain, freshName } from "./support/client.js";

const ACME = { subject: "Ana", relation: "works_at", object: "Acme", object_is_entity: true, valid_from: "2024-01-01" };
const GLOBEX = { ...ACME, object: "Globex", valid_from: "2025-03-01" };

function objects(facts: Iterable<{ object: string }>): string[] {
  return [...facts].map((fact) => fact.object);
}

test("a message is remembered, recalled, and its fact listed", async () => {
  const ana = freshBrain();
  const result = await ana.remember("I work at Acme.", { speaker: "Ana", occurred_at: "2024-05-01" });
  expect(objects(result.facts_added)).toEqual(["Acme"]);

  const found = await ana.recall("Where does Ana work?", { k: 5 });
  expect(found.context).toContain("Acme");
  expect(found.facts[0]?.fact?.object).toBe("Acme");

  const episode = await ana.episodes.get(result.episode_id!);
  expect(episode.content).toBe("I work at Acme.");
});

test("facts answer as of now, as of an earlier time, and as believed earlier", async () => {
  const ana = freshBrain();
  await ana.addFact(ACME);
  const before = (await ana.facts()).items[0]!.recorded_at;
  await ana.addFact(GLOBEX);

  const asked = { subject: "Ana", relation: "works_at" };
  expect(objects(await ana.facts(asked))).toEqual(["Globex"]);
  expect(objects(await ana.facts({ ...asked, valid_at: "2024-12-01" }))).toEqual(["Acme"]);
  expect(objects(await ana.facts({ ...asked, known_at: before }))).toEqual(["Acme"]);
});

test("an invalidation is rehearsed, made, shown by the history, and restored", async () => {
  const ana = freshBrain();
  const job = await ana.addFact(ACME);
  const badge = await ana.addFact({ subject: "Ana", relation: "has_badge", object: "Campus", evidence_ids: [job.id] });

  const would = await ana.invalidate(job.id, { dry_run: true });
  expect(would.changed.map((change) => change.id).sort()).toEqual([job.id, badge.id].sort());
  expect((await ana.fact(job.id)).holds_now).toBe(true);

  await ana.invalidate(job.id, { reason: "she left" });
  expect((await ana.fact(badge.id)).holds_now).toBe(false);
  const history = await ana.history(job.id);
  expect(history.versions.length).toBeGreaterThanOrEqual(2);

  await ana.restore(job.id);
  expect((await ana.fact(badge.id)).holds_now).toBe(true);
});

test("a fact is corrected", async () => {
  const ana = freshBrain();
  const job = await ana.addFact(ACME);
  await ana.correct(job.id, { object: "Initech" });
  expect(objects(await ana.facts({ subject: "Ana" }))).toEqual(["Initech"]);
});

test("entities are merged and unmerged", async () => {
  const ana = freshBrain();
  const nana = await ana.entities.add({ name: "Nana", type: "person", properties: { floor: 3 } });
  await ana.addFact({ ...ACME, subject: "Ana Souza" });
  await ana.addFact({ subject: "Nana", relation: "plays", object: "chess" });

  const merged = await ana.entities.merge("Ana Souza", nana.id);
  expect((await ana.facts({ relation: "plays" })).items[0]?.subject).toBe("Ana Souza");
  expect((await ana.entities.get(nana.id)).merged_into).toBe(merged.into);

  await ana.entities.unmerge(nana.id, merged.merges[0]!.merge_id);
  expect((await ana.facts({ relation: "plays" })).items[0]?.subject).toBe("Nana");

  const renamed = await ana.entities.change("Nana", { name: "Nana Reis", properties: { floor: null } });
  expect(renamed.aliases).toContain("Nana");
});

test("an entity is split", async () => {
  const ana = freshBrain();
  await ana.addFact({ ...ACME, subject: "Ana Souza" });
  const chess = await ana.addFact({ subject: "Ana Souza", relation: "plays", object: "chess" });

  const would = await ana.entities.split("Ana Souza", { facts: [chess.id], dry_run: true });
  expect(would.facts).toEqual([chess.id]);
  const done = await ana.entities.split("Ana Souza", { facts: [chess.id], name: "Ana Lopes" });
  expect((await ana.facts({ relation: "plays" })).items[0]?.subject).toBe("Ana Lopes");
  await ana.entities.merge(done.parted_from, done.entity_id);
  expect((await ana.facts({ relation: "plays" })).items[0]?.subject).toBe("Ana Souza");
});

test("a forgotten episode is gone, and so is what it said", async () => {
  const ana = freshBrain();
  const { episode_id: episode } = await ana.remember("I work at Acme.", { speaker: "Ana" });
  const would = await ana.episodes.forget(episode!, { dry_run: true });
  expect(would.removed.facts).toHaveLength(1);
  await ana.episodes.forget(episode!);
  expect((await ana.facts()).items).toEqual([]);
  await expect(ana.episodes.get(episode!)).rejects.toMatchObject({ code: "forgotten", status: 410 });
});

test("an export fills another brain with both timelines", async () => {
  const ana = freshBrain();
  await ana.addFact(ACME);
  await ana.addFact(GLOBEX);
  const lines: string[] = [];
  for await (const line of ana.transfer.export()) lines.push(line);

  const copy = client().brain(freshName());
  const loaded = await copy.transfer.load(lines);
  expect(loaded.counts["FACT"]).toBe(2);
  expect(objects(await copy.facts({ valid_at: "2024-12-01" }))).toEqual(["Acme"]);
  await expect(copy.transfer.load(lines)).rejects.toMatchObject({ code: "brain_not_empty" });
});

test("an export passes from one brain to another without being held", async () => {
  const ana = freshBrain();
  await ana.addFact(ACME);
  const copy = freshBrain();
  await copy.transfer.load(ana.transfer.export({ embeddings: true }));
  expect(objects(await copy.facts())).toEqual(["Acme"]);
});

test("a list is read page by page, or as a whole", async () => {
  const ana = freshBrain();
  const cities = Array.from({ length: 7 }, (_, i) => ({ subject: "Ana", relation: "visited", object: `city ${i}` }));
  await ana.transfer.importFacts(cities);

  const page = await ana.facts({ limit: 3 });
  expect(page.items).toHaveLength(3);
  const next = await ana.facts({ limit: 3, cursor: page.nextCursor });
  expect(next.items).toHaveLength(3);
  const all = await ana.facts({ limit: 3 }).toArray();
  expect(new Set(objects(all)).size).toBe(7);
  expect(objects(all).slice(0, 6)).toEqual([...objects(page), ...objects(next)]);
});

test("a brain has settings of its own, and is forgotten as a whole", async () => {
  const ana = freshBrain();
  expect(await ana.settings()).toEqual({});
  expect(await ana.create({ time_zone: "Europe/Lisbon" })).toBe(true);
  expect(await ana.create()).toBe(false);
  expect((await ana.configure({ mode: "hybrid" })).time_zone).toBe("Europe/Lisbon");
  expect((await ana.settings()).mode).toBe("hybrid");
  await ana.delete();
  await expect(ana.overview.detail()).rejects.toBeInstanceOf(Problem);
});

test("a name with a slash, an accent or a question mark is one part of the address", async () => {
  const ana = freshBrain();
  for (const name of ["AC/DC", "Tomás?", "50% off #1", "a b"]) {
    await ana.entities.add({ name, type: "thing" });
    expect((await ana.entities.get(name)).name).toBe(name);
  }
});
