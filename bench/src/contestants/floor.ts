import {
  type MessageChunk,
  type PlanEntry,
  readLine,
  type ContentChunk,
  type ToolCallUpdate,
} from "../wire/update.js";
import { type Contestant, type Run, sink } from "./contestant.js";

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type Call = Mutable<ToolCallUpdate>;
type Message = Omit<MessageChunk, "content"> & { readonly content: { type: "text"; text: string } };

/** What the floor keeps of a session. */
export interface FloorSession {
  readonly toolCalls: Map<string, Call>;
  readonly messages: Map<string, Message>;
  readonly plans: Map<string, readonly PlanEntry[]>;
}

/** A run of the floor, and what it holds. */
export interface FloorRun extends Run {
  readonly sessions: ReadonlyMap<string, FloorSession>;
}

/**
 * The least there is to do: parse the line, change a map in place. No check, no snapshot, no
 * patches, nobody told. Its code is its own: shared code would be compiled for drafts as well.
 */
export const floor: Contestant<FloorRun> = { name: "the floor", start: startFloor };

function startFloor(): FloorRun {
  const sessions = new Map<string, FloorSession>();

  function take(line: string): void {
    const { sessionId, update } = readLine(line);
    const session = sessions.get(sessionId) ?? addSession(sessions, sessionId);
    switch (update.sessionUpdate) {
      case "tool_call":
      case "tool_call_update":
        return mergeCall(session, update);
      case "tool_call_content_chunk":
        return pushItem(session, update);
      case "plan":
        return void session.plans.set("main", update.entries);
      case "plan_update":
        return void session.plans.set(update.plan.planId, update.plan.entries);
      default:
        return growMessage(session, update);
    }
  }

  sink.state = sessions;
  return { take, sessions, load: (lines) => lines.forEach(take) };
}

function addSession(sessions: Map<string, FloorSession>, sessionId: string): FloorSession {
  const session = { toolCalls: new Map(), messages: new Map(), plans: new Map() };
  sessions.set(sessionId, session);
  return session;
}

function mergeCall({ toolCalls }: FloorSession, update: ToolCallUpdate): void {
  const call = toolCalls.get(update.toolCallId);
  if (call === undefined) toolCalls.set(update.toolCallId, update);
  else Object.assign(call, update);
}

function pushItem({ toolCalls }: FloorSession, { toolCallId, content }: ContentChunk): void {
  (toolCalls.get(toolCallId)?.content as unknown[] | undefined)?.push(content);
}

function growMessage({ messages }: FloorSession, chunk: MessageChunk): void {
  const message = messages.get(chunk.messageId);
  if (message === undefined) messages.set(chunk.messageId, chunk);
  else message.content.text += chunk.content.text;
}
