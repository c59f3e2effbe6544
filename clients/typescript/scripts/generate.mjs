// Writes src/openapi.ts from docs/openapi.json. Every build does so; the file is not in the repository.
import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT = new URL("../../../docs/openapi.json", import.meta.url);
const OUTPUT = new URL("../src/openapi.ts", import.meta.url);

/** A field with a default stays optional: the service fills it in. Answers name their required fields themselves. */
const OPTIONS = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true };

await writeFile(OUTPUT, astToString(await openapiTS(DOCUMENT, OPTIONS)));
