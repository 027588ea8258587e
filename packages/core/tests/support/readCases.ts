import { type AcpState, type AcpStore, createAcpStore } from "@acp-store/core";
import * as reads from "@acp-store/core/reads";

/** A read, and a change of the state that changes its value. */
export interface ReadCase {
  readonly read: reads.StateRead<unknown>;
  readonly change: (store: AcpStore) => void;
}

/** The session of the reads. */
const SESSION = "s1";

/** Creates a store with a session in which a turn is running. */
export function createFilledStore(): AcpStore {
  const store = createAcpStore({
    idPrefix: "t",
    scheduler: "sync",
    now: () => 7,
  });
  store.startTurn(SESSION, [{ type: "text", text: "Go" }]);
  update(store, { sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Edit" });
  update(store, { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("Hel") });
  return store;
}

/** Adds a chunk to the message of a session, which changes few reads. */
export function addChunk(store: AcpStore, sessionId: string = SESSION): void {
  const chunk = { sessionUpdate: "agent_message_chunk", messageId: "m", content: text("lo") };
  update(store, chunk, sessionId);
}

/** Fills another session, which changes few reads of the first one. */
export function fillOtherSession(store: AcpStore): void {
  store.startTurn("s2", [{ type: "text", text: "Go" }]);
  update(store, { sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Edit" }, "s2");
  update(store, { sessionUpdate: "usage_update", used: 1, size: 10 }, "s2");
  addChunk(store, "s2");
}

const edit = (store: AcpStore): void =>
  update(store, {
    sessionUpdate: "tool_call_update",
    toolCallId: "c1",
    title: "Edited",
    kind: "edit",
    status: "completed",
    locations: [{ path: "/a.ts", line: 3 }],
    content: [{ type: "diff", path: "/a.ts", oldText: "a\n", newText: "b\n" }],
  });
const plan = (store: AcpStore): void =>
  update(store, {
    sessionUpdate: "plan_update",
    plan: {
      type: "items",
      planId: "p",
      entries: [{ content: "Read", status: "completed", priority: "high" }],
    },
  });
const requestPermission = (store: AcpStore): void => {
  void store.requestPermission({
    sessionId: SESSION,
    toolCall: { toolCallId: "c1", title: "Edit" },
    options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
  });
};
const requestInput = (store: AcpStore): void => {
  void store.requestElicitation({
    sessionId: SESSION,
    mode: "form",
    message: "Your name?",
    requestedSchema: { type: "object", properties: {} },
  });
};
const setModes = (store: AcpStore): void => {
  const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] };
  const models = {
    currentModelId: "small",
    availableModels: [{ modelId: "small", name: "Small" }],
  };
  store.openSession({ sessionId: SESSION, modes, models });
};
const initialize = (store: AcpStore): void => {
  const params = { protocolVersion: 1 };
  const result = { protocolVersion: 1, agentInfo: { name: "Agent", version: "1" } };
  store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result } });
};
const signIn = (store: AcpStore): void => {
  const msg = { jsonrpc: "2.0", id: 1, method: "authenticate", params: { methodId: "key" } };
  store.observe({ dir: "sent", msg });
};

