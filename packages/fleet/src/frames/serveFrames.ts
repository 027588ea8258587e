import type { MirrorLink } from "@acp-store/mirror";
import type { FrameLogBatch } from "./frameLog.js";
import type { FrameRecorder } from "./recordFrames.js";
import { encodeFrames, MESSAGE_OVERHEAD, parseRead, type ReadMessage } from "./wire.js";

/**
 * The largest part of a log in one message. A page on a slow network (1 MB/s) gets it in 0.25 s, so messages
 * of the mirrors do not wait longer than that.
 */
const MAX_TEXT_CHARS = 256 * 1024;

/** Answers the reads of a page until its channel closes. */
export function serveFrames(channel: MirrorLink, recorder: FrameRecorder): void {
  const { maxChars = Number.POSITIVE_INFINITY } = channel;
  const maxText = Math.max(2, Math.min(MAX_TEXT_CHARS, maxChars - MESSAGE_OVERHEAD));
  let stopWaiting = (): void => {};
  /** A line that is sent in several parts. The log may drop it meanwhile. */
  let unfinished: { readonly from: number; readonly batch: FrameLogBatch } | undefined;

  function answer(read: ReadMessage): void {
    const isKnown = read.log === recorder.id;
    const from = isKnown ? read.from : 0;
    const sent = isKnown && read.skip > 0 && unfinished?.from === from ? unfinished : undefined;
    const skip = sent === undefined ? 0 : read.skip;
    const batch = sent?.batch ?? recorder.read(from, maxText);
    if (isKnown && batch.text === "") {
      stopWaiting = recorder.onNextLine(() => answer(read));
      return;
    }
    const text = cut(batch.text, skip, maxText);
    const isComplete = skip + text.length >= batch.text.length;
    unfinished = isComplete ? undefined : { from, batch };
    const next = isComplete ? { next: batch.next } : {};
    const { id: log, now } = recorder;
    channel.send(encodeFrames({ type: "lines", log, from, skip, ...next, now: now() }, text));
  }

  channel.onMessage((encoded) => {
    const read = parseRead(encoded);
    if (read === undefined) return;
    stopWaiting();
    answer(read);
  });
  channel.onClose(() => stopWaiting());
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** Returns a part of a text that does not end within a character, because a WebSocket could not send it. */
function cut(text: string, from: number, length: number): string {
  const part = text.slice(from, from + length);
  return from + length < text.length && HIGH_SURROGATE.test(part) ? part.slice(0, -1) : part;
}
