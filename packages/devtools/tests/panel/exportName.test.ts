import { expect, it } from "vitest";
import { exportName } from "../../src/panel/model/exportName.js";

it.each([
  [undefined, false, "acp-trace.jsonl"],
  [undefined, true, "acp-trace-redacted.jsonl"],
  ["gemini-parallel.jsonl", true, "gemini-parallel-redacted.jsonl"],
  ["/traces/a b.ndjson", false, "a-b.jsonl"],
  ["C:\\traces\\über.txt", false, "über.jsonl"],
])("calls what is saved of %j, redacted: %s, %s", (name, isRedacted, file) => {
  expect(exportName(name, isRedacted)).toBe(file);
});
