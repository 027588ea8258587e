import { checkTrace, formatReport } from "@acp-store/check";
import { describe, expect, it } from "vitest";
import { findingWith, reportOf } from "./support/reports.js";

describe("formatReport", () => {
  it("formats each finding with its rule and link, followed by the totals", () => {
    const report = reportOf(findingWith({ frame: 6 }), findingWith({ severity: "note" }));
    const { rule, link } = findingWith({});
    expect(formatReport(report)).toBe(
      [
        ...["frame 6: warning: late_update (agent)", "  It was late.", `  ${rule}`, `  ${link}`],
        ...["frame 1: note: late_update (agent)", "  It was late.", `  ${rule}`, `  ${link}`],
        "agent 1.0.0, protocol version 1, 9 frames: 0 violations, 1 warning, 1 note",
        "",
      ].join("\n"),
    );
  });

  it("formats an unknown agent and an unknown version", () => {
    expect(formatReport(checkTrace([]))).toBe(
      "unknown agent, unknown protocol version, 0 frames: 0 violations, 0 warnings, 0 notes\n",
    );
  });

  it("shows the expected type above the sent value", () => {
    const details = { path: "params.x", expected: '"a" | "b"', actual: { deep: true } };
    const [, ...lines] = formatReport(reportOf(findingWith(details))).split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "  It was late.",
      "  at params.x",
      '    expected: "a" | "b"',
      '    sent:     {"deep":true}',
    ]);
  });

  it("shows that a required value is missing", () => {
    const text = formatReport(reportOf(findingWith({ path: "params.x", expected: "string" })));
    expect(text).toContain("\n    sent:     nothing\n");
  });

  it("truncates a long value", () => {
    const details = { expected: "string[]", actual: "x".repeat(10_000) };
    const text = formatReport(reportOf(findingWith(details)));
    expect(text).toContain(`sent:     "${"x".repeat(199)}…\n`);
  });

  it("omits the lines about a part of the message for a finding about all of it", () => {
    const text = formatReport(reportOf(findingWith({ frame: 3 })));
    expect(text.split("\n").slice(0, 3)).toEqual([
      "frame 3: warning: late_update (agent)",
      "  It was late.",
      "  A completed or failed tool call does not change its status.",
    ]);
  });
});
