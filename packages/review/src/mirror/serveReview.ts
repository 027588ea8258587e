import { type MirrorLink, openChunkedLink } from "@acp-store/mirror";
import type { ReviewView } from "../createReview.js";
import type { ReviewedFile, ReviewResult, ReviewState } from "../engine/reviewState.js";
import {
  encode,
  type OwnerMessage,
  parseWindowMessage,
  type ReviewLists,
  type SentResult,
  type WindowMessage,
} from "./wire.js";

/** The longest message of a window, in characters. A plan of many files is the longest. */
const MAX_CALL_CHARS = 16_000_000;
/** The calls of one window that may run at the same time. */
const MAX_CALLS = 32;

const LISTS = [
  "undo",
  "redo",
  "turns",
  "checkpoints",
  "queued",
  "feedback",
  "findsUnreported",
] as const satisfies readonly (keyof ReviewLists)[];

/**
 * Shows a review to another window, and carries out its decisions, until the link closes. The window can
 * decide about every file in the review, and read the files with changes to decide and those that an open
 * permission request is about. Returns a function that
 * ends it.
 *
 * @example
 * ```ts
 * const { port1, port2 } = new MessageChannel();
 * serveReview(portLink(port1), review);
 * const mirrored = connectReview(async () => portLink(port2));
 * ```
 */
export function serveReview(link: MirrorLink, review: ReviewView): () => void {
  let sent: ReviewState | undefined;
  let calls = 0;

  function send(message: OwnerMessage): void {
    channel.send(encode(message));
  }

  function sendState(): void {
    const state = review.getState();
    if (state === sent) return;
    const before = sent;
    sent = state;
    const files = [...state.files.values()].filter((file) => before?.files.get(file.path) !== file);
    const removed = [...(before?.files.keys() ?? [])].filter((path) => !state.files.has(path));
    const lists = Object.fromEntries(
      LISTS.filter((name) => before?.[name] !== state[name]).map((name) => [name, state[name]]),
    );
    send({ type: "state", files, removed, lists, ...(before === undefined && { isFirst: true }) });
  }

  async function answer(message: WindowMessage): Promise<void> {
    const { id } = message;
    if (calls >= MAX_CALLS)
      return send({ type: "refused", id, message: "Too many requests at once. Try again later." });
    calls++;
    try {
      const result = await run(message);
      // A window that gets a result has the state that it led to.
      sendState();
      send({ type: "result", id, result });
    } catch (error) {
      send({
        type: "refused",
        id,
        message: error instanceof Error ? error.message : String(error),
      });
    } finally {
      calls--;
    }
  }

  async function run(message: WindowMessage): Promise<unknown> {
    switch (message.method) {
      case "keep":
        return toSent(await review.keep(...message.args));
      case "reject":
        return toSent(await review.reject(...message.args));
      case "undo":
        return toSent(await review.undo(...message.args));
      case "redo":
        return toSent(await review.redo());
      case "unqueue":
        return review.unqueue(...message.args);
      case "planRestore":
        return review.planRestore(...message.args);
      case "restore":
        return toSent(await review.restore(...message.args));
      case "texts":
        return ofReviewed(...message.args, review.texts);
      case "versions":
        return ofReviewed(...message.args, review.versions);
      case "previewEdits":
        return review.previewEdits(...message.args);
      case "removeFeedback":
        return review.removeFeedback(...message.args);
    }
  }

  /** A window reads the files that it decides about, and no other ones. */
  async function ofReviewed(
    path: ReviewedFile["path"],
    read: (path: string) => Promise<unknown>,
  ): Promise<unknown> {
    if (!review.getState().files.has(path))
      throw new Error(`The file ${JSON.stringify(path)} has no changes to decide.`);
    return read(path);
  }

  function end(): void {
    stopFollowing();
    channel.close();
  }

  const channel = openChunkedLink(
    link,
    MAX_CALL_CHARS,
    (text) => {
      const message = parseWindowMessage(text);
      if (message !== undefined) void answer(message);
    },
    end,
  );
  const stopFollowing = review.subscribe(sendState);
  sendState();
  return end;
}

function toSent({ actionId, outcomes }: ReviewResult): SentResult {
  return { actionId, outcomes: [...outcomes] };
}
