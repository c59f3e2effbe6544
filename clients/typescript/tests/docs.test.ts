import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshName } from "./support/client.js";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = `${HOME}tests/.blocks/`;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGES = [`${HOME}README.md`, `${ROOT}docs/typescript.md`, `${ROOT}docs/integrations/vercel_ai.md`];
const EXAMPLES = ["vercel_ai_agent"];
const BLOCK = /^```ts\n(.*?)^```$/gms;
const execute = promisify(execFile);

/** A fenced block of a page. Comments `// → text` say what its lines print. */
const blocks = PAGES.flatMap((page) => {
  const text = readFileSync(page, "utf8");
  return [...text.matchAll(BLOCK)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length + 1;
    return { id: `${page.split("/").pop()!.replace(".md", "")}-${line}`, code: match[1]! };
  });
});
const examples = EXAMPLES.map((id) => ({ id, code: readFileSync(`${ROOT}examples/${id}.ts`, "utf8") }));

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  for (const { id, code } of [...blocks, ...examples]) await writeFile(`${FOLDER}${id}.ts`, code);
  const compilerOptions = { noEmit: false, rootDir: ".", outDir: "out", paths: {}, noUnusedLocals: false };
  const settings = { extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] };
  await writeFile(`${FOLDER}tsconfig.json`, JSON.stringify(settings));
  await execute(process.execPath, [`${HOME}node_modules/typescript/bin/tsc`, "-p", FOLDER]).catch((error: unknown) => {
    throw new Error(`the blocks have wrong types:\n${(error as { stdout: string }).stdout}`);
  });
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test("the pages have blocks", () => {
  expect(blocks.length).toBeGreaterThan(5);
});

test.each(PAGES)("%s has blocks", (page) => {
  expect(blocks.some(({ id }) => id.startsWith(page.split("/").pop()!.replace(".md", "-")))).toBe(true);
});

test.each(blocks)("$id runs, and prints what it says", async ({ id, code }) => {
  const printed = await run(id);
  for (const [, expected] of code.matchAll(/\/\/ → (.+)$/gm)) expect(printed).toContain(expected);
});

test("the agent of the Vercel AI SDK tells on Friday what it heard on Monday and what it was told to keep", async () => {
  const answers = (await run("vercel_ai_agent")).split("Agent: ").slice(1);
  expect(answers[0]).toMatch(/^Nice to meet you\./);
  expect(answers[1]).toMatch(/^I know: Be brief\.[^]*Porto/);
  expect(answers[2]).toContain("Kept.");
  expect(answers[3]).toContain("tea without sugar");
});

/** Runs the compiled lines in fresh brains of the service under test, and returns what they print. */
async function run(id: string): Promise<string> {
  const file = `${FOLDER}out/${id}.js`;
  const told = readFileSync(file, "utf8");
  const fresh = told.replaceAll("http://127.0.0.1:8350", inject("url")).replaceAll('brain("ana', `brain("${freshName()}-ana`);
  await writeFile(file, fresh);
  const env = { ...process.env, GRAPHMEM_API_KEY: inject("apiKey") };
  return (await execute(process.execPath, [file], { env, cwd: FOLDER })).stdout;
}
