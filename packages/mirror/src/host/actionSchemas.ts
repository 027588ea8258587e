import type { ContentBlock, ElicitationResponse, QueuePromptOptions } from "@acp-store/core";
import * as z from "zod/mini";
import type { MirrorActionArgs, MirrorActionName } from "../actions.js";

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
const knownSession = z.extend(session, { sessionId: text });

/** The message of an action, and its validated envelope. */
interface ActionMessage {
  readonly epoch: string;
  readonly id: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The envelope of an action. The id has a random part for the mirror, and a number. */
export const ACTION_MESSAGE: z.ZodMiniType<ActionMessage> = z.object({
  epoch: z.string(),
  id: z.string().check(z.regex(/^[a-z0-9]{16,64}\.[0-9]{1,15}$/)),
  name: z.string(),
  args: z.array(z.unknown()),
});

const laneIds = z.array(z.string()).check(z.maxLength(10_000));
const laneCursors = z.array(z.tuple([z.string(), z.nullable(z.int())])).check(z.maxLength(10_000));

/** The schemas of the other messages of a mirror. */
export const HELLO: z.ZodMiniType<{ v: number }> = z.object({ v: z.number() });
export const SUBSCRIBE: z.ZodMiniType<{ lanes: [string, number | null][] }> = z.object({
  lanes: laneCursors,
});
export const UNSUBSCRIBE: z.ZodMiniType<{ lanes: string[] }> = z.object({ lanes: laneIds });
export const ACK: z.ZodMiniType<{ chars: number }> = z.object({ chars: z.number() });

/** The schemas of the arguments of each action. */
export const ACTION_ARGS: {
  readonly [Name in MirrorActionName]: z.ZodMiniType<MirrorActionArgs[Name]>;
} = {
  respondToPermission: z.tuple([text, text]),
  respondToElicitation: z.tuple([text, response]),
  prompt: z.tuple([text, blocks, display]),
  cancel: z.tuple([text]),
  sendNow: z.tuple([text, text]),
  setMode: z.tuple([text, text]),
  setModel: z.tuple([text, text]),
  setConfigOption: z.tuple([text, text, z.union([text, z.boolean()])]),
  queuePrompt: z.tuple([text, blocks, queued]),
  unqueuePrompt: z.tuple([text, text]),
  editQueuedPrompt: z.tuple([text, text, blocks, display]),
  moveQueuedPrompt: z.tuple([text, text, z.int()]),
  holdQueuedPrompt: z.tuple([text, text]),
  releaseQueuedPrompt: z.tuple([text, text]),
  releaseQueue: z.tuple([text]),
  markSessionRead: z.tuple([text]),
  newSession: z.tuple([session]),
  loadSession: z.tuple([knownSession]),
  resumeSession: z.tuple([knownSession]),
  forkSession: z.tuple([knownSession]),
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
    z.record(text, z.unknown()),
  ]),
};
