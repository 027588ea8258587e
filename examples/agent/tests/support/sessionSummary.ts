import {
  selectChangedFiles,
  selectPlan,
  type ContentBlock,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import type { AgentWithStore } from "./agentWithStore.js";

const getPlainText = (content: readonly ContentBlock[]): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

/** Summarizes the user-visible state of a session, independent of the protocol version. */
export function summarizeSession({ store }: AgentWithStore, sessionId: string) {
  const state = store.getState();
  const session = getSession(store, sessionId);
  const turns = [...session.turns.values()];
  return {
    messages: [...session.messages.values()].map(
      ({ role, content }) => `${role}: ${getPlainText(content)}`,
    ),
    calls: [...session.toolCalls.values()].map(({ title, kind, status, locations }) => ({
      title,
      kind,
      status,
      locations,
    })),
    outputs: [...session.toolCalls.values()].map((call) => getOutput(session, call)),
    plan: selectPlan(state, sessionId)?.entries,
    files: selectChangedFiles(state, sessionId).map(({ path, added, removed }) => ({
      path,
      added,
      removed,
    })),
    permissions: [...session.permissions.values()].map(
      ({ toolCallId, options, status, optionId }) => ({ toolCallId, options, status, optionId }),
    ),
    turns: turns.map(({ status, stopReason }) => ({ status, stopReason })),
    title: session.info.title,
    usage: session.usage,
    commands: session.commands.map(({ name, description }) => ({ name, description })),
    settings: session.configOptions.map((option) => ({
      id: option.id,
      name: option.name,
      currentValue: option.currentValue,
      options: option.type === "boolean" ? undefined : option["options"],
    })),
    activity: session.activity,
  };
}

export function getSession(store: AgentWithStore["store"], sessionId: string): Session {
  const session = store.getState().sessions.get(sessionId);
  if (!session) throw new Error(`no session "${sessionId}"`);
  return session;
}

/** Returns the output of a tool call. In version 2, the output of a command is in its terminal. */
function getOutput({ terminals }: Session, { content }: ToolCall): string {
  return content
    .map((item) => {
      if (item.type === "terminal") return terminals.get(item.terminalId as string)?.output ?? "";
      return item.type === "content" ? getPlainText([item.content as ContentBlock]) : "";
    })
    .join("");
}

/** Returns the tool calls of a session, each as `kind status`. */
export const summarizeCalls = (stored: AgentWithStore, sessionId: string): string[] =>
  summarizeSession(stored, sessionId).calls.map(({ kind, status }) => `${kind} ${status}`);
