import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCENARIOS } from "@acp-store/testing/scenarios";
import { expect, it } from "vitest";

const MANUAL = join(import.meta.dirname, "../../../../docs/testing.md");

it("lists every scenario in the manual", () => {
  const rows = readFileSync(MANUAL, "utf8").matchAll(/^\| `([a-z-]+)` \| /gm);
  const listed = [...rows].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(SCENARIOS.map(({ name }) => name)));
});
