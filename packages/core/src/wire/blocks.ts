import * as z from "zod";
import { chosen, lenientList, openUnion, strict } from "./schema.js";

// What both protocol versions have in common. Enumerations stay open: a value that is not known
// is kept. Fields that are not named here are kept too.

export const string: z.ZodString = z.string();
export const optionalString: z.ZodType = string.nullish();
export const meta: z.ZodType = z.object({}).nullish();
export const anyJson: z.ZodType = z.unknown().optional();
/** Of any size: the protocol's are 64 bits wide. */
export const integer: z.ZodNumber = z.number().multipleOf(1);
export const count: z.ZodNumber = integer.nonnegative();

/** Where the versions differ in what they allow of content. */
interface ContentRules {
  readonly priority: z.ZodType;
  readonly size: z.ZodType;
  /** More fields of a resource link. */
  readonly link?: Readonly<Record<string, z.ZodType>>;
}

export function contentBlockOf({ priority, size, link }: ContentRules): z.ZodType {
  const annotations = z
    .object({
      audience: lenientList(string).nullish(),
      priority: priority.nullish(),
      lastModified: optionalString,
      _meta: meta,
    })
    .nullish();
  const block = { annotations, _meta: meta };
  return openUnion("type", {
    text: z.object({ ...block, text: string }),
    image: z.object({ ...block, data: string, mimeType: string, uri: optionalString }),
    audio: z.object({ ...block, data: string, mimeType: string }),
    resource_link: z.object({
      ...block,
      ...link,
      uri: string,
      name: string,
      title: optionalString,
      description: optionalString,
      mimeType: optionalString,
      size: size.nullish(),
    }),
    resource: z.object({ ...block, resource: resourceContents }),
  });
}

const contents = { uri: string, mimeType: optionalString, _meta: meta };
const textContents = z.object({ ...contents, text: string });
const blobContents = z.object({ ...contents, blob: string });
const resourceContents = chosen((value) => {
  const { text, blob } = (value ?? {}) as { text?: unknown; blob?: unknown };
  return typeof blob === "string" && typeof text !== "string" ? blobContents : textContents;
});

export function locationOf(line: z.ZodType): z.ZodType {
  return z.object({ path: string, line: line.nullish(), _meta: meta });
}

/** A file diff with both texts. */
export const textDiff: z.ZodType = z.object({
  path: string,
  oldText: optionalString,
  newText: string,
  _meta: meta,
});

export const planEntry: z.ZodType = z.object({
  content: string,
  priority: string,
  status: string,
  _meta: meta,
});

export const usage: z.ZodType = z.object({
  used: count,
  size: count,
  cost: z.object({ amount: z.number(), currency: string, _meta: meta }).nullish(),
  _meta: meta,
});

/** What one prompt used. */
export const tokens: z.ZodType = z
  .object({
    totalTokens: count,
    inputTokens: count,
    outputTokens: count,
    thoughtTokens: count.nullish(),
    cachedReadTokens: count.nullish(),
    cachedWriteTokens: count.nullish(),
    _meta: meta,
  })
  .nullish();

export const sessionInfo: z.ZodObject = z.object({
  title: optionalString,
  updatedAt: optionalString,
  _meta: meta,
});

export const permissionOption: z.ZodType = z.object({
  optionId: string,
  name: string,
  kind: string,
  _meta: meta,
});

const cancel = z.object({ _meta: meta }).nullish();
export const capabilities: z.ZodType = z.object({ cancel, _meta: meta }).nullish();

/** What the agent, or a subagent, is doing. */
export const state: z.ZodObject = z.object({
  state: string,
  stopReason: optionalString,
  error: z.object({ code: integer, message: string, data: anyJson }).nullish(),
  // All or nothing: a list with gaps would say that something is over.
  background: z
    .array(
      openUnion("type", {
        terminal: z.object({ terminalId: string, _meta: meta }),
        tool_call: z.object({ toolCallId: string, _meta: meta }),
        subagent: z.object({ sessionId: string, _meta: meta }),
      }),
    )
    .nullish(),
  usage: tokens,
  _meta: meta,
});

/** Where the versions differ in settings: how ids are called, and whether a choice may be empty. */
interface ConfigRules {
  readonly id: "id" | "configId";
  readonly group: "group" | "groupId";
  readonly atLeast: number;
}

/** A list of settings. */
export function configOptionsOf({ id, group, atLeast }: ConfigRules): z.ZodType {
  const named = { name: string, _meta: meta };
  const value = z.object({ ...named, value: string, description: optionalString });
  const values = z.array(value).min(atLeast);
  const groups = z
    .array(z.object({ ...named, [group]: string, options: lenientList(value, atLeast) }))
    .min(atLeast);
  const isGroup = (item: unknown): boolean =>
    typeof item === "object" && item !== null && (group in item || "options" in item);
  const choices = chosen((list) => (Array.isArray(list) && list.some(isGroup) ? groups : values));
  const option = { ...named, [id]: string, description: optionalString, category: optionalString };
  return lenientList(
    openUnion(
      "type",
      {
        select: z.object({ ...option, currentValue: string, options: choices }),
        boolean: z.object({ ...option, currentValue: z.boolean() }),
      },
      z.object({ ...option, type: string }),
    ),
  );
}

/** The schemas of the updates that both versions have in the same form. */
export interface SharedSchemas {
  readonly planUpdate: z.ZodType;
  readonly planRemoved: z.ZodType;
  readonly notice: z.ZodType;
  readonly compactionUpdate: z.ZodObject;
  readonly compactionSummaryChunk: z.ZodType;
  readonly subagentUpdate: z.ZodType;
  readonly sessionMessage: z.ZodType;
  readonly sessionMessageChunk: z.ZodType;
}

const planned = { planId: string, _meta: meta };

export function sharedSchemas(contentBlock: z.ZodType): SharedSchemas {
  return {
    planUpdate: z.object({
      plan: openUnion(
        "type",
        {
          items: z.object({ ...planned, entries: lenientList(planEntry) }),
          markdown: z.object({ ...planned, content: string }),
          file: z.object({ ...planned, uri: string }),
        },
        z.object({ planId: string, type: string }),
      ),
      _meta: meta,
    }),
    planRemoved: z.object(planned),
    notice: z.object({
      severity: string,
      title: string.min(1),
      description: optionalString,
      _meta: meta,
    }),
    compactionUpdate: z.object({
      compactionId: string,
      status: string,
      summary: lenientList(contentBlock).nullish(),
      error: optionalString,
      _meta: meta,
    }),
    compactionSummaryChunk: z.object({ compactionId: string, content: contentBlock, _meta: meta }),
    subagentUpdate: z.object({
      sessionId: string,
      title: optionalString,
      description: optionalString,
      capabilities,
      state: state.nullish(),
      cwd: strict(string.nullish()),
      additionalDirectories: strict(z.array(string).nullish()),
      _meta: meta,
    }),
    sessionMessage: z.object({
      messageId: string,
      senderSessionId: optionalString,
      recipientSessionId: optionalString,
      senderMessageId: optionalString,
      recipientMessageId: optionalString,
      content: lenientList(contentBlock).nullish(),
      _meta: meta,
    }),
    sessionMessageChunk: z.object({ messageId: string, content: contentBlock, _meta: meta }),
  };
}
