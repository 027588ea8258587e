import { type AcpState, type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { isObject } from "../json.js";
import type { Check, Find, Spot } from "./check.js";
import { createMessageReader } from "./message.js";
import { createPermissionCheck } from "./permissions.js";
import { checkRequests, reportUnanswered } from "./requests.js";
import { type FindingCode, RULES } from "./rules.js";
import { createSessionCheck } from "./sessions.js";
import { createToolCallCheck } from "./toolCalls.js";
import { createTurnCheck } from "./turns.js";
import type { Finding, Severity, TraceReport } from "./types.js";

/** What {@link checkTrace} takes. */
export interface CheckOptions {
  /** Of a trace that does not show it, since it begins in the middle. */
  readonly protocolVersion?: 1 | 2;
}

/**
 * Says where a connection was not as the protocol has it: what the store found wrong with a message,
 * and what only the whole trace shows, such as a request that nobody answered. Each finding is certain;
 * what cannot be known, such as from a trace that begins in the middle, is not reported.
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
  const isWhole = isObject(trace[0]?.msg) && trace[0].msg["method"] === "initialize";
  const store = createAcpStore({ now: () => 0, ...(protocolVersion && { protocolVersion }) });
  const isSure = isWhole || protocolVersion !== undefined;
  const findings: Finding[] = [];
  const reader = createMessageReader();
  const sessions = createSessionCheck();
  const toolCalls = createToolCallCheck();
  const checks: readonly Check[] = [
    checkRequests,
    createPermissionCheck(),
    createTurnCheck(),
    toolCalls.check,
    ...(isWhole ? [sessions.check] : []),
  ];

  const findAt =
    (here: Spot): Find =>
    (code, message, spot = here) =>
      void findings.push({ ...findingAt(store, spot, code), message });

  if (trace.length > 0 && !isWhole)
    findAt({ frame: 1, dir: "sent" })(
      "no_initialize",
      "The trace begins in the middle of a connection.",
    );

  for (const [index, frame] of trace.entries()) {
    const spot: Spot = { frame: index + 1, dir: frame.dir };
    const before = store.getState();
    findings.push(...diagnosed(store, frame, spot, isSure));
    const message = reader.read(frame, spot.frame);
    if (message === undefined) continue;
    const context = { before, after: store.getState(), isWhole, find: findAt(spot) };
    for (const check of checks) check(message, context);
  }
  const atEnd = findAt({ frame: trace.length, dir: "recv" });
  reportUnanswered(reader.open(), atEnd);
  sessions.reportUnknown(atEnd);
  toolCalls.reportOpen(store.getState(), atEnd);
  return {
    frames: trace.length,
    protocolVersion: protocolVersion ?? (isWhole ? store.getState().protocolVersion : undefined),
    agent: agentName(store.getState()),
    findings: findings.toSorted((a, b) => a.frame - b.frame),
    counts: counted(findings),
  };
}

function findingAt(
  store: AcpStore,
  { frame, dir, others = [] }: Spot,
  code: FindingCode,
): Omit<Finding, "message"> {
  const { severity, says, link } = RULES[code];
  const party = dir === "recv" ? "agent" : "client";
  const page = link[store.getState().protocolVersion];
  return { code, severity, frame, others, party, rule: says, link: page };
}

/** What the store says to a message. Which version it is read as must be known to be sure. */
function diagnosed(store: AcpStore, frame: Frame, spot: Spot, isSure: boolean): Finding[] {
  return store.observe(frame).diagnostics.map((diagnostic) => {
    const finding = findingAt(store, spot, diagnostic.code);
    const severity = isSure || finding.severity === "note" ? finding.severity : "warning";
    const at = diagnostic.path.join(".");
    const message = at === "" ? diagnostic.message : `${at}: ${diagnostic.message}`;
    return { ...finding, severity, message, diagnostic };
  });
}

function agentName({ agent: { info } }: AcpState): string | undefined {
  return info && `${info.name} ${info.version}`;
}

function counted(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { violation: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
