import { z } from "zod/mini";
import { packJson, unpackJson } from "../packJson.js";
import { parseJson } from "../parseJson.js";
import type { EditPreview, ReviewedVersion, ReviewTexts, ReviewView } from "../createReview.js";
import type { RestorePlan } from "../engine/restoring.js";
import type { ReviewedFile, ReviewOutcome, ReviewState } from "../engine/reviewState.js";

// The messages of the channel with a review. The owner has the files, and a window decides.

/** The state, except for the files. */
export type ReviewLists = Omit<ReviewState, "files">;

/** A message from the owner. */
export type OwnerMessage =
  /** The files that changed, and the lists that did. The first message has all of them. */
  | {
      readonly type: "state";
      readonly isFirst?: true;
      readonly files: readonly ReviewedFile[];
      readonly removed: readonly string[];
      readonly lists: Partial<ReviewLists>;
    }
  | { readonly type: "result"; readonly id: number; readonly result: unknown }
  | { readonly type: "refused"; readonly id: number; readonly message: string };

/** A result of a decision. JSON has no maps. */
export interface SentResult {
  readonly actionId: string;
  readonly outcomes: readonly (readonly [path: string, outcome: ReviewOutcome])[];
}

/** The results of the methods, by their names. */
export interface SentResults {
  readonly keep: SentResult;
  readonly reject: SentResult;
  readonly undo: SentResult;
  readonly redo: SentResult;
  readonly unqueue: undefined;
  readonly planRestore: RestorePlan;
  readonly restore: SentResult;
  readonly texts: ReviewTexts;
  readonly versions: readonly ReviewedVersion[];
  readonly previewEdits: readonly EditPreview[];
  readonly removeFeedback: undefined;
}

/** The arguments of the methods, by their names. */
export type CallArgs = {
  readonly [Method in keyof SentResults]: Parameters<ReviewView[Method]>;
};

/** A decision or a question of a window. */
export type WindowMessage = {
  readonly [Method in keyof SentResults]: {
    readonly type: "call";
    readonly id: number;
    readonly method: Method;
    readonly args: CallArgs[Method];
  };
}[keyof SentResults];

const path = z.string();
const hunk = z.object({ path, hunkId: z.string() });
const hunkRef = z.object({ ...hunk.shape, revision: z.exactOptional(z.number()) });
const target = z.union([
  z.literal("all"),
  hunkRef,
  z.object({ hunks: z.array(hunkRef) }),
  z.object({ turnId: z.string() }),
  z.object({ path }),
]);
const rejectOptions = z.object({
  include: z.exactOptional(z.array(z.enum(["user", "unknown"]))),
  when: z.exactOptional(z.enum(["now", "turn-end"])),
});
const restoreOptions = z.object({ scope: z.exactOptional(z.enum(["session", "all"])) });
/** The owner takes the contents from the checkpoint, so only the paths and what was seen count. */
const plan = z.object({
  checkpointId: z.string(),
  files: z.array(
    z.object({
      path,
      action: z.enum(["write", "create", "delete"]),
      from: z.string(),
      to: z.string(),
      hasOtherEdits: z.boolean(),
    }),
  ),
  leftAlone: z.array(z.object({ path, reason: z.enum(["left-out", "others"]) })),
});
const session = z.object({ agentId: z.string(), sessionId: z.string() });
const permission = z.object({ ...session.shape, permissionId: z.string() });
const id = z.number();
const call = z.literal("call");

const windowMessage: z.ZodMiniType<WindowMessage> = z.discriminatedUnion("method", [
  z.object({ type: call, id, method: z.literal("keep"), args: z.tuple([target]) }),
  z.object({
    ...{ type: call, id, method: z.literal("reject") },
    args: z.tuple([target, z.optional(rejectOptions)]),
  }),
  z.object({ type: call, id, method: z.literal("undo"), args: z.tuple([z.optional(z.string())]) }),
  z.object({ type: call, id, method: z.literal("redo"), args: z.tuple([]) }),
  z.object({ type: call, id, method: z.literal("unqueue"), args: z.tuple([hunk]) }),
  z.object({
    ...{ type: call, id, method: z.literal("planRestore") },
    args: z.tuple([z.string(), z.optional(restoreOptions)]),
  }),
  z.object({ type: call, id, method: z.literal("restore"), args: z.tuple([plan]) }),
  z.object({ type: call, id, method: z.literal("texts"), args: z.tuple([path]) }),
  z.object({ type: call, id, method: z.literal("versions"), args: z.tuple([path]) }),
  z.object({ type: call, id, method: z.literal("previewEdits"), args: z.tuple([permission]) }),
  z.object({ type: call, id, method: z.literal("removeFeedback"), args: z.tuple([session]) }),
]);

/** Returns a message of a window, or `undefined` if the text is not one. */
export function parseWindowMessage(text: string): WindowMessage | undefined {
  return windowMessage.safeParse(parseJson(text)).data;
}

const ownerMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("state"),
    isFirst: z.exactOptional(z.literal(true)),
    files: z.array(z.looseObject({ path })),
    removed: z.array(path),
    lists: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal("result"), id, result: z.unknown() }),
  z.object({ type: z.literal("refused"), id, message: z.string() }),
]);

/** Returns a message of the owner, or `undefined` if the text is not one. The owner is trusted otherwise. */
export function parseOwnerMessage(text: string): OwnerMessage | undefined {
  const value = unpackJson(text);
  return ownerMessage.safeParse(value).success ? (value as OwnerMessage) : undefined;
}

export function encode(message: OwnerMessage): string {
  return packJson(message);
}

export function encodeCall<Method extends keyof SentResults>(
  id: number,
  method: Method,
  args: CallArgs[Method],
): string {
  // JSON has no `undefined`, and the arguments that may be left out are the last ones.
  const given = args.filter((arg: unknown) => arg !== undefined);
  return JSON.stringify({ type: "call", id, method, args: given });
}
