import { type AcpState, type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { isObject } from "../json.js";
import { createMessageReader } from "../jsonRpc.js";
import type { Check, FindingLocation } from "./check.js";
import { createPermissionCheck } from "./permissions.js";
import { createRequestCheck } from "./requests.js";
import { type FindingCode, RULES } from "./rules.js";
import { createSessionCheck } from "./sessions.js";
import { createToolCallCheck } from "./toolCalls.js";
import { createTurnCheck } from "./turns.js";
import type { Finding, Severity, TraceReport } from "./types.js";

/** The checks that run on every trace. Findings on the same frame keep this order. */
const CHECKS: readonly (() => Check)[] = [
  createRequestCheck,
  createPermissionCheck,
  createTurnCheck,
  createSessionCheck,
  createToolCallCheck,
];

/** The options of {@link checkTrace}. */
export interface CheckOptions {
  /** The protocol version of a trace that does not start with `initialize`. */
  readonly protocolVersion?: 1 | 2;
}

/**
 * Reports where a connection departs from the protocol: the diagnostics of the store for each
 * message, and problems that only the whole trace shows, such as a request without a response.
 * Reports only what is certain. If the trace starts in the middle of a connection, rules that depend
 * on earlier messages are skipped.
 *
 * @example
 * ```ts
 * const report = checkTrace(parseTrace(text).frames);
 * if (report.counts.violation > 0) console.log(formatReport(report));
 * ```
 */
export function checkTrace(
  trace: readonly Frame[],
  { protocolVersion }: CheckOptions = {},
): TraceReport {
  const isComplete = isObject(trace[0]?.msg) && trace[0].msg["method"] === "initialize";
  const isVersionKnown = isComplete || protocolVersion !== undefined;
  const store = createAcpStore({
    idPrefix: "trace",
    now: () => 0,
    ...(protocolVersion && { protocolVersion }),
  });
  const reader = createMessageReader();
  const checks = CHECKS.map((createCheck) => createCheck());
  const findings: Finding[] = [];

  function report(code: FindingCode, message: string, location: FindingLocation): void {
    findings.push({ ...createFinding(store, location, code), message });
  }

  if (trace.length > 0 && !isComplete)
    report("no_initialize", "The trace starts in the middle of a connection.", {
      frame: 1,
      dir: "sent",
    });

  for (const [index, frame] of trace.entries()) {
    const here: FindingLocation = { frame: index + 1, dir: frame.dir };
    const before = store.getState();
    findings.push(...observeFrame(store, frame, here, isVersionKnown));
    const message = reader.next(frame, here.frame);
    if (message === undefined) continue;
    const context = {
      before,
      after: store.getState(),
      isComplete,
      report: (code: FindingCode, text: string, location: Partial<FindingLocation> = {}) =>
        report(code, text, { ...here, ...location }),
    };
    for (const check of checks) check.onMessage(message, context);
  }

  const end = { state: store.getState(), pendingRequests: reader.pendingRequests(), report };
  for (const check of checks) check.onEnd?.(end);
  return {
    frames: trace.length,
    protocolVersion: protocolVersion ?? (isComplete ? store.getState().protocolVersion : undefined),
    agent: formatAgent(store.getState()),
    findings: findings.toSorted((a, b) => a.frame - b.frame),
    counts: countBySeverity(findings),
  };
}

function createFinding(
  store: AcpStore,
  { frame, dir, relatedFrames = [] }: FindingLocation,
  code: FindingCode,
): Omit<Finding, "message"> {
  const { severity, text, link } = RULES[code];
  const responsible = dir === "recv" ? "agent" : "client";
  const page = link[store.getState().protocolVersion];
  return { code, severity, frame, relatedFrames, responsible, rule: text, link: page };
}

/**
 * Feeds a frame to the store and returns its diagnostics as findings. Violations become warnings if
 * the protocol version is unknown, since the store may have parsed the message as the wrong version.
 */
function observeFrame(
  store: AcpStore,
  frame: Frame,
  location: FindingLocation,
  isVersionKnown: boolean,
): Finding[] {
  return store.observe(frame).diagnostics.map((diagnostic) => {
    const finding = createFinding(store, location, diagnostic.code);
    const isCertain = isVersionKnown || finding.severity === "note";
    const path = diagnostic.path.join(".");
    return {
      ...finding,
      severity: isCertain ? finding.severity : "warning",
      message: path === "" ? diagnostic.message : `${path}: ${diagnostic.message}`,
      diagnostic,
    };
  });
}

function formatAgent({ agent: { info } }: AcpState): string | undefined {
  return info && `${info.name} ${info.version}`;
}

function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { violation: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
