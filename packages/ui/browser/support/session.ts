import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { PanelAgent, SessionListActions } from "../../src/index.js";

/** The session that the parts show. */
export const SESSION = "s1";

/**
 * Creates a store with one session in which everything has happened that a part shows. All texts of
 * the agent and the user are Greek, so that a test recognizes the texts of the parts.
 */
export function createFullStore(): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object): void => {
    store.ingest({ sessionId: SESSION, update: fields });
  };
  initialize(store);
  store.startTurn(SESSION, [text("Πρώτα")]);
  store.endTurn(SESSION, { stopReason: "end_turn" });
  store.startTurn(SESSION, [text("Μετά")]);
  update({ sessionUpdate: "agent_thought_chunk", messageId: "t", content: text("Σκέψη") });
  update({
    sessionUpdate: "agent_message_chunk",
    messageId: "m",
    content: text(
      "# Τίτλος\n\n```\nκώδικας\n```\n\n| α | β |\n| - | - |\n| 1 | 2 |\n\n![](https://x.gr/α.png)",
    ),
  });
  update({ sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "νέο" } });
  update({
    sessionUpdate: "tool_call",
    toolCallId: "edit",
    title: "Αλλαγή",
    kind: "edit",
    status: "completed",
    locations: Array.from({ length: 8 }, (_, index) => ({ path: "/ω/λ", line: index + 2 })),
    content: [{ type: "diff", path: "/ω/λ.γ", oldText: "α\n", newText: "β\nγ\n" }],
    rawInput: { α: 1 },
    rawOutput: { β: 2 },
  });
  for (const status of ["failed", "in_progress", "pending"])
    update({ sessionUpdate: "tool_call", toolCallId: status, kind: "read", status });
  update({
    sessionUpdate: "tool_call",
    toolCallId: "run",
    title: "Εντολή",
    kind: "execute",
    status: "in_progress",
    content: [
      { type: "content", content: text("έξοδος") },
      { type: "terminal", terminalId: "τ" },
    ],
  });
  update({
    sessionUpdate: "plan",
    entries: ["completed", "in_progress", "pending"].map((status) => ({
      content: "Βήμα",
      priority: "high",
      status,
    })),
  });
  update({ sessionUpdate: "usage_update", used: 12_300, size: 200_000 });
  update({
    sessionUpdate: "available_commands_update",
    availableCommands: [{ name: "έλεγχος", description: "Περιγραφή" }],
  });
  store.queuePrompt(SESSION, [
    text("Αργότερα"),
    { type: "image", data: "", mimeType: "image/png" },
  ]);
  store.queuePrompt(SESSION, [text("Ύστερα")]);
  requestPermission(store, "run");
  requestPermission(store, "failed");
  ask(store);
  return store;
}

/** Lets the agent ask for permission. */
export function requestPermission(store: AcpStore, toolCallId: string): void {
  const options = [
    { optionId: "yes", name: "Ναι", kind: "allow_once" },
    { optionId: "no", name: "Όχι", kind: "reject_once" },
  ];
  void store.requestPermission({ sessionId: SESSION, toolCall: { toolCallId }, options });
}

function ask(store: AcpStore): void {
  void store.requestElicitation({
    sessionId: SESSION,
    mode: "form",
    message: "Ποιο;",
    requestedSchema: {
      type: "object",
      properties: {
        one: { type: "string", title: "Ένα" },
        choice: { type: "string", title: "Επιλογή", enum: ["α", "β"] },
        list: { type: "object", title: "Λίστα" },
      },
      required: ["list"],
    },
  });
  const url = { mode: "url", message: "Σελίδα;", elicitationId: "e", url: "https://x.gr/" };
  void store.requestElicitation({ sessionId: SESSION, ...url });
}

/** Lets the store observe the initialization and a new session of version 1. */
function initialize(store: AcpStore): void {
  const capabilities = {
    loadSession: true,
    promptCapabilities: { image: true, embeddedContext: true },
    sessionCapabilities: { list: {}, close: {}, delete: {}, archive: {}, title: {}, fork: {} },
  };
  const exchange = (id: number, method: string, params: object, result: object): void => {
    store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id, method, params } });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id, result } });
  };
  store.connect();
  exchange(
    0,
    "initialize",
    {
      protocolVersion: 1,
      clientCapabilities: { elicitation: { form: {}, url: {} } },
    },
    {
      protocolVersion: 1,
      agentCapabilities: capabilities,
      agentInfo: { name: "Πράκτωρ", version: "1" },
      authMethods: [{ id: "key", name: "Κλειδί", description: "Περιγραφή" }],
    },
  );
  exchange(1, "session/new", { cwd: "/ω", mcpServers: [] }, { sessionId: SESSION });
}

function text(value: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: value };
}

/** Accepts everything and does nothing. */
export const IDLE_AGENT: PanelAgent = {
  prompt: async () => {},
  sendNow: async () => {},
  cancel: async () => {},
  setMode: async () => {},
  setModel: async () => {},
  setConfigOption: async () => {},
};

/** All actions of a session list, which do nothing. */
export const IDLE_ACTIONS: SessionListActions = {
  newSession: () => {},
  showSession: () => {},
  closeSession: () => {},
  forkSession: () => {},
  archiveSession: () => {},
  unarchiveSession: () => {},
  deleteSession: () => {},
  exportSession: () => {},
  forgetSession: () => {},
  renameSession: async () => undefined,
  listSessions: async () => undefined,
};
