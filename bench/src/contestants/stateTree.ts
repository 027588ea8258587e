import type {
  ContentChunk,
  MessageChunk,
  PlanEntry,
  ToolCallUpdate,
  Update,
} from "../wire/update.js";

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type TextContent = { type: "text"; text: string };

/** A message in the tree. */
export interface TreeMessage {
  messageId: string;
  role: string;
  content: TextContent[];
}

/** A session in the tree. */
export interface TreeSession {
  toolCalls: Map<string, Mutable<ToolCallUpdate>>;
  messages: Map<string, TreeMessage>;
  plans: Map<string, PlanEntry[]>;
}

/** The whole state as one tree. */
export interface Tree {
  sessions: Map<string, TreeSession>;
}

/** Applies an update to a draft of the tree. */
export function applyUpdateToTree(tree: Tree, sessionId: string, update: Update): void {
  const session = tree.sessions.get(sessionId) ?? addSession(tree, sessionId);
  switch (update.sessionUpdate) {
    case "tool_call":
    case "tool_call_update":
      return mergeCall(session, update);
    case "tool_call_content_chunk":
      return appendContent(session, update);
    case "plan":
      return void session.plans.set("main", [...update.entries]);
    case "plan_update":
      return void session.plans.set(update.plan.planId, [...update.plan.entries]);
    default:
      return appendToMessage(session, update);
  }
}

function addSession(tree: Tree, sessionId: string): TreeSession {
  tree.sessions.set(sessionId, { toolCalls: new Map(), messages: new Map(), plans: new Map() });
  return tree.sessions.get(sessionId) as TreeSession;
}

function mergeCall({ toolCalls }: TreeSession, update: ToolCallUpdate): void {
  const call = toolCalls.get(update.toolCallId);
  if (call === undefined) toolCalls.set(update.toolCallId, update);
  else Object.assign(call, update);
}

function appendContent({ toolCalls }: TreeSession, { toolCallId, content }: ContentChunk): void {
  const items = toolCalls.get(toolCallId)?.content as unknown[] | undefined;
  items?.push(content);
}

function appendToMessage({ messages }: TreeSession, chunk: MessageChunk): void {
  const { messageId, content, sessionUpdate } = chunk;
  const last = messages.get(messageId)?.content.at(-1);
  if (last !== undefined) last.text += content.text;
  else messages.set(messageId, { messageId, role: sessionUpdate, content: [{ ...content }] });
}
