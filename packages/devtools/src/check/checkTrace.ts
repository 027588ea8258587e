import { type AcpState, createAcpStore, type Diagnostic, type Frame } from "@acp-store/core";
import { isObject } from "../json.js";
import { createMessageReader, type Message } from "../jsonRpc.js";
import { createBackgroundCheck } from "./background.js";
import { createCapabilityCheck } from "./capabilities.js";
import type { Check, FindingDetails, FindingLocation, MessageContext } from "./check.js";
import { createConnectionReader } from "./connection.js";
import { createElicitationCheck } from "./elicitations.js";
import { checkBatch, checkEnvelope } from "./envelope.js";
import { createIdCheck } from "./ids.js";
import { createInitializationCheck } from "./initialization.js";
import { createOfferCheck } from "./offers.js";
import { createPermissionCheck } from "./permissions.js";
import { createPlanCheck } from "./plans.js";
import { createPromiseCheck } from "./promises.js";
import { createReplayCheck } from "./replay.js";
import { createRequestCheck } from "./requests.js";
import { type FindingCode, RULES } from "./rules.js";
import { createSchemaCheck } from "./schemaCheck.js";
import { createSessionCheck } from "./sessions.js";
import { createSessionStartCheck } from "./sessionStart.js";
import { createTerminalCheck } from "./terminals.js";
import { createToolCallCheck } from "./toolCalls.js";
import { createTurnCheck } from "./turns.js";
import { createTurnStateCheck } from "./turnStates.js";
import { createUserActionCheck } from "./userAction.js";
import type { Finding, Severity, TraceReport } from "./types.js";

/** The checks that run on every trace. Findings on the same frame keep this order. */
const CHECKS: readonly (() => Check)[] = [
  createInitializationCheck,
  createRequestCheck,
  createCapabilityCheck,
  createPromiseCheck,
  createIdCheck,
  createOfferCheck,
  createPermissionCheck,
  createElicitationCheck,
  createTurnCheck,
  createTurnStateCheck,
  createUserActionCheck,
  createBackgroundCheck,
  createSessionCheck,
  createSessionStartCheck,
  createReplayCheck,
  createToolCallCheck,
  createTerminalCheck,
  createPlanCheck,
];

/** The diagnostics of the store about the form of messages, which the strict schema judges better. */
const FORM_DIAGNOSTICS: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "invalid_message",
  "invalid_field",
  "invalid_item",
  "more_lost",
  "unknown_update",
  "reserved_field",
]);

/** The options of {@link checkTrace}. */
export interface CheckOptions {
  /** The protocol version of a trace that does not start with `initialize`. */
  readonly protocolVersion?: 1 | 2;
}

