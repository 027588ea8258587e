import * as z from "zod/mini";
import type { ContentBlock } from "../state/content.js";
import type { QueuePromptOptions } from "../store/queueActions.js";
import type { ElicitationResponse } from "../store/requestTypes.js";
import type { ActionArgs, ActionName } from "./actions.js";

const text = z.string();
const block = z.union([
  z.looseObject({ type: z.literal("text"), text }),
  z.looseObject({ type: z.literal("image"), data: text, mimeType: text }),
  z.looseObject({ type: z.literal("audio"), data: text, mimeType: text }),
  z.looseObject({ type: z.literal("resource_link"), uri: text, name: text }),
  z.looseObject({
    type: z.literal("resource"),
    resource: z.union([
      z.looseObject({ uri: text, text }),
      z.looseObject({ uri: text, blob: text }),
    ]),
  }),
]);
const blocks = z.array(z.custom<ContentBlock>((value) => block.safeParse(value).success));
const display = z.object({ display: z.optional(blocks) });
const answer = z.union([
  z.object({
    action: z.literal("accept"),
    content: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
  z.object({ action: z.enum(["decline", "cancel"]) }),
]);
const response = z.custom<ElicitationResponse>((value) => answer.safeParse(value).success);
const queued: z.ZodMiniType<QueuePromptOptions> = z.extend(display, { id: z.optional(text) });

const session = z.object({
  cwd: text,
  additionalDirectories: z.exactOptional(z.array(text)),
});
const newSession = z.extend(session, {
  continuedFrom: z.exactOptional(z.object({ agentId: text, sessionId: text })),
});
const knownSession = z.extend(session, { sessionId: text });

/** The schemas of the arguments of each action, for arguments that come from another window. */
export const ACTION_ARGS: {
  readonly [Name in ActionName]: z.ZodMiniType<ActionArgs[Name]>;
} = {
  respondToPermission: z.tuple([text, text]),
  respondToElicitation: z.tuple([text, response]),
  prompt: z.tuple([text, blocks, z.exactOptional(display)]),
  steer: z.tuple([text, blocks, z.exactOptional(display)]),
  retryTurn: z.tuple([text, text]),
  cancel: z.tuple([text]),
  sendNow: z.tuple([text, text]),
  setMode: z.tuple([text, text]),
  setModel: z.tuple([text, text]),
  setConfigOption: z.tuple([text, text, z.union([text, z.boolean()])]),
  queuePrompt: z.tuple([text, blocks, z.exactOptional(queued)]),
  unqueuePrompt: z.tuple([text, text]),
  editQueuedPrompt: z.tuple([text, text, blocks, z.exactOptional(display)]),
  moveQueuedPrompt: z.tuple([text, text, z.int()]),
  holdQueuedPrompt: z.tuple([text, text]),
  releaseQueuedPrompt: z.tuple([text, text]),
  releaseQueue: z.tuple([text]),
  markSessionRead: z.tuple([text]),
  newSession: z.tuple([newSession]),
  loadSession: z.tuple([knownSession]),
  resumeSession: z.tuple([knownSession]),
  forkSession: z.tuple([knownSession]),
  rewindSession: z.tuple([z.object({ sessionId: text, messageId: text })]),
  listSessions: z.tuple([
    z.object({
      cwd: z.exactOptional(text),
      cursor: z.exactOptional(text),
      archived: z.exactOptional(z.enum(["exclude", "include", "only"])),
    }),
  ]),
  closeSession: z.tuple([text]),
  archiveSession: z.tuple([text]),
  unarchiveSession: z.tuple([text]),
  deleteSession: z.tuple([text]),
  setSessionTitle: z.tuple([text, text]),
  authenticate: z.tuple([text]),
  logout: z.tuple([]),
  getAuthStatus: z.tuple([]),
  request: z.tuple([
    text.check(z.startsWith("_", 'expected the name of an extension, which begins with "_"')),
    z.exactOptional(z.record(text, z.unknown())),
  ]),
};
