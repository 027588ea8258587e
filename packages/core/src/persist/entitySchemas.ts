import * as z from "zod/mini";
import type { RootTableName, TableName } from "../state/state.js";
import { openUnion } from "../wire/schema.js";

// The schemas check what the store, the selectors and the types rely on. Fields that are not named
// here are kept unchecked, also inside values that only the agent's schema describes.

const string = z.string();
const object = z.object({});
const count = z.int().check(z.nonnegative());
const yes = z.optional(z.literal(true));
const text = z.optional(string);
const meta = z.optional(object);

export const block: z.ZodMiniType = openUnion("type", {
  text: z.object({ text: string }),
  image: z.object({ data: string, mimeType: string }),
  audio: z.object({ data: string, mimeType: string }),
  resource_link: z.object({ uri: string, name: string }),
  resource: z.object({ resource: z.object({ uri: string }) }),
});
const changes = z.object({
  changes: z.array(z.object({ operation: string })),
  patch: z.nullish(z.object({ format: string, text: string })),
});
const textDiff = z.object({ path: string, oldText: z.nullish(string), newText: string });
const content = z.array(
  openUnion("type", {
    content: z.object({ content: block }),
    diff: z.union([changes, textDiff]),
    terminal: z.object({ terminalId: string }),
  }),
);
const locations = z.array(z.object({ path: string, line: z.nullish(z.number()) }));
const planEntry = z.object({ content: string, priority: string, status: string });

const toolCall = z.object({
  toolCallId: string,
  title: text,
  kind: string,
  status: string,
  content,
  locations,
  turnId: text,
  stale: yes,
  _meta: meta,
});

const requestedCall = z.object({ toolCallId: string, content: z.nullish(content) });
export const requestId: z.ZodMiniType = z.union([string, z.number(), z.null()]);
const permission = z.object({
  permissionId: string,
  requestId: z.optional(requestId),
  sessionId: string,
  title: text,
  toolCall: z.optional(requestedCall),
  subject: z.optional(z.object({ type: string })),
  options: z.array(z.object({ optionId: string, name: string, kind: string })),
  status: z.enum(["pending", "selected", "cancelled"]),
  optionId: text,
  reason: text,
  rule: text,
  requestedAt: z.number(),
  settledAt: z.optional(z.number()),
  ordinal: z.number(),
  turnId: text,
});

const turn = z.object({
  turnId: string,
  status: z.enum(["running", "cancelling", "ended", "failed"]),
  stopReason: text,
  error: z.optional(z.object({ message: string })),
  usage: z.optional(object),
  cancelRequested: yes,
  accepted: z.optional(z.boolean()),
  reopened: z.optional(z.array(string)),
  promptId: text,
  echo: z.optional(z.object({ messageId: text, length: count })),
  startedAt: z.number(),
  endedAt: z.optional(z.number()),
  _meta: meta,
});

const terminal = z.object({
  terminalId: string,
  output: string,
  outputBytes: count,
  truncatedBytes: count,
  truncated: yes,
  live: yes,
  partial: z.optional(z.base64()),
  exitStatus: z.optional(object),
  released: yes,
  _meta: meta,
});

const elicitation = z.object({
  elicitationId: string,
  requestId: z.optional(requestId),
  sessionId: text,
  mode: string,
  message: string,
  status: z.enum(["pending", "accepted", "declined", "cancelled"]),
  content: z.optional(object),
  requestedAt: z.number(),
});

/** The schema of the entities of each table. */
export const ENTITY_SCHEMAS: Readonly<Record<TableName | RootTableName, z.ZodMiniType>> = {
  toolCalls: toolCall,
  plans: openUnion("type", {
    items: z.object({ planId: string, entries: z.array(planEntry), _meta: meta }),
  }),
  messages: z.object({
    messageId: string,
    role: z.enum(["user", "agent", "thought"]),
    content: z.array(block),
    turnId: text,
    _meta: meta,
  }),
  permissions: permission,
  terminals: terminal,
  turns: turn,
  compactions: z.object({ compactionId: string, status: string, summary: z.array(block) }),
  subagents: z.object({ sessionId: string, _meta: meta }),
  sessionMessages: z.object({ messageId: string, content: z.array(block), _meta: meta }),
  elicitations: elicitation,
};