/**
 * Reports where a connection departs from the protocol. Each message is compared with the strict
 * schema of the protocol version, and the messages together with the rules of the protocol, such as
 * the use of capabilities or the order of updates. Reports only what is certain. If the trace starts in
 * the middle of a connection, rules that depend on earlier messages are skipped.
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
  const connectionReader = createConnectionReader(protocolVersion);
  const checks = CHECKS.map((createCheck) => createCheck());
  const schemaCheck = createSchemaCheck();
  const findings: Finding[] = [];
  const messages = new Map<number, Message>();
  /** The places of findings: a frame and a path. */
  const places = new Set<string>();
  /** The findings about the form of the current message. */
  let formFindings: readonly Finding[] = [];

  function createFinding(
    code: FindingCode,
    message: string,
    details: FindingDetails & FindingLocation,
  ): Finding {
    const { frame, dir, relatedFrames = [], path, expected, actual, diagnostic } = details;
    const { severity, text, link } = RULES[code];
    return {
      ...{ code, frame, relatedFrames, message },
      // Without the version, the store may have parsed the message as the wrong one.
      severity: diagnostic && !isVersionKnown && severity === "violation" ? "warning" : severity,
      responsible: dir === "recv" ? "agent" : "client",
      ...describeMessage(messages.get(frame)),
      ...(path !== undefined && { path }),
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      ...(diagnostic && { diagnostic }),
      rule: text,
      link: link[store.getState().protocolVersion],
    };
  }

  function report(
    code: FindingCode,
    message: string,
    details: FindingDetails & FindingLocation,
  ): void {
    const { frame, path } = details;
    // The first finding about a place in a message explains it best.
    if (path !== undefined) {
      if (formFindings.some((other) => other.frame === frame && isInside(path, other.path))) return;
      if (places.has(`${frame} ${path}`)) return;
      places.add(`${frame} ${path}`);
    }
    findings.push(createFinding(code, message, details));
  }

  if (trace.length > 0 && !isComplete)
    report("no_initialize", "The trace starts in the middle of a connection.", {
      frame: 1,
      dir: "sent",
    });

  /** Checks one message, which may be a part of a batch. */
  function checkMessage(frame: Frame, here: FindingLocation): void {
    const before = store.getState();
    const { diagnostics } = store.observe(frame);
    const message = reader.next(frame, here.frame);
    if (message !== undefined) messages.set(here.frame, message);
    const reportHere: MessageContext["report"] = (code, text, details) =>
      report(code, text, { ...here, ...details });

    const reportDiagnostic = ({ code, message: text, path, value, ...rest }: Diagnostic): void => {
      const place = path.filter((key, depth) => depth > 0 || key !== "msg").join(".");
      report(code, text, {
        ...here,
        ...(place !== "" && { path: place }),
        actual: value,
        diagnostic: { code, message: text, path, value, ...rest },
      });
    };

    // The store knows better than the schema what its diagnostics about the content are about.
    const isForm = ({ code }: Diagnostic): boolean => FORM_DIAGNOSTICS.has(code);
    for (const diagnostic of diagnostics) if (!isForm(diagnostic)) reportDiagnostic(diagnostic);
    const earlierFindings = findings.length;
    formFindings = [];
    checkEnvelope(frame.msg, reportHere);
    const context = message && {
      ...{ before, after: store.getState(), isComplete, report: reportHere },
      connection: connectionReader.next(message),
    };
    const hasSchema = message !== undefined && context !== undefined && isVersionKnown;
    if (hasSchema) schemaCheck.onMessage(message, context);
    formFindings = findings.slice(earlierFindings);
    if (formFindings.length === 0)
      for (const diagnostic of diagnostics)
        if (isForm(diagnostic) && (!hasSchema || diagnostic.code === "invalid_message"))
          reportDiagnostic(diagnostic);
    if (message !== undefined && context !== undefined)
      for (const check of checks) check.onMessage(message, context);
  }

  for (const [index, frame] of trace.entries()) {
    const here: FindingLocation = { frame: index + 1, dir: frame.dir };
    const batch: unknown = frame.msg;
    if (!Array.isArray(batch)) checkMessage(frame, here);
    else {
      checkBatch(batch, store.getState().protocolVersion, (code, text, details) =>
        report(code, text, { ...here, ...details }),
      );
      for (const msg of batch) checkMessage({ ...frame, msg: msg as unknown }, here);
    }
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

/** Returns the method and the kind of update that a finding is about. */
function describeMessage(message: Message | undefined): Pick<Finding, "method" | "update"> {
  if (message === undefined) return {};
  const { method, params } = message.kind === "response" ? (message.request ?? {}) : message;
  const update = params?.["update"];
  const kind = isObject(update) ? update["sessionUpdate"] : undefined;
  return {
    ...(method !== undefined && { method }),
    ...(typeof kind === "string" && { update: kind }),
  };
}

/** Returns whether one of two places in a message is the other, or a part of it. */
function isInside(path: string, other: string | undefined): boolean {
  return (
    other !== undefined && (`${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`))
  );
}

function formatAgent({ agent: { info } }: AcpState): string | undefined {
  return info && `${info.name} ${info.version}`;
}

function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { violation: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
