import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const ADDRESS = /serves at (http:\/\/\S+?),/;

/** A running `graphmem serve`. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the service of this checkout on a free port, with its own Neo4j on a data folder. */
export async function startServer(dataFolder: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
  const program = `${ROOT}.venv/bin/graphmem`;
  if (!existsSync(program)) throw new Error("there is no .venv: run `make setup` first");
  const own = Object.entries(process.env).filter(([name]) => KEPT.test(name));
  const env = { ...Object.fromEntries(own), NO_COLOR: "1", TERM: "dumb", COLUMNS: "200", ...SETTINGS, ...settings };
  const child = spawn(program, ["serve", "--port", "0"], {
    env: { ...env, GRAPHMEM_DATA_DIR: dataFolder }, cwd: dataFolder, stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await addressOf(child);
  return { url, process: child, stop: () => stopped(child) };
}

/** The variables that a service needs from outside. Every other one could be a setting of it. */
const KEPT = /^(PATH|HOME|TMPDIR|JAVA_HOME|XDG_.*|HTTPS?_PROXY|NO_PROXY|SSL_CERT_FILE|GRAPHMEM_CACHE_DIR|GRAPHMEM_MAVEN_.*)$/i;
const SETTINGS = { GRAPHMEM_EXTRACTOR: "offline", GRAPHMEM_EMBEDDER: "hash", GRAPHMEM_BOLT_PORT: "0", GRAPHMEM_HTTP_PORT: "0" };

async function addressOf(child: ChildProcess): Promise<string> {
  const told: string[] = [];
  for await (const line of createInterface({ input: child.stderr! })) {
    told.push(line);
    const found = ADDRESS.exec(line);
    if (found?.[1]) {
      child.stderr!.resume();
      return found[1];
    }
  }
  throw new Error(`graphmem serve does not start:\n${told.join("\n")}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
