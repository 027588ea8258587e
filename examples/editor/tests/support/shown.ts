import {
  selectChangedFiles,
  selectPlan,
  type ContentBlock,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import type { Stored } from "./stored.js";

const textOf = (content: readonly ContentBlock[]): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

/** What a user would see of a session, in words that the versions of the protocol share. */
export function shown({ store }: Stored, sessionId: string) {
  const state = store.getState();
  const session = sessionOf(store, sessionId);
  const turns = [...session.turns.values()];
  return {
    messages: [...session.messages.values()].map(
      ({ role, content }) => `${role}: ${textOf(content)}`,
    ),
    calls: [...session.toolCalls.values()].map(({ title, kind, status, locations }) => ({
      title,
      kind,
      status,
      locations,
    })),
    outputs: [...session.toolCalls.values()].map((call) => outputOf(session, call)),
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

export function sessionOf(store: Stored["store"], sessionId: string): Session {
  const session = store.getState().sessions.get(sessionId);
  if (!session) throw new Error(`there is no session "${sessionId}"`);
  return session;
}

/** In version 2 a command's output is its terminal's. */
function outputOf({ terminals }: Session, { content }: ToolCall): string {
  return content
    .map((item) => {
      if (item.type === "terminal") return terminals.get(item.terminalId as string)?.output ?? "";
      return item.type === "content" ? textOf([item.content as ContentBlock]) : "";
    })
    .join("");
}

/** The tool calls of a session as `kind status`. */
export const callsOf = (stored: Stored, sessionId: string): string[] =>
  shown(stored, sessionId).calls.map(({ kind, status }) => `${kind} ${status}`);
