import XMLBuilder from "fast-xml-builder";
import type { CheckedTrace } from "./checkedTrace.js";
import { formatFinding } from "./formatReport.js";
import { type FindingCode, RULES } from "./rules.js";
import type { Finding } from "./types.js";

const builder = new XMLBuilder({
  format: true,
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
});

/** The characters that XML 1.0 does not allow, but which an agent can send. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Formats the reports of traces as JUnit XML, which most CI services show as test results. Each trace
 * is a test suite with one test per rule. A test fails if the trace has a violation of its rule.
 * Warnings and notes are the output of a test.
 *
 * @example
 * ```ts
 * const xml = formatJunit([{ file: "session.jsonl", report: checkTrace(parseTrace(text).frames) }]);
 * ```
 */
export function formatJunit(traces: readonly CheckedTrace[]): string {
  const suites = traces.map(describeSuite);
  const total = (name: "@_tests" | "@_failures"): number =>
    suites.reduce((sum, suite) => sum + suite[name], 0);
  return builder.build({
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    testsuites: {
      "@_name": "acp-inspect",
      "@_tests": total("@_tests"),
      "@_failures": total("@_failures"),
      testsuite: suites,
    },
  });
}

function describeSuite({ file, report }: CheckedTrace) {
  const tests = ruleCodes().map((code) => {
    const findings = report.findings.filter((finding) => finding.code === code);
    return describeTest(code, file, findings);
  });
  return {
    "@_name": cleanText(file),
    "@_tests": tests.length,
    "@_failures": tests.filter((test) => "failure" in test).length,
    "@_errors": 0,
    "@_skipped": 0,
    testcase: tests,
  };
}

function describeTest(code: FindingCode, file: string, findings: readonly Finding[]) {
  const failures = findings.filter(({ severity }) => severity === "violation");
  const others = findings.filter(({ severity }) => severity !== "violation");
  const [first, ...more] = failures;
  const suffix = more.length > 0 ? ` (and ${more.length} more)` : "";
  return {
    "@_classname": cleanText(file),
    "@_name": code,
    ...(first && {
      failure: {
        "@_type": code,
        "@_message": cleanText(`frame ${first.frame}: ${first.message}${suffix}`),
        "#text": formatAll(failures),
      },
    }),
    ...(others.length > 0 && { "system-out": formatAll(others) }),
  };
}

function ruleCodes(): FindingCode[] {
  return (Object.keys(RULES) as FindingCode[]).toSorted();
}

function formatAll(findings: readonly Finding[]): string {
  return cleanText(findings.map(formatFinding).join("\n"));
}

function cleanText(text: string): string {
  return text.replace(FORBIDDEN_CHARACTERS, "\uFFFD");
}
