// @vitest-environment jsdom
import { formatJunit, RULES } from "@acp-store/check";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS } from "../../core/tests/support/recordings.js";
import { checkRecording, findingWith, reportOf } from "./support/reports.js";

/** Parses XML, and fails if it is not well-formed. */
function parseXml(text: string): Document {
  const document = new DOMParser().parseFromString(text, "application/xml");
  expect(document.querySelector("parsererror")?.textContent).toBeUndefined();
  return document;
}

function testsIn(document: Document): Element[] {
  return Array.from(document.querySelectorAll("testcase"));
}

describe("formatJunit", () => {
  it("writes well-formed XML with a test for each rule of each recording", () => {
    const traces = ALL_RECORDINGS.map(checkRecording);
    const document = parseXml(formatJunit(traces));
    expect(testsIn(document)).toHaveLength(traces.length * Object.keys(RULES).length);
    const suites = Array.from(document.querySelectorAll("testsuites > testsuite"));
    for (const [index, suite] of suites.entries()) {
      const violations = traces[index]?.report.findings.filter(
        ({ severity }) => severity === "violation",
      );
      const failed = new Set(violations?.map(({ code }) => code)).size;
      expect(suite.getAttribute("name")).toBe(traces[index]?.file);
      expect(suite.getAttribute("failures")).toBe(String(failed));
      expect(suite.querySelectorAll("failure")).toHaveLength(failed);
    }
  });

  it("fails the test of a violated rule, with the text of all its findings", () => {
    const report = reportOf(
      findingWith({ code: "not_announced", severity: "violation", frame: 2, message: "No files." }),
      findingWith({ code: "not_announced", severity: "violation", frame: 3, message: "No shell." }),
      findingWith({ frame: 4 }),
    );
    const document = parseXml(formatJunit([{ file: "a.jsonl", report }]));
    const [failed, ...others] = testsIn(document).filter((item) => item.querySelector("failure"));
    expect(others).toEqual([]);
    expect(failed?.getAttribute("name")).toBe("not_announced");
    expect(failed?.getAttribute("classname")).toBe("a.jsonl");
    const failure = failed?.querySelector("failure");
    expect(failure?.getAttribute("message")).toBe("frame 2: No files. (and 1 more)");
    expect(failure?.textContent).toMatch(/frame 2: violation.*No files.*frame 3.*No shell/s);
  });

  it("shows warnings and notes as the output of a test that passes", () => {
    const document = parseXml(formatJunit([{ file: "a", report: reportOf(findingWith({})) }]));
    const late = testsIn(document).find((item) => item.getAttribute("name") === "late_update");
    expect(late?.querySelector("failure")).toBeNull();
    expect(late?.querySelector("system-out")?.textContent).toContain("It was late.");
    expect(document.documentElement.getAttribute("failures")).toBe("0");
  });

  it("escapes markup, and replaces characters that XML does not allow", () => {
    const message = `"a" <b> & ]]> '\u0000\u001b[2J\uD800\uFFFE😀`;
    const report = reportOf(findingWith({ severity: "violation", message }));
    const text = formatJunit([{ file: `<"&'>.jsonl`, report }]);
    const failure = parseXml(text).querySelector("failure");
    const clean = `"a" <b> & ]]> '\uFFFD\uFFFD[2J\uFFFD\uFFFD😀`;
    expect(failure?.getAttribute("message")).toBe(`frame 1: ${clean}`);
    expect(failure?.textContent).toContain(clean);
    expect(parseXml(text).querySelector("testsuite")?.getAttribute("name")).toBe(`<"&'>.jsonl`);
  });
});
