import type { ChangedFile } from "../select/fileLedger.js";
import { type ActiveLocation, selectActiveLocation } from "../select/selectActiveLocation.js";
import { selectChangedFiles } from "../select/selectChangedFiles.js";
import { selectPlans, selectToolCalls } from "../select/sessions.js";
import type { Plan, ToolCall } from "../state/entities.js";
import type { StateRead } from "./stateRead.js";

/** Returns a read of the tool calls of a session in first-seen order, or of those a filter accepts. */
export function toolCallsRead(
  sessionId: string,
  filter?: (call: ToolCall) => boolean,
): StateRead<readonly ToolCall[]> {
  return {
    targets: [{ type: "table", sessionId, table: "toolCalls" }],
    read: (state) => {
      const calls = selectToolCalls(state, sessionId);
      return filter === undefined ? calls : calls.filter(filter);
    },
  };
}

/**
 * Returns a read of the ids of the tool calls of a session in first-seen order: render a component for
 * each id, and an update of a call renders only its row.
 */
export function toolCallIdsRead(sessionId: string): StateRead<readonly string[]> {
  return {
    targets: [{ type: "ids", sessionId, table: "toolCalls" }],
    read: (state) => [...(state.sessions.get(sessionId)?.toolCalls.keys() ?? [])],
  };
}

/** Returns a read of the plans of a session in first-seen order. */
export function plansRead(sessionId: string): StateRead<readonly Plan[]> {
  return {
    targets: [{ type: "table", sessionId, table: "plans" }],
    read: (state) => selectPlans(state, sessionId),
  };
}

/**
 * Returns a read of the file and line that the agent works at, so that an editor can follow: a `path`
 * and, if the agent reports it, the 1-based `line`.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent}
 */
export function activeLocationRead(sessionId: string): StateRead<ActiveLocation | undefined> {
  return {
    targets: [{ type: "table", sessionId, table: "toolCalls" }],
    read: (state) => selectActiveLocation(state, sessionId),
  };
}

/**
 * Returns a read of the files that the agent changed, in first-seen order, with their numbers of added
 * and removed lines.
 */
export function changedFilesRead(sessionId: string): StateRead<readonly ChangedFile[]> {
  return {
    targets: [
      { type: "table", sessionId, table: "toolCalls" },
      // A call without a diff counts with the diff of the permission that allowed it.
      { type: "table", sessionId, table: "permissions" },
    ],
    read: (state) => selectChangedFiles(state, sessionId),
  };
}
