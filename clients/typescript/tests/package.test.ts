import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MOST_BYTES = 150_000;

let folder: string;
let packed: { filename: string; size: number; unpackedSize: number; files: { path: string; size: number }[] };

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "graphmem-pack-"));
  const told = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], HOME);
  packed = (JSON.parse(told) as [typeof packed])[0];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the package carries the built client, its page, its licence, and nothing else", () => {
  const paths = packed.files.map((file) => file.path);
  const files = readdirSync(`${HOME}src`, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => name.replace(/\.ts$/, ""));
  const built = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  expect(paths.sort()).toEqual(["LICENSE", "README.md", "package.json", ...built].sort());
  console.info(`npm pack: ${packed.size} bytes, unpacked ${packed.unpackedSize} bytes, ${paths.length} files`);
});

test("the package is small", () => {
  expect(packed.size).toBeLessThan(MOST_BYTES);
});

test("no built file names a folder of this machine or a source map", () => {
  for (const { path } of packed.files.filter((file) => file.path.startsWith("dist/"))) {
    const text = readFileSync(`${HOME}${path}`, "utf8");
    expect(text).not.toContain("sourceMappingURL");
    expect(text).not.toContain(ROOT);
  }
});

test("the version is that of the service, and the licence is the same", () => {
  const version = /__version__ = "(.+)"/.exec(readFileSync(join(ROOT, "graphmem/version.py"), "utf8"))?.[1];
  const own = JSON.parse(readFileSync(`${HOME}package.json`, "utf8")) as Record<string, unknown>;
  expect(own["version"]).toBe(version);
  expect(own["license"]).toBe("Apache-2.0");
  expect(own["dependencies"]).toBeUndefined();
  expect(readFileSync(`${HOME}LICENSE`, "utf8")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
});

const USE = `
import { Graphmem, type Fact } from "graphmem";
const ana = new Graphmem({ url: process.env["URL_OF_TEST"]!, apiKey: process.env["KEY_OF_TEST"] }).brain("packed");
await ana.addFact({ subject: "Ana", relation: "plays", object: "chess" });
const facts: Fact[] = await ana.facts().toArray();
console.log(facts.map((fact) => fact.object).join());
`;

const SETTINGS = {
  strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, target: "ES2022", outDir: "out",
};

test.each([
  ["NodeNext", "NodeNext", ["ES2022"]],
  ["ESNext", "bundler", ["ES2022", "DOM"]],
])("an installed package is typed and works (module %s, %s, lib %j)", async (module, moduleResolution, lib) => {
  const project = await mkdtemp(join(tmpdir(), "graphmem-use-"));
  const types = lib.includes("DOM") ? ["node"] : ["node"];
  const compilerOptions = { ...SETTINGS, module, moduleResolution, lib, types, typeRoots: [`${HOME}node_modules/@types`] };
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  await writeFile(join(project, "use.ts"), USE);
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], project);
  run(process.execPath, [`${HOME}node_modules/typescript/bin/tsc`], project);
  const env = { ...process.env, URL_OF_TEST: inject("url"), KEY_OF_TEST: inject("apiKey") };
  expect(execFileSync(process.execPath, ["out/use.js"], { cwd: project, env, encoding: "utf8" })).toBe("chess\n");
  await rm(project, { recursive: true, force: true });
});
