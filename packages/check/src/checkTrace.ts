import {
  type AcpState,
  createAcpStore,
  type Diagnostic,
  type Frame,
  limitLevels,
} from "@acp-store/core";
import { isObject } from "./json.js";
import {
  createMessageReader,
  getSessionId,
  isMessageFrame,
  type Message,
  type MessageFrame,
} from "./jsonRpc.js";
import { createBackgroundCheck } from "./background.js";
import { createCapabilityCheck } from "./capabilities.js";
import type { Check, FindingLocation, MessageContext } from "./check.js";
import { createConnectionReader } from "./connection.js";
import { createElicitationCheck } from "./elicitations.js";
import { checkBatch, checkEnvelope } from "./envelope.js";
import { countBySeverity, createFindingList } from "./findingList.js";
import { createIdCheck } from "./ids.js";
import { createInitializationCheck } from "./initialization.js";
import { createOfferCheck } from "./offers.js";
import { createPermissionCheck } from "./permissions.js";
import { createPlanCheck } from "./plans.js";
import { createPromiseCheck } from "./promises.js";
import { createReplayCheck } from "./replay.js";
import { createRequestCheck } from "./requests.js";
import type { FindingCode } from "./rules.js";
import { createSchemaCheck } from "./schemaCheck.js";
import { createSessionCheck } from "./sessions.js";
import { createSessionStartCheck } from "./sessionStart.js";
import { createTerminalCheck } from "./terminals.js";
import { createToolCallCheck } from "./toolCalls.js";
import { createTurnCheck } from "./turns.js";
import { createTurnStateCheck } from "./turnStates.js";
import { createUserActionCheck } from "./userAction.js";
import type { TraceReport } from "./types.js";

/** More than the levels of a message that a store reads, so that the store still reports the others. */
const MAX_LEVELS = 300;

/** The checks that run on every trace. Findings on the same frame keep this order. */
const CHECKS: readonly (() => Check<FindingCode>)[] = [
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

/** The diagnostics of the store that the check finds itself, in more detail. */
const OWN_FINDINGS: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "invalid_envelope",
  "answer_without_request",
  "duplicate_id",
]);

/** The options of {@link checkTrace}. */
export interface CheckOptions {
  /** The protocol version of a trace that does not start with `initialize`. */
  readonly protocolVersion?: 1 | 2;
}

/** A check of a connection that is still going on. */
export interface TraceCheck {
  /** Checks the next frame. Never throws for what a frame contains. */
  add(frame: Frame): void;
  /**
   * Returns the findings so far. Unfinished work, such as a prompt without a response, is only reported
   * with `isEnd`, as if the connection ended here.
   */
  report(options: { readonly isEnd: boolean }): TraceReport;
}

/**
 * Reports where a connection departs from the protocol. Each message is compared with the strict
 * schema of the protocol version, and the messages together with the rules of the protocol, such as
 * the use of capabilities or the order of updates. Reports only what is certain. If the trace starts in
 * the middle of a connection, rules that depend on earlier messages are skipped. Lines of stderr are
 * not checked, but they count as frames.
 *
 * @example
 * ```ts
 * const report = checkTrace(parseTrace(text).frames);
 * if (report.counts.violation > 0) console.log(formatReport(report));
 * ```
 */
export function checkTrace(trace: readonly Frame[], options: CheckOptions = {}): TraceReport {
  const check = createTraceCheck(options);
  for (const frame of trace) check.add(frame);
  return check.report({ isEnd: true });
}

/**
 * Creates a check that takes the frames of a connection one by one, as they are sent. Its findings are
 * those of {@link checkTrace}.
 *
 * @example
 * ```ts
 * const check = createTraceCheck();
 * store.inspect((record) => {
 *   if (record.type === "frame") check.add(record.frame);
 * });
 * check.report({ isEnd: false }).findings;
 * ```
 */
