/** The version of the protocol that an update is written in. */
export type Version = 1 | 2;

/** One item of a tool call's content. */
export interface ContentItem {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a `session/update` says of a tool call. */
export interface ToolCallUpdate {
  readonly sessionUpdate: "tool_call" | "tool_call_update";
  readonly toolCallId: string;
  readonly status?: string;
  readonly content?: readonly ContentItem[];
  readonly [field: string]: unknown;
}

/** One more item for a tool call, in version 2. */
export interface ContentChunk {
  readonly sessionUpdate: "tool_call_content_chunk";
  readonly toolCallId: string;
  readonly content: ContentItem;
}

/** A piece of a message. The workloads name each message, and no two of them alike. */
export interface MessageChunk {
  readonly sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk";
  readonly messageId: string;
  readonly content: { readonly type: "text"; readonly text: string };
}

/** A step of a plan. */
export interface PlanEntry {
  readonly content: string;
  readonly priority: string;
  readonly status: string;
}

/** A whole plan, as version 1 sends it. */
export interface PlanV1 {
  readonly sessionUpdate: "plan";
  readonly entries: readonly PlanEntry[];
}

/** A whole plan, as version 2 sends it. */
export interface PlanV2 {
  readonly sessionUpdate: "plan_update";
  readonly plan: {
    readonly type: "items";
    readonly planId: string;
    readonly entries: readonly PlanEntry[];
  };
}

export type Update = ToolCallUpdate | ContentChunk | MessageChunk | PlanV1 | PlanV2;

/** What a line is when it is parsed. */
export interface Notification {
  readonly jsonrpc: "2.0";
  readonly method: "session/update";
  readonly params: { readonly sessionId: string; readonly update: Update };
}

/** The line an agent writes for an update. */
export function toLine(sessionId: string, update: Update): string {
  const notification: Notification = {
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId, update },
  };
  return JSON.stringify(notification);
}

/** What a line says. Every contestant pays for this, the floor too. */
export function readLine(line: string): Notification["params"] {
  return (JSON.parse(line) as Notification).params;
}
