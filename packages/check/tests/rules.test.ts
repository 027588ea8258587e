import { RULES } from "@acp-store/check";
import { describe, expect, it } from "vitest";
import kit from "./tckRequirements.json" with { type: "json" };

describe("RULES", () => {
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

  it.each([1, 2] as const)(
    "names only requirements of the compatibility kit for version %i",
    (v) => {
      const known = new Set(
        kit.requirements.filter(({ version }) => version === v).map(({ id }) => id),
      );
      const named = Object.values(RULES).flatMap(({ tck }) => tck[v]);
      expect(named.filter((id) => !known.has(id))).toEqual([]);
    },
  );
});

describe("the list of requirements", () => {
  it("has a reason exactly for the requirements that a trace cannot show", () => {
    for (const { id, trace, reason } of kit.requirements)
      expect({ id, hasReason: /^[A-Z].*\.$/.test(reason ?? "") }).toEqual({
        id,
        hasReason: !trace,
      });
  });
});
