// Removes the output of an earlier build, so that a package never carries a file that has no source any more.
import { rm } from "node:fs/promises";

await rm(new URL("../dist", import.meta.url), { recursive: true, force: true });
