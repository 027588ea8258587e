import {
  type MessageChunk,
  type PlanEntry,
  parseLine,
  type ContentChunk,
  type ToolCallUpdate,
} from "../wire/update.js";
import { type Contestant, type Run, sink } from "./contestant.js";

type WritableFields<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type Call = WritableFields<ToolCallUpdate>;
type Message = Omit<MessageChunk, "content"> & { readonly content: { type: "text"; text: string } };

/** The state of a session. */
export interface BaselineSession {
  readonly toolCalls: Map<string, Call>;
  readonly messages: Map<string, Message>;
  readonly plans: Map<string, readonly PlanEntry[]>;
}

/** A run of the baseline. */
export interface BaselineRun extends Run {
  readonly sessions: ReadonlyMap<string, BaselineSession>;
}

/**
 * The minimum amount of work: parses the line and changes a map in place, without validation,
 * snapshots, patches or listeners. It shares no code with the other contestants, because the engine
 * would otherwise optimize that code for immer's drafts as well.
 */
export const baseline: Contestant<BaselineRun> = { name: "baseline", start: startBaseline };

function startBaseline(): BaselineRun {
  const sessions = new Map<string, BaselineSession>();

  function applyLine(line: string): void {
    const { sessionId, update } = parseLine(line);
    const session = sessions.get(sessionId) ?? addBaselineSession(sessions, sessionId);
    switch (update.sessionUpdate) {
      case "tool_call":
      case "tool_call_update":
        return mergeBaselineCall(session, update);
      case "tool_call_content_chunk":
        return appendBaselineContent(session, update);
      case "plan":
        return void session.plans.set("main", update.entries);
      case "plan_update":
        return void session.plans.set(update.plan.planId, update.plan.entries);
      default:
        return appendToBaselineMessage(session, update);
    }
  }

  sink.state = sessions;
  return { applyLine, sessions, load: (lines) => lines.forEach(applyLine) };
}

function addBaselineSession(
  sessions: Map<string, BaselineSession>,
  sessionId: string,
): BaselineSession {
  const session = { toolCalls: new Map(), messages: new Map(), plans: new Map() };
  sessions.set(sessionId, session);
  return session;
}

function mergeBaselineCall({ toolCalls }: BaselineSession, update: ToolCallUpdate): void {
  const call = toolCalls.get(update.toolCallId);
  if (call === undefined) toolCalls.set(update.toolCallId, update);
  else Object.assign(call, update);
}

function appendBaselineContent(
  { toolCalls }: BaselineSession,
  { toolCallId, content }: ContentChunk,
): void {
  (toolCalls.get(toolCallId)?.content as unknown[] | undefined)?.push(content);
}

function appendToBaselineMessage({ messages }: BaselineSession, chunk: MessageChunk): void {
  const message = messages.get(chunk.messageId);
  if (message === undefined) messages.set(chunk.messageId, chunk);
  else message.content.text += chunk.content.text;
}
