import type { Frame } from "@acp-store/core";
import fc from "fast-check";
import type { AgentEvent, ToolCallFields } from "../events.js";
import { PERMISSION_CHOICES } from "../sessionClient.js";
import { createUpdateTranslatorV1, toToolCallV1 } from "../v1/updates.js";
import { toToolCallV2, toUpdatesV2 } from "../v2/updates.js";

/** A step of the agent in a generated turn. */
type Step =
  | { readonly type: "message" | "thought"; readonly text: string }
  | { readonly type: "plan"; readonly steps: readonly string[]; readonly done: number }
  | { readonly type: "usage"; readonly used: number }
  | {
      readonly type: "call";
      readonly title: string;
      readonly kind: NonNullable<ToolCallFields["kind"]>;
      /** The index of the answer to a permission request. Absent if the agent asks for none. */
      readonly answer: number | undefined;
      readonly output: readonly string[];
      readonly isSuccess: boolean;
    };

interface GeneratedTurn {
  readonly prompt: string;
  readonly steps: readonly Step[];
  /** Whether the user stops the turn after its steps. */
  readonly isCancelled: boolean;
}

const SESSION_ID = "s1";
const START_TIME = Date.UTC(2026, 0, 1);
const STEP_MS = 10;

const text = fc.string({ minLength: 1, unit: "grapheme" });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom("message", "thought"), text }),
  fc.record({
    type: fc.constant("plan"),
    steps: fc.array(text, { minLength: 1, maxLength: 4 }),
    done: fc.nat(4),
  }),
  fc.record({ type: fc.constant("usage"), used: fc.nat(100_000) }),
  fc.record({
    type: fc.constant("call"),
    title: text,
    kind: fc.constantFrom("read", "edit", "execute", "search"),
    answer: fc.option(fc.nat(PERMISSION_CHOICES.length - 1), { nil: undefined }),
    output: fc.array(text, { maxLength: 3 }),
    isSuccess: fc.boolean(),
  }),
);
const turn: fc.Arbitrary<GeneratedTurn> = fc.record({
  prompt: text,
  steps: fc.array(step, { maxLength: 8 }),
  isCancelled: fc.boolean(),
});

/**
 * Generates a valid connection of one protocol version, as a trace: the handshake, a session, and
 * turns with messages, plans, tool calls, permission requests and cancels. It shrinks to few, short
 * turns. A store that observes the frames reports no diagnostics. Needs the package `fast-check`.
 *
 * @example
 * ```ts
 * import { createAcpStore } from "@acp-store/core";
 * import { acpTraffic } from "@acp-store/testing/fast-check";
 * import fc from "fast-check";
 *
 * fc.assert(
 *   fc.property(acpTraffic(1), (frames) => {
 *     const store = createAcpStore();
 *     for (const frame of frames) store.observe(frame);
 *     return store.getState().sessions.get("s1")?.activity === "idle";
 *   }),
 * );
 * ```
 */
export const acpTraffic = (protocolVersion: 1 | 2): fc.Arbitrary<Frame[]> =>
  fc.array(turn, { maxLength: 4 }).map((turns) => createTrace(protocolVersion, turns));

function createTrace(version: 1 | 2, turns: readonly GeneratedTurn[]): Frame[] {
  const trace = createTraceWriter(version);
  const implementation = { name: "generated", version: "1" };
  trace.request("initialize", {
    params:
      version === 1
        ? { protocolVersion: 1, clientCapabilities: {}, clientInfo: implementation }
        : { protocolVersion: 2, capabilities: {}, info: implementation },
    result:
      version === 1
        ? { protocolVersion: 1, agentCapabilities: {}, agentInfo: implementation, authMethods: [] }
        : {
            protocolVersion: 2,
            capabilities: { session: {} },
            info: implementation,
            authMethods: [],
          },
  });
  trace.request("session/new", {
    params: { cwd: "/project", mcpServers: [] },
    result: { sessionId: SESSION_ID },
  });
  for (const generated of turns) writeTurn(trace, version, generated);
  return trace.frames;
}

type TraceWriter = ReturnType<typeof createTraceWriter>;

