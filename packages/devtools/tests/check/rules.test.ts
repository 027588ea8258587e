import { type FindingCode, RULES } from "@acp-store/devtools/check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../../../docs/conformance.md", import.meta.url), "utf8");

/** Returns the severity of each code in the tables of the page. */
function documentedSeverities(): Map<string, string> {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, codes = "", severity = ""] = row.split("|");
      return [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code ?? "", severity.trim()]);
    }),
  );
}

describe("RULES", () => {
  it.each(Object.keys(RULES) as FindingCode[])("documents the severity of %s", (code) => {
    expect(documentedSeverities().get(code)).toBe(RULES[code].severity);
  });

  it.each(Object.entries(RULES))(
    "has a text for %s, and a link for each version",
    (_code, { link, text }) => {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(link[1]).toMatch(
        /^https:\/\/(?:agentclientprotocol\.com\/protocol\/v1|www\.jsonrpc\.org)\//,
      );
      expect(link[2]).toMatch(
        /^https:\/\/(?:agentclientprotocol\.com\/protocol\/v2|www\.jsonrpc\.org)\//,
      );
    },
  );
});
