import type {
  ContentChunk,
  MessageChunk,
  PlanEntry,
  ToolCallUpdate,
  Update,
} from "../wire/update.js";

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
type TextContent = { type: "text"; text: string };

/** A message with all its text. */
export interface TreeMessage {
  messageId: string;
  role: string;
  content: TextContent[];
}

/** What a tree holds of a session. */
export interface TreeSession {
  toolCalls: Map<string, Mutable<ToolCallUpdate>>;
  messages: Map<string, TreeMessage>;
  plans: Map<string, PlanEntry[]>;
}

/** A state in one piece. */
export interface Tree {
  sessions: Map<string, TreeSession>;
}

/** Changes a draft of the tree by an update. */
export function applyUpdate(tree: Tree, sessionId: string, update: Update): void {
  const session = tree.sessions.get(sessionId) ?? addSession(tree, sessionId);
  switch (update.sessionUpdate) {
    case "tool_call":
    case "tool_call_update":
      return mergeCall(session, update);
    case "tool_call_content_chunk":
      return pushItem(session, update);
    case "plan":
      return void session.plans.set("main", [...update.entries]);
    case "plan_update":
      return void session.plans.set(update.plan.planId, [...update.plan.entries]);
    default:
      return growMessage(session, update);
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

function pushItem({ toolCalls }: TreeSession, { toolCallId, content }: ContentChunk): void {
  const items = toolCalls.get(toolCallId)?.content as unknown[] | undefined;
  items?.push(content);
}

function growMessage({ messages }: TreeSession, chunk: MessageChunk): void {
  const { messageId, content, sessionUpdate } = chunk;
  const last = messages.get(messageId)?.content.at(-1);
  if (last !== undefined) last.text += content.text;
  else messages.set(messageId, { messageId, role: sessionUpdate, content: [{ ...content }] });
}
