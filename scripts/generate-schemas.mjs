// Derives the strict schemas of the conformance check from the JSON schemas of the SDK:
// packages/check/src/schema/{v1,v2}/definitions.ts. Compared with the schemas of the SDK,
// - descriptions, and definitions that no message uses, are left out
// - a union of objects becomes a list of conditions on its discriminator, so that a validator reports
//   only the errors of the branch that the message has chosen
// - open enums accept only listed values and values that start with an underscore
// - objects list the names of all fields that the protocol defines
// - paths are absolute, line numbers start at 1 and binary data is base64, also in version 1, which says
//   so only in descriptions
// Usage: node scripts/generate-schemas.mjs [--check]      (--check: only tell whether the files are current)
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deriveSchema } from "./schemas/deriveSchema.mjs";

const isCheck = process.argv.includes("--check");
const sdkFolder = new URL(
  "..",
  `file://${createRequire(import.meta.url).resolve("@agentclientprotocol/sdk")}`,
);

for (const version of ["v1", "v2"]) {
  const source = new URL(`../../schema/${version}/schema.unstable.json`, sdkFolder);
  const path = new URL(`../packages/check/src/schema/${version}/definitions.ts`, import.meta.url);
  const text = formatModule(version, deriveSchema(JSON.parse(readFileSync(source, "utf8")).$defs));
  if (!isCheck) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.log(`${path.pathname} is not current. Run: node scripts/generate-schemas.mjs`);
    process.exitCode = 1;
  }
}

/**
 * @param {string} version
 * @param {ReturnType<typeof deriveSchema>} schema
 */
function formatModule(version, { methods, definitions }) {
  /** @param {object} table */
  const format = (table) =>
    Object.entries(table)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
      .join("");
  return `// Generated from the schema of @agentclientprotocol/sdk by scripts/generate-schemas.mjs. Do not edit.
import type { ProtocolSchema } from "../types.js";

/** The strict schema of protocol version ${version.slice(1)}. */
export const PROTOCOL_SCHEMA: ProtocolSchema = {
  methods: {
${format(methods)}  },
  definitions: {
${format(definitions)}  },
};
`;
}
