import * as z from "zod";
import type { TableName } from "../state/state.js";
import { openUnion } from "../wire/schema.js";

// What the store, the selectors and the types rely on. They only check: fields that are not named
// here are kept as they are, and so is what only the agent's schema says of the others.

const string = z.string();
const object = z.object({});
const count = z.int().nonnegative();
const yes = z.literal(true).optional();
const text = string.optional();
const meta = object.optional();

export const block: z.ZodType = openUnion("type", {
  text: z.object({ text: string }),
  image: z.object({ data: string, mimeType: string }),
  audio: z.object({ data: string, mimeType: string }),
  resource_link: z.object({ uri: string, name: string }),
  resource: z.object({ resource: z.object({ uri: string }) }),
});
const changes = z.object({
  changes: z.array(z.object({ operation: string })),
  patch: z.object({ format: string, text: string }).nullish(),
});
const textDiff = z.object({ path: string, oldText: string.nullish(), newText: string });
const content = z.array(
  openUnion("type", {
    content: z.object({ content: block }),
    diff: z.union([changes, textDiff]),
    terminal: z.object({ terminalId: string }),
  }),
);
const locations = z.array(z.object({ path: string, line: z.number().nullish() }));
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

const requestedCall = z.object({ toolCallId: string, content: content.nullish() });
export const requestId: z.ZodType = z.union([string, z.number(), z.null()]);
const permission = z.object({
  permissionId: string,
  requestId: requestId.optional(),
  sessionId: string,
  title: text,
  toolCall: requestedCall.optional(),
  subject: z.object({ type: string }).optional(),
  options: z.array(z.object({ optionId: string, name: string, kind: string })),
  status: z.enum(["pending", "selected", "cancelled"]),
  optionId: text,
  reason: text,
  rule: text,
  requestedAt: z.number(),
  settledAt: z.number().optional(),
  ordinal: z.number(),
  turnId: text,
});

const turn = z.object({
  turnId: string,
  status: z.enum(["running", "cancelling", "ended", "failed"]),
  stopReason: text,
  error: z.object({ message: string }).optional(),
  usage: object.optional(),
  cancelRequested: yes,
  accepted: z.boolean().optional(),
  reopened: z.array(string).optional(),
  promptId: text,
  echo: z.object({ messageId: text, length: count }).optional(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  _meta: meta,
});

const terminal = z.object({
  terminalId: string,
  output: string,
  outputBytes: count,
  truncatedBytes: count,
  truncated: yes,
  live: yes,
  partial: z.base64().optional(),
  exitStatus: object.optional(),
  released: yes,
  _meta: meta,
});

/** A table that is not named here holds objects: a new one needs no entry to be kept. */
export const ENTITIES: Partial<Record<TableName, z.ZodType>> = {
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
};
