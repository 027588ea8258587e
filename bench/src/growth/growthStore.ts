import { type AcpState, type AcpStore, createAcpStore } from "@acp-store/core";
import { sink } from "../contestants/contestant.js";
import type { Version } from "../wire/update.js";

/** The session that most operations are measured in. */
export const SESSION = "s1";
/** The working directory of all sessions. */
export const CWD = "/home/user/project";

/** A store as an application uses it: with an inspector, and a snapshot after each change. */
export interface GrowthStore extends AcpStore {
  /** Ingests an update and takes a snapshot. */
  update(update: object, sessionId?: string): void;
  /** Takes a snapshot. */
  read(): AcpState;
  /** Observes a message to the agent. */
  send(msg: object): void;
  /** Observes a message from the agent. */
  receive(msg: object): void;
}

/** Creates a store with the "sync" scheduler. */
export function createGrowthStore(protocolVersion: Version = 1): GrowthStore {
  const store = createAcpStore({ protocolVersion, scheduler: "sync" });
  store.inspect((record) => {
    if (record.type === "commit") sink.patches += record.patches.length;
  });
  store.openSession({ sessionId: SESSION, cwd: CWD });
  const read = (): AcpState => {
    const state = store.getState();
    sink.state = state;
    return state;
  };
  return {
    ...store,
    read,
    update: (update, sessionId = SESSION) => {
      store.ingest({ sessionId, update });
      read();
    },
    send: (msg) => void store.observe({ dir: "sent", msg: { jsonrpc: "2.0", ...msg } }),
    receive: (msg) => void store.observe({ dir: "recv", msg: { jsonrpc: "2.0", ...msg } }),
  };
}

/** Calls a function with each number below the count. */
export function times(count: number, call: (index: number) => unknown): void {
  for (let index = 0; index < count; index++) call(index);
}

/** Returns a text block. */
export function textBlock(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}

/** Returns an update that adds text to a message. */
export function chunkOf(messageId: string, text: string, role: "agent" | "user" = "agent"): object {
  return { sessionUpdate: `${role}_message_chunk`, messageId, content: textBlock(text) };
}

/** Returns an update that creates a tool call. */
export function callOf(toolCallId: string, fields: object = {}): object {
  return {
    sessionUpdate: "tool_call",
    toolCallId,
    title: `Read ${toolCallId}`,
    kind: "read",
    status: "in_progress",
    locations: [{ path: `${CWD}/${toolCallId}.ts`, line: 1 }],
    ...fields,
  };
}

/** Returns an update of a tool call. */
export function callUpdateOf(toolCallId: string, fields: object): object {
  return { sessionUpdate: "tool_call_update", toolCallId, ...fields };
}

/** Opens more sessions, each with a running turn and a tool call. Returns their ids. */
export function openSessions(store: GrowthStore, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const sessionId = `session-${index}`;
    store.openSession({ sessionId, cwd: CWD });
    store.startTurn(sessionId, [textBlock("Go on.")]);
    store.update(callOf("call"), sessionId);
    return sessionId;
  });
}

/** Adds tool calls that are completed. */
export function addCompletedCalls(store: GrowthStore, count: number, fields: object = {}): void {
  times(count, (index) =>
    store.update(callOf(`call-${index}`, { status: "completed", ...fields })),
  );
}

/** Runs a turn with a tool call that is completed and a message. */
export function runTurn(store: GrowthStore, index: number): void {
  store.startTurn(SESSION, [textBlock(`Prompt ${index}`)]);
  store.update(callOf(`call-${index}`));
  store.update(callUpdateOf(`call-${index}`, { status: "completed" }));
  store.update(chunkOf(`agent-${index}`, "Done."));
  store.endTurn(SESSION, { stopReason: "end_turn" });
  store.read();
}