/** Creates a writer of frames, with a clock and ids that count up. */
function createTraceWriter(version: 1 | 2) {
  const frames: Frame[] = [];
  const translateV1 = createUpdateTranslatorV1();
  let lastId = 0;
  const add = (dir: Frame["dir"], msg: object): void =>
    void frames.push({
      dir,
      msg: { jsonrpc: "2.0", ...msg },
      t: START_TIME + frames.length * STEP_MS,
    });
  const update = (value: object): void =>
    add("recv", { method: "session/update", params: { sessionId: SESSION_ID, update: value } });

  return {
    frames,
    add,
    update,
    nextId: () => (lastId += 1),
    emit: (event: AgentEvent) =>
      (version === 1 ? translateV1(event) : toUpdatesV2(event)).forEach(update),
    request(method: string, { params, result }: { params: object; result: object }): void {
      const id = (lastId += 1);
      add("sent", { id, method, params });
      add("recv", { id, result });
    },
  };
}

function writeTurn(trace: TraceWriter, version: 1 | 2, generated: GeneratedTurn): void {
  const id = trace.nextId();
  const content = [{ type: "text", text: generated.prompt }];
  trace.add("sent", {
    id,
    method: "session/prompt",
    params: { sessionId: SESSION_ID, prompt: content },
  });
  if (version === 2) {
    const messageId = `message-${id}`;
    trace.emit({ type: "prompt", messageId, content });
    trace.add("recv", { id, result: { messageId } });
    trace.update({ sessionUpdate: "state_update", state: "running" });
  }
  for (const next of generated.steps) writeStep(trace, version, next);
  if (generated.isCancelled)
    trace.add("sent", { method: "session/cancel", params: { sessionId: SESSION_ID } });
  const stopReason = generated.isCancelled ? "cancelled" : "end_turn";
  if (version === 1) trace.add("recv", { id, result: { stopReason } });
  else trace.update({ sessionUpdate: "state_update", state: "idle", stopReason });
}

function writeStep(trace: TraceWriter, version: 1 | 2, next: Step): void {
  switch (next.type) {
    case "message":
    case "thought":
      return trace.emit({ ...next, messageId: `message-${trace.nextId()}` });
    case "plan":
      return trace.emit({
        type: "plan",
        entries: next.steps.map((name, index) => ({
          content: name,
          priority: "medium",
          status: index < next.done ? "completed" : "pending",
        })),
      });
    case "usage":
      return trace.emit({ ...next, size: 200_000 });
    case "call":
      return writeCall(trace, version, next);
  }
}

function writeCall(
  trace: TraceWriter,
  version: 1 | 2,
  { title, kind, answer, output, isSuccess }: Extract<Step, { type: "call" }>,
): void {
  const toolCallId = `call-${trace.nextId()}`;
  const fields: ToolCallFields = { title, kind, status: "pending", rawInput: { title } };
  trace.emit({ type: "call", toolCallId, isNew: true, ...fields });
  const isRejected =
    answer !== undefined && !writePermission(trace, version, toolCallId, fields, answer);
  if (isRejected) return trace.emit({ type: "call", toolCallId, status: "failed" });
  trace.emit({ type: "call", toolCallId, status: "in_progress" });
  for (const chunk of output)
    trace.emit({ type: "call", toolCallId, content: [{ type: "text", text: chunk }] });
  trace.emit({ type: "call", toolCallId, status: isSuccess ? "completed" : "failed" });
}

/** Writes a permission request and its answer. Returns whether the answer allows the call. */
function writePermission(
  trace: TraceWriter,
  version: 1 | 2,
  toolCallId: string,
  fields: ToolCallFields,
  answer: number,
): boolean {
  const id = trace.nextId();
  const subject =
    version === 1
      ? { toolCall: toToolCallV1(toolCallId, fields) }
      : {
          title: `Allow "${fields.title}"?`,
          subject: { type: "tool_call", toolCall: toToolCallV2(toolCallId, fields) },
        };
  if (version === 2) trace.update({ sessionUpdate: "state_update", state: "requires_action" });
  const params = { sessionId: SESSION_ID, ...subject, options: PERMISSION_CHOICES };
  trace.add("recv", { id, method: "session/request_permission", params });
  const choice = PERMISSION_CHOICES[answer];
  trace.add("sent", {
    id,
    result: { outcome: { outcome: "selected", optionId: choice?.optionId } },
  });
  if (version === 2) trace.update({ sessionUpdate: "state_update", state: "running" });
  return choice?.kind.startsWith("allow") ?? false;
}
