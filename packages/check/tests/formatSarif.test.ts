import { type Finding, formatSarif } from "@acp-store/check";
import { Validator } from "@cfworker/json-schema";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS } from "../../core/tests/support/recordings.js";
import { checkRecording, findingWith, reportOf } from "./support/reports.js";

/** Returns the schema of SARIF 2.1.0 that Microsoft's SARIF tools validate with. */
function readSarifSchema(): object {
  const require = createRequire(import.meta.url);
  const main = require.resolve("@microsoft/sarif-multitool-ts");
  const file = join(main, "../../assets/sarif-2.1.0.schema.json");
  return JSON.parse(readFileSync(file, "utf8")) as object;
}

const parseSarif = (text: string): Log => JSON.parse(text) as Log;

describe("formatSarif", () => {
  it("conforms to the SARIF schema for all recordings", () => {
    const validator = new Validator(readSarifSchema(), "2020-12", false);
    const log = parseSarif(formatSarif(ALL_RECORDINGS.map(checkRecording)));
    expect(log.runs[0]?.results?.length).toBeGreaterThan(10);
    expect(validator.validate(log).errors).toEqual([]);
    const [run] = log.runs;
    expect(validator.validate({ ...log, runs: [{ ...run, results: [{}] }] }).valid).toBe(false);
  });

  it("locates a finding and its related frames at their lines of the file", () => {
    const report = reportOf(findingWith({ frame: 2, relatedFrames: [1, 2] }));
    const log = parseSarif(formatSarif([{ file: "./my traces/a.jsonl", report, lines: [1, 4] }]));
    const uri = "my%20traces/a.jsonl";
    expect(log.runs[0]?.results?.[0]).toMatchObject({
      ruleId: "late_update",
      level: "warning",
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 4 } } }],
      relatedLocations: [
        { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } },
      ],
      properties: { frame: 2, responsible: "agent" },
    });
  });

  it("uses the number of a frame as its line without line numbers", () => {
    const report = reportOf(findingWith({ frame: 7 }));
    const [result] = parseSarif(formatSarif([{ file: "a", report }])).runs[0]?.results ?? [];
    expect(result?.locations?.[0]?.physicalLocation?.region?.startLine).toBe(7);
  });

  it.each([
    [String.raw`C:\traces\a b.jsonl`, "file:///C:/traces/a%20b.jsonl"],
    [String.raw`traces\a.jsonl`, "traces/a.jsonl"],
    ["/tmp/a#1.jsonl", "/tmp/a%231.jsonl"],
  ])("writes the path %j as a URI", (file, uri) => {
    const [result] =
      parseSarif(formatSarif([{ file, report: reportOf(findingWith({})) }])).runs[0]?.results ?? [];
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri);
  });

  it("describes each rule that has a finding once, with its levels and kit requirements", () => {
    const report = reportOf(
      findingWith({}),
      findingWith({ code: "not_announced", severity: "violation" }),
      findingWith({ frame: 3 }),
    );
    const [run] = parseSarif(
      formatSarif([
        { file: "a", report },
        { file: "b", report },
      ]),
    ).runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration?.level])).toEqual([
      ["late_update", "warning"],
      ["not_announced", "error"],
    ]);
    expect(rules[1]?.properties?.["requirements"]).toContain("ACP-CLIENTCAP-001");
    expect(run?.results?.map(({ ruleIndex = -1 }) => rules[ruleIndex]?.id)).toEqual(
      run?.results?.map(({ ruleId }) => ruleId),
    );
  });

  it("gives the same problem the same fingerprint in every frame and list position", () => {
    const at = (frame: number, path: string): Finding =>
      findingWith({ frame, path, method: "session/update", update: "tool_call" });
    const report = reportOf(
      at(1, "params.update.content.0.type"),
      at(8, "params.update.content.12.type"),
      at(9, "params.update.title"),
    );
    const results = parseSarif(formatSarif([{ file: "a", report }])).runs[0]?.results ?? [];
    const [first, second, third] = results.map(({ partialFingerprints }) =>
      JSON.stringify(partialFingerprints),
    );
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("contains the expected shape and the sent value", () => {
    const value = { path: "params.x", expected: "string", actual: null };
    const report = reportOf(findingWith(value), findingWith({ actual: "x".repeat(5000) }));
    const results = parseSarif(formatSarif([{ file: "a", report }])).runs[0]?.results ?? [];
    expect(results[0]?.properties).toMatchObject(value);
    expect(results[1]?.properties).not.toHaveProperty("actual");
  });
});
