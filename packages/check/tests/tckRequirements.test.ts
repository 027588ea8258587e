import { RULES } from "@acp-store/check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Requirement {
  readonly id: string;
  readonly version: 1 | 2;
  readonly trace: boolean;
  readonly reason?: string;
}

const { requirements } = JSON.parse(
  readFileSync(new URL("tckRequirements.json", import.meta.url), "utf8"),
) as { readonly requirements: readonly Requirement[] };

describe.each([1, 2] as const)("the requirements of the test kit for version %i", (version) => {
  const listed = requirements.filter((requirement) => requirement.version === version);
  const covered = new Set(Object.values(RULES).flatMap(({ tck }) => tck[version]));

  it("includes every requirement that a rule names", () => {
    const ids = listed.map(({ id }) => id);
    expect([...covered].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("has a rule for every requirement that a trace can show", () => {
    const visible = listed.filter(({ trace }) => trace).map(({ id }) => id);
    expect(visible.filter((id) => !covered.has(id))).toEqual([]);
  });

  it("has no rule for a requirement that a trace cannot show, and says why", () => {
    const hidden = listed.filter(({ trace }) => !trace);
    expect(hidden.filter(({ id }) => covered.has(id))).toEqual([]);
    expect(hidden.filter(({ reason }) => reason === undefined)).toEqual([]);
  });
});
