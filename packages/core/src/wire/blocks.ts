import * as z from "zod/mini";
import { chosen, lenientList, openUnion, strict } from "./schema.js";

// What both protocol versions have in common. Enumerations stay open: a value that is not known
// is kept. Fields that are not named here are kept too.

export const string: z.ZodMiniString = z.string();
export const optionalString: z.ZodMiniType = z.nullish(string);
export const meta: z.ZodMiniType = z.nullish(z.object({}));
export const anyJson: z.ZodMiniType = z.optional(z.unknown());
/** Of any size: the protocol's are 64 bits wide. */
export const integer: z.ZodMiniNumber = z.number().check(z.multipleOf(1));
export const count: z.ZodMiniNumber = integer.check(z.nonnegative());

/** Where the versions differ in what they allow of content. */
interface ContentRules {
  readonly priority: z.ZodMiniType;
  readonly size: z.ZodMiniType;
  /** More fields of a resource link. */
  readonly link?: Readonly<Record<string, z.ZodMiniType>>;
}

export function contentBlockOf({ priority, size, link }: ContentRules): z.ZodMiniType {
  const annotations = z.nullish(
    z.object({
      audience: z.nullish(lenientList(string)),
      priority: z.nullish(priority),
      lastModified: optionalString,
      _meta: meta,
    }),
  );
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
      size: z.nullish(size),
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

export function locationOf(line: z.ZodMiniType): z.ZodMiniType {
  return z.object({ path: string, line: z.nullish(line), _meta: meta });
}

/** A file diff with both texts. */
export const textDiff: z.ZodMiniType = z.object({
  path: string,
  oldText: optionalString,
  newText: string,
  _meta: meta,
});

export const planEntry: z.ZodMiniType = z.object({
  content: string,
  priority: string,
  status: string,
  _meta: meta,
});

export const usage: z.ZodMiniType = z.object({
  used: count,
  size: count,
  cost: z.nullish(z.object({ amount: z.number(), currency: string, _meta: meta })),
  _meta: meta,
});

/** What one prompt used. */
export const tokens: z.ZodMiniType = z.nullish(
  z.object({
    totalTokens: count,
    inputTokens: count,
    outputTokens: count,
    thoughtTokens: z.nullish(count),
    cachedReadTokens: z.nullish(count),
    cachedWriteTokens: z.nullish(count),
    _meta: meta,
  }),
);

export const sessionInfo: z.ZodMiniObject = z.object({
  title: optionalString,
  updatedAt: optionalString,
  _meta: meta,
});

export const permissionOption: z.ZodMiniType = z.object({
  optionId: string,
  name: string,
  kind: string,
  _meta: meta,
});

const cancel = z.nullish(z.object({ _meta: meta }));
export const capabilities: z.ZodMiniType = z.nullish(z.object({ cancel, _meta: meta }));

/** What the agent, or a subagent, is doing. */
export const state: z.ZodMiniObject = z.object({
  state: string,
  stopReason: optionalString,
  error: z.nullish(z.object({ code: integer, message: string, data: anyJson })),
  // All or nothing: a list with gaps would say that something is over.
  background: z.nullish(
    z.array(
      openUnion("type", {
        terminal: z.object({ terminalId: string, _meta: meta }),
        tool_call: z.object({ toolCallId: string, _meta: meta }),
        subagent: z.object({ sessionId: string, _meta: meta }),
      }),
    ),
  ),
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
export function configOptionsOf({ id, group, atLeast }: ConfigRules): z.ZodMiniType {
  const named = { name: string, _meta: meta };
  const value = z.object({ ...named, value: string, description: optionalString });
  const values = z.array(value).check(z.minLength(atLeast));
  const groups = z
    .array(z.object({ ...named, [group]: string, options: lenientList(value, atLeast) }))
    .check(z.minLength(atLeast));
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
  readonly planUpdate: z.ZodMiniType;
  readonly planRemoved: z.ZodMiniType;
  readonly notice: z.ZodMiniType;
  readonly compactionUpdate: z.ZodMiniObject;
  readonly compactionSummaryChunk: z.ZodMiniType;
  readonly subagentUpdate: z.ZodMiniType;
  readonly sessionMessage: z.ZodMiniType;
  readonly sessionMessageChunk: z.ZodMiniType;
}

const planned = { planId: string, _meta: meta };

export function sharedSchemas(contentBlock: z.ZodMiniType): SharedSchemas {
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
      title: string.check(z.minLength(1)),
      description: optionalString,
      _meta: meta,
    }),
    compactionUpdate: z.object({
      compactionId: string,
      status: string,
      summary: z.nullish(lenientList(contentBlock)),
      error: optionalString,
      _meta: meta,
    }),
    compactionSummaryChunk: z.object({ compactionId: string, content: contentBlock, _meta: meta }),
    subagentUpdate: z.object({
      sessionId: string,
      title: optionalString,
      description: optionalString,
      capabilities,
      state: z.nullish(state),
      cwd: strict(z.nullish(string)),
      additionalDirectories: strict(z.nullish(z.array(string))),
      _meta: meta,
    }),
    sessionMessage: z.object({
      messageId: string,
      senderSessionId: optionalString,
      recipientSessionId: optionalString,
      senderMessageId: optionalString,
      recipientMessageId: optionalString,
      content: z.nullish(lenientList(contentBlock)),
      _meta: meta,
    }),
    sessionMessageChunk: z.object({ messageId: string, content: contentBlock, _meta: meta }),
  };
}
