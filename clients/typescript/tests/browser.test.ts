import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshName } from "./support/client.js";

const PROGRAM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FILES = new URL("../", import.meta.url);
const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript" };

let server: Server;
let browser: Browser;

/** Serves the page and the built package, and hands everything under /v1 to the service: one origin, so no CORS. */
function serve(): Server {
  return createServer((incoming, answer) => {
    const path = new URL(incoming.url!, "http://localhost").pathname;
    if (path.startsWith("/v1")) {
      const { method, headers } = incoming;
      const onward = request(inject("url") + incoming.url, { method, headers }, (real) => {
        answer.writeHead(real.statusCode!, real.headers);
        real.pipe(answer);
      });
      incoming.pipe(onward);
      return;
    }
    const file = path === "/" ? "tests/fixtures/page.html" : path.slice(1);
    readFile(new URL(file, FILES)).then(
      (text) => answer.writeHead(200, { "Content-Type": TYPES[file.split(".").pop()!] ?? "text/plain" }).end(text),
      () => answer.writeHead(404).end(),
    );
  });
}

beforeAll(async () => {
  if (!existsSync(PROGRAM)) return;
  server = serve();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test.skipIf(!existsSync(PROGRAM))("a page in Chromium remembers a message, imports facts and shows them", async () => {
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  const { port } = server.address() as AddressInfo;
  const query = new URLSearchParams({ brain: freshName(), key: inject("apiKey") });
  await page.goto(`http://127.0.0.1:${port}/?${query.toString()}`);
  await page.waitForSelector("#done, #failed", { timeout: 60_000 });
  expect(failures).toEqual([]);
  expect(await page.textContent("#fact")).toBe("Ana works at Acme.");
  expect(await page.textContent("#imported")).toBe("1000 records, 1000 added");
  expect(await page.textContent("#exported")).toMatch(/^\d+ lines$/);
  expect(await page.textContent("#problem")).toBe("CallerError not_found");
});
