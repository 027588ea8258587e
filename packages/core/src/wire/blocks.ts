import * as z from "zod";
import { lenientList, openUnion } from "./schema.js";

// What both protocol versions have in common. Enumerations stay open: a value that is not known
// is kept. Fields that are not named here are kept too.

export const string: z.ZodString = z.string();
export const optionalString: z.ZodType = string.nullish();
export const meta: z.ZodType = z.object({}).nullish();
export const any: z.ZodType = z.unknown().optional();

const annotations = z
  .object({
    audience: lenientList(string).nullish(),
    priority: z.number().nullish(),
    lastModified: optionalString,
    _meta: meta,
  })
  .nullish();

const block = { annotations, _meta: meta };
const resourceContents = z.union([
  z.object({ uri: string, text: string, mimeType: optionalString }),
  z.object({ uri: string, blob: string, mimeType: optionalString }),
]);

export const contentBlock: z.ZodType = openUnion("type", {
  text: z.object({ ...block, text: string }),
  image: z.object({ ...block, data: string, mimeType: string, uri: optionalString }),
  audio: z.object({ ...block, data: string, mimeType: string }),
  resource_link: z.object({
    ...block,
    uri: string,
    name: string,
    title: optionalString,
    description: optionalString,
    mimeType: optionalString,
    size: z.int().nullish(),
  }),
  resource: z.object({ ...block, resource: resourceContents }),
});

export const location: z.ZodType = z.object({
  path: string,
  line: z.int().nonnegative().nullish(),
  _meta: meta,
});

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

const count = z.int().nonnegative();
export const usage: z.ZodType = z.object({
  used: count,
  size: count,
  cost: z.object({ amount: z.number(), currency: string }).nullish(),
  _meta: meta,
});

export const sessionInfo: z.ZodType = z.object({
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

export const notice: z.ZodType = z.object({
  severity: string,
  title: string.min(1),
  description: optionalString,
  _meta: meta,
});

export const compactionUpdate: z.ZodType = z.object({
  compactionId: string,
  status: string,
  summary: lenientList(contentBlock).nullish(),
  error: optionalString,
  _meta: meta,
});

export const compactionSummaryChunk: z.ZodType = z.object({
  compactionId: string,
  content: contentBlock,
  _meta: meta,
});

export const capabilities: z.ZodType = z.object({ cancel: z.object({}).nullish() }).nullish();

export const planUpdate: z.ZodType = z.object({
  plan: openUnion("type", {
    items: z.object({ planId: string, entries: lenientList(planEntry), _meta: meta }),
    markdown: z.object({ planId: string, content: string, _meta: meta }),
    file: z.object({ planId: string, uri: string, _meta: meta }),
  }).and(z.object({ planId: string })),
  _meta: meta,
});

export const planRemoved: z.ZodType = z.object({ planId: string, _meta: meta });

export const subagentUpdate: z.ZodType = z.object({
  sessionId: string,
  title: optionalString,
  description: optionalString,
  capabilities,
  state: z.object({ state: string }).nullish(),
  cwd: optionalString,
  additionalDirectories: z.array(string).nullish(),
  _meta: meta,
});

export const sessionMessage: z.ZodType = z.object({
  messageId: string,
  senderSessionId: optionalString,
  recipientSessionId: optionalString,
  senderMessageId: optionalString,
  recipientMessageId: optionalString,
  content: lenientList(contentBlock).nullish(),
  _meta: meta,
});

export const sessionMessageChunk: z.ZodType = z.object({
  messageId: string,
  content: contentBlock,
  _meta: meta,
});
