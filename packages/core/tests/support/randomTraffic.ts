import {
  deserialize,
  type ElicitationResponse,
  selectPendingElicitations,
  selectPendingPermissions,
  serializeSession,
} from "@acp-store/core";
import fc from "fast-check";
import { recv, sent } from "./frames.js";
import { text, type TrackedStore } from "./trackedStore.js";

/** An action of the agent, the client or the user. */
export type Action = (store: TrackedStore) => void;

type Fields = Record<string, fc.Arbitrary<unknown>>;
type ByVersion<Value> = Readonly<Record<1 | 2, Value>>;

const UNUSUAL_IDS = ["__proto__", "constructor", "10", ""];
const id = fc.constantFrom("a", "b", ...UNUSUAL_IDS);
const requestId = fc.constantFrom<string | number | null>(0, 1, "0", null, ...UNUSUAL_IDS);
// Mostly the same session, so that the actions affect each other.
const sessionId = fc.oneof(
  { arbitrary: fc.constant("s1"), weight: 6 },
  { arbitrary: fc.constantFrom("child", ...UNUSUAL_IDS), weight: 1 },
);
const status = fc.constantFrom(
  "pending",
  "in_progress",
  "completed",
  "failed",
  "cancelled",
  "_odd",
);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => maybe(fc.option(arbitrary));
const block = fc.oneof(
  fc.constantFrom("", "a", "b", " ", "a b").map(text),
  fc.string().map(text),
  fc.constant({ type: "image", data: "aGk=", mimeType: "image/png" }),
  fc.constant({ type: "resource_link", uri: "file:///b", name: "b" }),
  fc.constant({ type: "_poll", question: "?" }),
);
const blocks = fc.array(block, { maxLength: 3 });
const item = block.map((content) => ({ type: "content", content }));
const meta = nullable(fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.jsonValue()));
const extra = { mine: maybe(fc.jsonValue()), constructor: maybe(fc.jsonValue()) };
const base64 = fc
  .uint8Array({ maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const state = fc.constantFrom("running", "requires_action", "idle", "_odd");
const option = { optionId: "yes", name: "Yes", kind: "allow_once" };
const commands = fc.array(fc.record({ name: id, description: fc.string() }), { maxLength: 2 });
const setting = fc.record({
  id,
  configId: id,
  name: fc.string(),
  type: fc.constant("boolean"),
  currentValue: fc.boolean(),
});
const listedSession = object({
  sessionId,
  cwd: id,
  title: nullable(fc.string()),
  updatedAt: nullable(
    fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "not a time"),
  ),
  archived: nullable(fc.boolean()),
  _meta: meta,
});
const authState = fc.constantFrom("authenticated", "unauthenticated", "not_required", "_odd");
const accounts = fc.array(object({ label: id, email: nullable(id) }), { maxLength: 2 });
const models = {
  currentModelId: id,
  availableModels: fc.array(fc.record({ modelId: id, name: id })),
};
const modes = { currentModeId: id, availableModes: fc.array(fc.record({ id, name: id })) };

/** Adds a description to an action, which counterexamples show. */
function describeAction(act: Action, ...details: readonly unknown[]): Action {
  return Object.assign(act, {
    [fc.toStringMethod]: () => details.map((detail) => JSON.stringify(detail)).join(" "),
  });
}

/** Returns whether an action replays a session with `store.replay`. */
export function isReplay(act: Action): boolean {
  return fc.stringify(act).startsWith('"replay"');
}

/** Generates an object. A field whose value is `undefined` is absent. */
function object(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record(fields)
    .map((record) => JSON.parse(JSON.stringify(record)) as Record<string, unknown>);
}

function update(kind: string, fields: Fields): fc.Arbitrary<Action> {
  return fc.tuple(sessionId, object(fields)).map(([to, rest]) => {
    const notification = { sessionId: to, update: { sessionUpdate: kind, ...rest } };
    return describeAction((store) => void store.ingest(notification), notification);
  });
}

const entries = fc.array(
  fc.record({ content: fc.string(), priority: fc.constant("low"), status }),
  { maxLength: 3 },
);
const plan = fc.oneof(
  object({ type: fc.constant("items"), planId: id, entries, _meta: meta, ...extra }),
  object({ type: fc.constant("markdown"), planId: id, content: fc.string() }),
  object({ type: fc.constant("_odd"), planId: id }),
);
const work = fc.oneof(
  fc.record({ type: fc.constant("tool_call"), toolCallId: id }),
  fc.record({ type: fc.constant("terminal"), terminalId: id }),
);
const exitStatus = nullable(object({ exitCode: nullable(fc.nat(9)), signal: nullable(id) }));

const commonUpdates: fc.Arbitrary<Action>[] = [
  update("notice", { severity: fc.constant("info"), title: fc.string({ minLength: 1 }), ...extra }),
  update("compaction_update", {
    compactionId: id,
    status,
    summary: nullable(blocks),
    error: nullable(fc.string()),
    _meta: meta,
    ...extra,
  }),
  update("compaction_summary_chunk", { compactionId: id, content: block }),
  update("subagent_update", {
    sessionId: fc.constantFrom("child", "s1", "__proto__"),
    title: nullable(fc.string()),
    cwd: nullable(id),
    state: nullable(object({ state, stopReason: maybe(id) })),
    _meta: meta,
  }),
  update("session_message", { messageId: id, content: nullable(blocks), _meta: meta }),
  update("session_message_chunk", { messageId: id, content: block }),
  update("plan_update", { plan }),
  update("plan_removed", { planId: fc.constantFrom("main", "a", "__proto__") }),
  update("available_commands_update", { availableCommands: commands }),
  update("config_option_update", { configOptions: fc.array(setting, { maxLength: 2 }) }),
  update("current_mode_update", { currentModeId: id }),
  update("session_info_update", {
    title: nullable(fc.string()),
    updatedAt: nullable(fc.string()),
    _meta: meta,
    ...extra,
  }),
  update("usage_update", {
    used: fc.nat(),
    size: fc.nat(),
    cost: nullable(fc.constant({ amount: 1, currency: "USD" })),
    ...extra,
  }),
  update("_unknown", { value: fc.jsonValue() }),
];

const toolCall = {
  toolCallId: id,
  status: nullable(status),
  content: nullable(fc.array(item, { maxLength: 3 })),
  rawInput: nullable(fc.jsonValue()),
  _meta: meta,
  ...extra,
};
const terminalMeta = object({
  terminal_info: maybe(fc.record({ terminal_id: id })),
  terminal_output: maybe(fc.record({ terminal_id: id, data: fc.string() })),
  terminal_exit: maybe(fc.record({ terminal_id: id, exit_code: fc.nat(9) })),
});

/** Updates of a session that do not start or end a turn. */
export const updates: ByVersion<fc.Arbitrary<Action>> = {
  1: fc.oneof(
    update("tool_call", { ...toolCall, title: fc.string() }),
    update("tool_call_update", { ...toolCall, title: nullable(fc.string()) }),
    update("tool_call_update", { toolCallId: id, _meta: terminalMeta }),
    update("agent_message_chunk", { messageId: nullable(id), content: block, _meta: meta }),
    update("user_message_chunk", { messageId: nullable(id), content: block }),
    update("plan", { entries, ...extra }),
    ...commonUpdates,
  ),
  2: fc.oneof(
    update("tool_call_update", {
      ...toolCall,
      title: nullable(fc.string()),
      capabilities: nullable(fc.constant({ cancel: {} })),
    }),
    update("tool_call_content_chunk", { toolCallId: id, content: item }),
    update("agent_message_chunk", { messageId: id, content: block, _meta: meta }),
    update("user_message_chunk", { messageId: id, content: block }),
    update("user_message", { messageId: id, content: nullable(blocks), _meta: meta, ...extra }),
    update("agent_thought", { messageId: id, content: nullable(blocks), ...extra }),
    update("state_update", {
      state,
      stopReason: maybe(fc.constantFrom("end_turn", "error")),
      background: nullable(fc.array(work, { maxLength: 2 })),
    }),
    update("terminal_update", {
      terminalId: id,
      command: nullable(fc.string()),
      output: nullable(base64.map((data) => ({ data }))),
      exitStatus,
      ...extra,
    }),
    update("terminal_output_chunk", { terminalId: id, data: base64 }),
    ...commonUpdates,
  ),
};

const requestedCall = object({ ...toolCall, title: nullable(fc.string()) });
const permission = object({
  sessionId,
  title: fc.constant("P"),
  options: fc.constant([option]),
  toolCall: requestedCall,
  subject: maybe(
    fc.oneof(
      fc.record({ type: fc.constant("tool_call"), toolCall: requestedCall }),
      fc.record({ type: fc.constant("command"), command: id, cwd: id }),
      fc.record({ type: fc.constant("_odd") }),
    ),
  ),
  ...extra,
});
const elicitation = object({
  sessionId: maybe(sessionId),
  mode: fc.constantFrom("form", "url", "_odd"),
  message: fc.string(),
  requestedSchema: fc.constant({}),
  url: id,
  elicitationId: id,
  ...extra,
});
const prompt = fc.array(block, { maxLength: 3 });
const answer = fc.constantFrom<ElicitationResponse>(
  { action: "accept", content: { a: 1 } },
  { action: "decline" },
  { action: "cancel" },
);

/** Calls of the store's methods by the application or the user. */
const methodCall: fc.Arbitrary<Action> = fc.oneof(
  fc
    .tuple(permission, maybe(requestId))
    .map(([request, knownId]) =>
      describeAction(
        (store) =>
          void store.requestPermission(
            request as never,
            knownId === undefined ? {} : { requestId: knownId },
          ),
        "requestPermission",
        request,
        knownId,
      ),
    ),
  elicitation.map((request) =>
    describeAction(
      (store) => void store.requestElicitation(request as never),
      "requestElicitation",
      request,
    ),
  ),
  fc.constant(
    describeAction((store) => {
      const [first] = selectPendingPermissions(store.getState());
      const [offered] = first?.options ?? [];
      if (first && offered) store.respondToPermission(first.permissionId, offered.optionId);
    }, "respondToPermission"),
  ),
  answer.map((response) =>
    describeAction((store) => {
      const [first] = selectPendingElicitations(store.getState());
      if (first) store.respondToElicitation(first.elicitationId, response);
    }, "respondToElicitation"),
  ),
  fc
    .tuple(sessionId, prompt)
    .map(([targetId, content]) =>
      describeAction(
        (store) => void store.startTurn(targetId, content as never),
        "startTurn",
        targetId,
        content,
      ),
    ),
  sessionId.map((targetId) =>
    describeAction(
      (store) => store.endTurn(targetId, { stopReason: "end_turn" }),
      "endTurn",
      targetId,
    ),
  ),
  sessionId.map((targetId) =>
    describeAction(
      (store) => store.endTurn(targetId, { error: new Error("no") }),
      "failTurn",
      targetId,
    ),
  ),
  sessionId.map((targetId) =>
    describeAction((store) => store.cancelTurn(targetId), "cancelTurn", targetId),
  ),
  sessionId.map((targetId) =>
    describeAction((store) => store.closeSession(targetId), "closeSession", targetId),
  ),
  sessionId.map((targetId) =>
    describeAction(
      (store) => store.openSession({ sessionId: targetId, cwd: "/w" }),
      "openSession",
      targetId,
    ),
  ),
  sessionId.map((targetId) =>
    describeAction(
      (store) => void store.replay(targetId, () => Promise.resolve()),
      "replay",
      targetId,
    ),
  ),
  fc.constant(describeAction((store) => store.disconnect("gone"), "disconnect")),
  fc.constant(
    describeAction(
      (store) => store.disconnect("gone", { retry: { attempt: 1, retryIn: 5 } }),
      "lost",
    ),
  ),
  maybe(fc.nat(3)).map((attempt) =>
    describeAction(
      (store) => store.connect(attempt === undefined ? {} : { attempt }),
      "connecting",
    ),
  ),
  fc
    .tuple(sessionId, blocks)
    .map(([targetId, content]) =>
      describeAction(
        (store) => void store.queuePrompt(targetId, content as never),
        "queuePrompt",
        targetId,
        content,
      ),
    ),
  fc.tuple(sessionId, fc.nat(3)).map(([targetId, index]) =>
    describeAction(
      (store) => {
        const queue = store.getState().sessions.get(targetId)?.queue;
        store.unqueuePrompt(targetId, queue?.[index]?.id ?? "nobody");
      },
      "unqueuePrompt",
      targetId,
      index,
    ),
  ),
  sessionId.map((targetId) =>
    describeAction((store) => store.releaseQueue(targetId), "releaseQueue", targetId),
  ),
  fc
    .tuple(sessionId, fc.nat(3), fc.nat(3), blocks, fc.constantFrom("edit", "move", "hold", "free"))
    .map(([targetId, index, target, content, action]) =>
      describeAction(
        (store) => {
          const id = store.getState().sessions.get(targetId)?.queue[index]?.id ?? "nobody";
          if (action === "edit") store.editQueuedPrompt(targetId, id, content as never);
          else if (action === "move") store.moveQueuedPrompt(targetId, id, target);
          else if (action === "hold") store.holdQueuedPrompt(targetId, id);
          else store.releaseQueuedPrompt(targetId, id);
        },
        `${action} queued prompt`,
        targetId,
        index,
      ),
    ),
  sessionId.map((targetId) =>
    describeAction((store) => store.endCancelledTurns(targetId), "endCancelledTurns", targetId),
  ),
  sessionId.map((targetId) =>
    describeAction((store) => store.markSessionRead(targetId), "markSessionRead", targetId),
  ),
  sessionId.map((targetId) =>
    describeAction((store) => store.detachSession(targetId, "no"), "detachSession", targetId),
  ),
);

const agentRequest = (method: string, fields: Fields) =>
  fc
    .tuple(requestId, object({ sessionId, ...fields }))
    .map(([targetId, params]) => recv({ id: targetId, method, params }));
const clientRequest = (method: string, fields: Fields = {}) =>
  fc
    .tuple(requestId, object({ sessionId, ...fields }))
    .map(([targetId, params]) => sent({ id: targetId, method, params }));

/** A result with the fields of every response. */
const result = object({
  sessionId,
  stopReason: fc.constantFrom("end_turn", "cancelled"),
  messageId: id,
  configOptions: maybe(fc.array(setting, { maxLength: 1 })),
  modes: maybe(object(modes)),
  models: maybe(object(models)),
  sessions: fc.array(listedSession, { maxLength: 3 }),
  nextCursor: maybe(id),
  title: id,
  state: authState,
  accounts: maybe(accounts),
  availableCommands: maybe(commands),
  terminalId: id,
  output: fc.string(),
  truncated: fc.boolean(),
  exitStatus,
  exitCode: maybe(fc.nat(9)),
  outcome: fc.constantFrom(
    { outcome: "selected", optionId: "yes" },
    { outcome: "selected", optionId: "no" },
    { outcome: "cancelled" },
    // Those of a message into the running turn.
    ...["injected", "startedNewTurn", "promptRequired", "failed"],
  ),
  action: fc.constantFrom("accept", "decline", "cancel"),
  content: maybe(fc.constant({ a: 1 })),
});
const outcome = fc.oneof(
  { arbitrary: result.map((value) => ({ result: value })), weight: 4 },
  {
    arbitrary: fc.constantFrom(1, -32000).map((code) => ({ error: { code, message: "no" } })),
    weight: 1,
  },
);

/** Requests, responses and notifications other than updates. */
const frames = fc
  .oneof(
    {
      arbitrary: fc
        .tuple(requestId, outcome)
        .map(([targetId, body]) => recv({ id: targetId, ...body })),
      weight: 6,
    },
    {
      arbitrary: fc
        .tuple(requestId, outcome)
        .map(([targetId, body]) => sent({ id: targetId, ...body })),
      weight: 6,
    },
    clientRequest("session/new", { cwd: id }),
    clientRequest("session/load", { cwd: id }),
    clientRequest("session/resume", { replayFrom: maybe(fc.constant({ type: "start" })) }),
    clientRequest("session/fork", { cwd: id }),
    clientRequest("session/close"),
    clientRequest("session/set_mode", { modeId: id }),
    clientRequest("session/set_model", { modelId: id }),
    clientRequest("session/set_config_option", {
      configId: id,
      value: maybe(fc.oneof(fc.boolean(), id)),
    }),
    clientRequest("session/list", {
      cwd: maybe(id),
      cursor: maybe(id),
      archived: maybe(fc.constantFrom("exclude", "include", "only", "_odd")),
    }),
    clientRequest("session/set_title", { title: id }),
    clientRequest("session/archive"),
    clientRequest("session/unarchive"),
    clientRequest("session/delete"),
    clientRequest("authenticate", { methodId: id }),
    clientRequest("auth/login", { methodId: id }),
    clientRequest("logout"),
    clientRequest("auth/status"),
    object({ state: authState, accounts: maybe(accounts) }).map((params) =>
      recv({ method: "auth/status_update", params }),
    ),
    { arbitrary: clientRequest("session/prompt", { prompt }), weight: 3 },
    { arbitrary: clientRequest("_session/steering", { prompt }), weight: 2 },
    sessionId.map((targetId) =>
      sent({ method: "session/cancel", params: { sessionId: targetId } }),
    ),
    fc
      .tuple(requestId, permission)
      .map(([targetId, params]) =>
        recv({ id: targetId, method: "session/request_permission", params }),
      ),
    fc
      .tuple(requestId, elicitation)
      .map(([targetId, params]) => recv({ id: targetId, method: "elicitation/create", params })),
    id.map((elicitationId) => recv({ method: "elicitation/complete", params: { elicitationId } })),
    requestId.map((targetId) =>
      recv({ method: "$/cancel_request", params: { requestId: targetId } }),
    ),
    agentRequest("terminal/create", {
      command: id,
      args: fc.array(id, { maxLength: 2 }),
      cwd: maybe(id),
    }),
    ...["output", "wait_for_exit", "kill", "release"].map((method) =>
      agentRequest(`terminal/${method}`, { terminalId: id }),
    ),
  )
  .map((frame) => describeAction((store) => void store.observe(frame), frame));

/** Replaces a session by its saved copy. While it is loaded, its updates are in no state. */
const restoreSession: fc.Arbitrary<Action> = sessionId.map((targetId) =>
  describeAction(
    (store) => {
      const state = store.getState();
      if (state.sessions.get(targetId) === undefined) return;
      const saved = deserialize(serializeSession(state, targetId));
      store.closeSession(targetId);
      store.restoreSession(saved);
    },
    "restoreSession",
    targetId,
  ),
);

/** An initialize handshake, which may change the protocol version. */
const initialize = fc
  .tuple(requestId, fc.constantFrom(1, 2), object({ capability: fc.jsonValue() }))
  .map(([targetId, protocolVersion, capabilities]) => {
    const info = { name: "a", version: "1" };
    const names = { info, agentInfo: info, capabilities, agentCapabilities: capabilities };
    const answered = { id: targetId, result: { protocolVersion, ...names } };
    return describeAction((store) => {
      store.observe(sent({ id: targetId, method: "initialize", params: {} }));
      store.observe(recv(answered));
    }, answered);
  });

function actionLists(...weighted: [number, fc.Arbitrary<Action>][]): fc.Arbitrary<Action[]> {
  const action = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.array(action, { maxLength: 20, size: "medium" });
}

/** Random traffic of a protocol version. */
export const traffic: ByVersion<fc.Arbitrary<Action[]>> = {
  1: actionLists(
    [12, updates[1]],
    [6, methodCall],
    [9, frames],
    [1, initialize],
    [1, restoreSession],
  ),
  2: actionLists(
    [12, updates[2]],
    [6, methodCall],
    [9, frames],
    [1, initialize],
    [1, restoreSession],
  ),
};

/** Random traffic without requests and responses on the wire. */
export const unpairedTraffic: ByVersion<fc.Arbitrary<Action[]>> = {
  1: actionLists([2, updates[1]], [1, methodCall]),
  2: actionLists([2, updates[2]], [1, methodCall]),
};