/** All reads of `@acp-store/core/reads` by the names of their functions. */
export const READ_CASES: Readonly<Record<ReadName, ReadCase>> = {
  acpStateRead: {
    read: reads.acpStateRead((state) => state.sessions.get(SESSION)?.toolCalls),
    change: edit,
  },
  activeLocationRead: { read: reads.activeLocationRead(SESSION), change: edit },
  agentRead: { read: reads.agentRead(), change: initialize },
  applicationRowRead: {
    read: reads.applicationRowRead(SESSION, "row"),
    change: (store) => store.putApplicationRow(SESSION, { rowId: "row", data: "Note" }),
  },
  attentionRead: { read: reads.attentionRead(), change: requestPermission },
  authRead: { read: reads.authRead(), change: signIn },
  changedFilesRead: { read: reads.changedFilesRead(SESSION), change: edit },
  commandsRead: {
    read: reads.commandsRead(SESSION),
    change: sends({
      sessionUpdate: "available_commands_update",
      availableCommands: [{ name: "test", description: "Runs the tests" }],
    }),
  },
  compactionRead: {
    read: reads.compactionRead(SESSION, "k"),
    change: sends({ sessionUpdate: "compaction_update", compactionId: "k", status: "completed" }),
  },
  configOptionsRead: {
    read: reads.configOptionsRead(SESSION),
    change: sends({
      sessionUpdate: "config_option_update",
      configOptions: [{ id: "fast", name: "Fast", type: "boolean", currentValue: true }],
    }),
  },
  connectionRead: { read: reads.connectionRead(), change: (store) => store.connect() },
  messageRead: { read: reads.messageRead(SESSION, "agent:m"), change: addChunk },
  messageRunRead: { read: reads.messageRunRead(SESSION, "agent:m", 0), change: addChunk },
  modelPickerRead: { read: reads.modelPickerRead(SESSION), change: setModes },
  modelsRead: { read: reads.modelsRead(SESSION), change: setModes },
  modePickerRead: { read: reads.modePickerRead(SESSION), change: setModes },
  modesRead: { read: reads.modesRead(SESSION), change: setModes },
  nestedTimelineRead: { read: reads.nestedTimelineRead(SESSION), change: plan },
  noticesRead: {
    read: reads.noticesRead(SESSION),
    change: sends({ sessionUpdate: "notice", severity: "info", title: "Hello" }),
  },
  pendingElicitationsRead: { read: reads.pendingElicitationsRead(SESSION), change: requestInput },
  pendingPermissionsRead: {
    read: reads.pendingPermissionsRead(SESSION),
    change: requestPermission,
  },
  permissionRead: {
    read: reads.permissionRead(SESSION, "permission-t-1"),
    change: requestPermission,
  },
  planProgressRead: { read: reads.planProgressRead(SESSION), change: plan },
  planRead: { read: reads.planRead(SESSION, "p"), change: plan },
  plansRead: { read: reads.plansRead(SESSION), change: plan },
  queueRead: {
    read: reads.queueRead(SESSION),
    change: (store) => store.queuePrompt(SESSION, [{ type: "text", text: "Next" }]),
  },
  sessionCatalogRead: {
    read: reads.sessionCatalogRead(),
    change: (store) => {
      const sessions = [{ sessionId: "s9", cwd: "/app", title: "Fix the typo" }];
      const msg = { jsonrpc: "2.0", id: 2, method: "session/list", params: {} };
      store.observe({ dir: "sent", msg });
      store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 2, result: { sessions } } });
    },
  },
  sessionIdsRead: {
    read: reads.sessionIdsRead(),
    change: (store) => store.openSession({ sessionId: "s2" }),
  },
  sessionMessageRead: {
    read: reads.sessionMessageRead(SESSION, "sm"),
    change: sends({ sessionUpdate: "session_message", messageId: "sm", senderSessionId: "child" }),
  },
  sessionRead: { read: reads.sessionRead(SESSION), change: addChunk },
  sessionsRead: { read: reads.sessionsRead(), change: addChunk },
  subagentRead: {
    read: reads.subagentRead(SESSION, "child"),
    change: sends({ sessionUpdate: "subagent_update", sessionId: "child", title: "Explore" }),
  },
  terminalRead: {
    read: reads.terminalRead(SESSION, "t1"),
    change: sends({ sessionUpdate: "terminal_output_chunk", terminalId: "t1", data: btoa("hi") }),
  },
  timelineRead: { read: reads.timelineRead(SESSION), change: requestPermission },
  toolCallIdsRead: {
    read: reads.toolCallIdsRead(SESSION),
    change: sends({ sessionUpdate: "tool_call_update", toolCallId: "c2", title: "Read" }),
  },
  toolCallRead: { read: reads.toolCallRead(SESSION, "c1"), change: edit },
  toolCallsRead: { read: reads.toolCallsRead(SESSION), change: edit },
  turnRead: {
    read: reads.turnRead(SESSION),
    change: (store) => store.endTurn(SESSION, { stopReason: "end_turn" }),
  },
  usageRead: {
    read: reads.usageRead(SESSION),
    change: sends({ sessionUpdate: "usage_update", used: 5, size: 10 }),
  },
  usageTotalsRead: {
    read: reads.usageTotalsRead(SESSION),
    change: sends({
      sessionUpdate: "usage_update",
      used: 5,
      size: 10,
      cost: { amount: 0.5, currency: "USD" },
    }),
  },
};

/** The names of the functions that create reads. */
export type ReadName = Extract<keyof typeof reads, `${string}Read`>;

export const READ_NAMES: readonly ReadName[] = Object.keys(READ_CASES) as ReadName[];

/** The reads that do not belong to a session. */
const WITHOUT_SESSION: readonly ReadName[] = [
  "acpStateRead",
  "agentRead",
  "attentionRead",
  "authRead",
  "connectionRead",
  "sessionCatalogRead",
  "sessionIdsRead",
  "sessionsRead",
];

export const SESSION_READ_NAMES: readonly ReadName[] = READ_NAMES.filter(
  (name) => !WITHOUT_SESSION.includes(name),
);

/** Returns the value of a read in an empty store, as text because its actions differ in each store. */
export function emptyJsonOf(name: ReadName): string | undefined {
  const store = createAcpStore();
  return JSON.stringify(READ_CASES[name].read.read(store.getState(), store));
}

function update(store: AcpStore, change: Record<string, unknown>, sessionId = SESSION): void {
  store.ingest({ sessionId, update: change });
}

function sends(change: Record<string, unknown>): ReadCase["change"] {
  return (store) => update(store, change);
}

function text(value: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: value };
}

/** The arguments of an adapter's function for a read, if it has any. */
const ARGUMENTS: Partial<Record<ReadName, readonly unknown[]>> = {
  acpStateRead: [(state: AcpState) => state.sessions.get(SESSION)?.toolCalls],
  applicationRowRead: ["row"],
  compactionRead: ["k"],
  messageRead: ["agent:m"],
  messageRunRead: ["agent:m", 0],
  permissionRead: ["permission-t-1"],
  planProgressRead: [undefined],
  planRead: ["p"],
  sessionMessageRead: ["sm"],
  subagentRead: ["child"],
  terminalRead: ["t1"],
  toolCallRead: ["c1"],
  turnRead: [undefined],
};

/** Returns the name of an adapter's function for a read, such as `useToolCall` for `toolCallRead`. */
export function functionNameOf(prefix: string, name: ReadName): string {
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1, -"Read".length)}`;
}

/** Calls an adapter's function for a read the way a panel does, such as `useToolCall("c1", options)`. */
export function callReadFunction(
  adapter: object,
  prefix: string,
  name: ReadName,
  options?: object,
): unknown {
  const run: unknown = Reflect.get(adapter, functionNameOf(prefix, name));
  if (typeof run !== "function") throw new Error(`The adapter has no function for ${name}.`);
  return run(...(ARGUMENTS[name] ?? []), ...(options === undefined ? [] : [options]));
}
