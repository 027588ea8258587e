import type { Log, ReportingDescriptor, Result } from "sarif";
import { baselineKeyOf } from "./baseline.js";
import { type CheckedTrace, lineOf } from "./checkedTrace.js";
import { type FindingCode, RULES } from "./rules.js";
import type { Severity } from "./rule.js";
import type { Finding } from "./types.js";

/** The levels of SARIF, by severity. */
const LEVELS = {
  violation: "error",
  warning: "warning",
  note: "note",
} as const satisfies Record<Severity, Result.level>;

/**
 * Formats the reports of traces as a log in the format
 * [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), which GitHub and
 * other code scanning services read. The location of a finding is the line of its frame in the trace.
 *
 * @example
 * ```ts
 * const { frames, lines } = parseTrace(text);
 * const sarif = formatSarif([{ file: "session.jsonl", report: checkTrace(frames), lines }]);
 * ```
 */
export function formatSarif(traces: readonly CheckedTrace[]): string {
  const codes = new Set(traces.flatMap(({ report }) => report.findings.map(({ code }) => code)));
  const rules = [...codes].toSorted();
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "acp-inspect",
            informationUri: "https://github.com/acp-store/acp-store",
            rules: rules.map(describeRule),
          },
        },
        columnKind: "utf16CodeUnits",
        results: traces.flatMap((trace) =>
          trace.report.findings.map((finding) => ({
            ...describeFinding(finding, trace),
            ruleIndex: rules.indexOf(finding.code),
          })),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRule(code: FindingCode): ReportingDescriptor {
  const { text, severity, link, tck } = RULES[code];
  const requirements = [...new Set([...tck[1], ...tck[2]])];
  return {
    id: code,
    shortDescription: { text },
    fullDescription: { text },
    help: { text: `${text}\nVersion 1: ${link[1]}\nVersion 2: ${link[2]}` },
    helpUri: link[1],
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ["agent-client-protocol"], requirements },
  };
}

function describeFinding(finding: Finding, trace: CheckedTrace): Result {
  const { code, severity, frame, relatedFrames, responsible, message, expected } = finding;
  const others = relatedFrames.filter((related) => related !== frame);
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: `${message} (frame ${frame}, responsible: ${responsible})` },
    locations: [{ physicalLocation: locate(trace, frame) }],
    ...(others.length > 0 && {
      relatedLocations: others.map((related) => ({
        physicalLocation: locate(trace, related),
        message: { text: `Frame ${related}` },
      })),
    }),
    // The name is the one that GitHub uses to recognize a finding in later runs.
    partialFingerprints: { primaryLocationLineHash: baselineKeyOf(finding) },
    properties: {
      frame,
      responsible,
      specification: finding.link,
      ...(finding.path !== undefined && { path: finding.path }),
      ...(expected !== undefined && { expected }),
      ...(isShort(finding.actual) && { actual: finding.actual }),
    },
  };
}

/** The length in JSON up to which a value is part of the log. A value can be an entire message. */
const MAX_LOGGED_LENGTH = 1000;

function isShort(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= MAX_LOGGED_LENGTH;
}

function locate(trace: CheckedTrace, frame: number) {
  return {
    artifactLocation: { uri: toUri(trace.file) },
    region: { startLine: lineOf(trace, frame) },
  };
}

/** Returns the URI reference of a path. */
function toUri(path: string): string {
  const segments = path.replaceAll("\\", "/").replace(/^\.\//, "").split("/");
  const uri = segments.map(encodeURIComponent).join("/");
  // A path of Windows with a drive would be read as a URI with a scheme.
  return /^[A-Za-z]%3A/.test(uri) ? `file:///${uri.replace("%3A", ":")}` : uri;
}
