/** The protocol version of an update. */
export type Version = 1 | 2;

/** One item of a tool call's content. */
export interface ContentItem {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A `session/update` for a tool call. */
export interface ToolCallUpdate {
  readonly sessionUpdate: "tool_call" | "tool_call_update";
  readonly toolCallId: string;
  readonly status?: string;
  readonly content?: readonly ContentItem[];
  readonly [field: string]: unknown;
}

/** An item to append to the content of a tool call (version 2 only). */
export interface ContentChunk {
  readonly sessionUpdate: "tool_call_content_chunk";
  readonly toolCallId: string;
  readonly content: ContentItem;
}

/** A chunk of a message. In the workloads, every message has a unique id. */
export interface MessageChunk {
  readonly sessionUpdate: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk";
  readonly messageId: string;
  readonly content: { readonly type: "text"; readonly text: string };
}

/** An entry of a plan. */
export interface PlanEntry {
  readonly content: string;
  readonly priority: string;
  readonly status: string;
}

/** A plan in version 1. */
export interface PlanV1 {
  readonly sessionUpdate: "plan";
  readonly entries: readonly PlanEntry[];
}

/** A plan in version 2. */
export interface PlanV2 {
  readonly sessionUpdate: "plan_update";
  readonly plan: {
    readonly type: "items";
    readonly planId: string;
    readonly entries: readonly PlanEntry[];
  };
}

/** Any update of the workloads. */
export type Update = ToolCallUpdate | ContentChunk | MessageChunk | PlanV1 | PlanV2;

/** A parsed line. */
export interface Notification {
  readonly jsonrpc: "2.0";
  readonly method: "session/update";
  readonly params: { readonly sessionId: string; readonly update: Update };
}

/** Returns the line that an agent sends for an update. */
export function formatLine(sessionId: string, update: Update): string {
  const notification: Notification = {
    jsonrpc: "2.0",
    method: "session/update",
    params: { sessionId, update },
  };
  return JSON.stringify(notification);
}

/** Parses a line. Every contestant, including the baseline, pays for this. */
export function parseLine(line: string): Notification["params"] {
  return (JSON.parse(line) as Notification).params;
}
