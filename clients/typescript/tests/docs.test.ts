import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshName } from "./support/client.js";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = `${HOME}tests/.blocks/`;
const PAGES = [`${HOME}README.md`, fileURLToPath(new URL("../../../docs/typescript.md", import.meta.url))];
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

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  for (const { id, code } of blocks) await writeFile(`${FOLDER}${id}.ts`, code);
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

test.each(blocks)("$id runs, and prints what it says", async ({ id, code }) => {
  const file = `${FOLDER}out/${id}.js`;
  const told = readFileSync(file, "utf8");
  const fresh = told.replaceAll("http://127.0.0.1:8350", inject("url")).replaceAll('brain("ana', `brain("${freshName()}-ana`);
  await writeFile(file, fresh);
  const env = { ...process.env, GRAPHMEM_API_KEY: inject("apiKey") };
  const { stdout } = await execute(process.execPath, [file], { env, cwd: FOLDER });
  for (const [, expected] of code.matchAll(/\/\/ → (.+)$/gm)) expect(stdout).toContain(expected);
});