export function createTraceCheck({ protocolVersion }: CheckOptions = {}): TraceCheck {
  let frames = 0;
  let hasBegun = false;
  /** Whether the trace begins with the connection. */
  let isComplete = false;
  let isVersionKnown = protocolVersion !== undefined;
  const store = createAcpStore({
    idPrefix: "trace",
    now: () => 0,
    ...(protocolVersion && { protocolVersion }),
  });
  const reader = createMessageReader();
  const connectionReader = createConnectionReader(protocolVersion);
  const checks = CHECKS.map((createCheck) => createCheck());
  const schemaCheck = createSchemaCheck();
  const findings = createFindingList(
    () => isVersionKnown,
    () => store.getState().protocolVersion,
  );

  function begin({ msg }: MessageFrame, frame: number): void {
    hasBegun = true;
    isComplete = isObject(msg) && msg["method"] === "initialize";
    isVersionKnown ||= isComplete;
    if (!isComplete)
      findings.report("no_initialize", "The trace starts in the middle of a connection.", {
        frame,
        dir: "sent",
      });
  }

  /** Checks one message, which may be a part of a batch. */
  function checkMessage(frame: MessageFrame, here: FindingLocation): void {
    const before = store.getState();
    const diagnostics = store
      .observe(frame)
      .diagnostics.filter(({ code }) => !OWN_FINDINGS.has(code));
    const message = reader.next(frame, here.frame);
    findings.beginMessage(message, here.frame);
    const report: MessageContext<FindingCode>["report"] = (code, text, details) =>
      findings.report(code, text, { ...here, ...details });
    const context = message && {
      ...{ before, after: store.getState(), isComplete, report },
      connection: connectionReader.next(message),
    };
    const hasSchema = context !== undefined && isVersionKnown;

    // The store knows better than the schema what its diagnostics about the content are about.
    for (const diagnostic of diagnostics) {
      const isUnclear =
        !isComplete && message !== undefined && updatesCancelledCall(message, before);
      if (!FORM_DIAGNOSTICS.has(diagnostic.code) && !isUnclear)
        reportDiagnostic(diagnostic, report);
    }
    checkEnvelope(frame.msg, report);
    if (message !== undefined && hasSchema) schemaCheck.onMessage(message, context);
    const hasProblem = findings.endForm();
    for (const diagnostic of diagnostics) {
      const isNeeded = !hasProblem && (!hasSchema || diagnostic.code === "invalid_message");
      if (FORM_DIAGNOSTICS.has(diagnostic.code) && isNeeded) reportDiagnostic(diagnostic, report);
    }
    if (message !== undefined && context !== undefined)
      for (const check of checks) check.onMessage(message, context);
  }

  function add(given: Frame): void {
    frames += 1;
    if (!isMessageFrame(given)) return;
    if (!hasBegun) begin(given, frames);
    const frame = limitLevels(given, MAX_LEVELS);
    const here: FindingLocation = { frame: frames, dir: frame.dir };
    const batch: unknown = frame.msg;
    if (!Array.isArray(batch)) return checkMessage(frame, here);
    checkBatch(batch, store.getState().protocolVersion, (code, text, details) =>
      findings.report(code, text, { ...here, ...details }),
    );
    for (const msg of batch) checkMessage({ ...frame, msg: msg as unknown }, here);
  }

  function report({ isEnd }: { readonly isEnd: boolean }): TraceReport {
    const state = store.getState();
    const pendingRequests = reader.pendingRequests();
    const found = isEnd ? findings.copy() : findings;
    if (isEnd)
      for (const check of checks) check.onEnd?.({ state, pendingRequests, report: found.report });
    const list = found.list();
    return {
      frames,
      protocolVersion: protocolVersion ?? (isComplete ? state.protocolVersion : undefined),
      agent: formatAgent(state),
      findings: list,
      counts: countBySeverity(list),
    };
  }

  return { add, report };
}

/** Reports a diagnostic of the store. Its path begins with the field of the frame, `msg`. */
function reportDiagnostic(
  diagnostic: Diagnostic,
  report: MessageContext<FindingCode>["report"],
): void {
  const { code, message, path, value } = diagnostic;
  const place = path.filter((key, depth) => depth > 0 || key !== "msg").join(".");
  report(code, message, { ...(place !== "" && { path: place }), actual: value, diagnostic });
}

/**
 * Returns whether a message updates a tool call that a cancel has marked. Without the turn, which may
 * precede the trace, the store cannot know that the update is expected.
 */
function updatesCancelledCall(message: Message, { sessions }: AcpState): boolean {
  if (message.kind !== "notification" || !isObject(message.params["update"])) return false;
  const session = sessions.get(getSessionId(message.params) ?? "");
  const { toolCallId } = message.params["update"];
  return session?.toolCalls.get(String(toolCallId))?.status === "cancelled";
}

function formatAgent({ agent: { info } }: AcpState): string | undefined {
  return info && `${info.name} ${info.version}`;
}
