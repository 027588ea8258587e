import { messageOf } from "./errors.js";
import { parseObject } from "./wire.js";

/**
 * A connection between a host and one mirror. A new transport takes about ten lines. Both ends may
 * lose, double or reorder messages: the mirror notices and asks again.
 *
 * A link must never call a listener inside `send`.
 */
export interface MirrorLink {
  /** Sends a text to the other end. A text that cannot be sent is dropped; nothing is thrown. */
  send(text: string): void;
  /** Adds a listener for texts from the other end. Returns a function that removes it. */
  onMessage(listener: (text: string) => void): () => void;
  /**
   * Adds a listener that runs once when the link has broken or the other end has closed it. Returns a
   * function that removes it.
   */
  onClose(listener: (reason?: string) => void): () => void;
  /** The greatest length of a text, in UTF-16 code units. Longer messages are split. Default: no limit. */
  readonly maxChars?: number;
  /** Closes the link. */
  close(): void;
}

/** A link that splits and joins messages longer than its `maxChars`. */
export interface ChunkedLink {
  /** Sends a message, in several parts if it is long. Returns the number of characters sent. */
  send(text: string): number;
  /** Stops listening, and closes the link. */
  close(): void;
}

/** The length of the longest message that is joined from parts, in UTF-16 code units. */
const MAX_JOINED_CHARS = 512 * 1024 * 1024;
/** The length of an encoded part without its text, and the factor by which JSON escapes a text. */
const PART_OVERHEAD = 80;
const MAX_ESCAPED = 6;

/**
 * Opens a link. `onText` gets each complete message, and the number of characters that it had on the
 * link. A message with a missing part is dropped. A link that throws is closed: `onClose` gets
 * the error as the reason, and nothing is thrown.
 */
export function openChunkedLink(
  link: MirrorLink,
  maxJoinedChars: number,
  onText: (text: string, chars: number) => void,
  onClose: (reason: string | undefined, hasThrown: boolean) => void,
): ChunkedLink {
  let sent = 0;
  let isOpen = true;
  const stops: (() => void)[] = [];
  const join = createJoiner(Math.min(maxJoinedChars, MAX_JOINED_CHARS));

  function attempt<Value>(run: () => Value): Value | undefined {
    try {
      return run();
    } catch (error) {
      end(`The link failed: ${messageOf(error)}`, true);
      return undefined;
    }
  }

  function end(reason: string | undefined, hasThrown: boolean): void {
    if (!isOpen) return;
    stop();
    // A link may close or fail before the caller has the result of this function.
    queueMicrotask(() => onClose(reason, hasThrown));
  }

  function stop(): void {
    isOpen = false;
    for (const remove of stops.splice(0)) attempt(remove);
  }

  function listen(add: () => () => void): void {
    const remove = attempt(add);
    if (remove === undefined) return;
    if (isOpen) stops.push(remove);
    else attempt(remove);
  }

  function sendParts(text: string): number {
    let chars = 0;
    for (const part of splitText(text, sent++, link.maxChars ?? Number.POSITIVE_INFINITY)) {
      chars += part.length;
      link.send(part);
    }
    return chars;
  }

  listen(() =>
    link.onMessage((text) => {
      if (!isOpen) return;
      const whole = text.startsWith(PART_PREFIX) ? join(text) : text;
      onText(whole ?? "", text.length);
    }),
  );
  listen(() => link.onClose((reason) => end(reason, false)));
  return {
    send: (text) => (isOpen ? (attempt(() => sendParts(text)) ?? 0) : 0),
    close: () => {
      stop();
      attempt(() => link.close());
    },
  };
}

const PART_PREFIX = '{"type":"part"';

/** Returns the texts to send for a message: itself, or its parts. */
function splitText(text: string, id: number, maxChars: number): string[] {
  if (text.length <= maxChars) return [text];
  const parts = partsOf(
    text,
    Math.max(1, Math.floor((maxChars - PART_OVERHEAD) / MAX_ESCAPED)),
    maxChars,
  );
  return parts.map(
    (part, index) =>
      `${PART_PREFIX},"id":${id},"n":${index},"of":${parts.length},"text":${JSON.stringify(part)}}`,
  );
}

/** Cuts a text into pieces that fit when they are encoded. Most texts need little escaping. */
function partsOf(text: string, surePiece: number, maxChars: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let length = Math.max(surePiece, Math.floor((maxChars - PART_OVERHEAD) * 0.8));
    while (
      length > surePiece &&
      JSON.stringify(text.slice(start, start + length)).length > maxChars - PART_OVERHEAD
    )
      length = Math.max(surePiece, Math.floor(length / 2));
    parts.push(text.slice(start, start + length));
    start += length;
  }
  return parts;
}

interface Unfinished {
  readonly parts: Map<number, string>;
  chars: number;
}

/** The number of messages whose parts are collected at the same time. */
const MAX_UNFINISHED = 8;

/**
 * Returns a function that collects parts, in any order, and returns a message when it has all of its
 * parts. The oldest unfinished messages are dropped.
 */
function createJoiner(maxChars: number): (text: string) => string | undefined {
  const messages = new Map<number, Unfinished>();
  let newest = -1;
  return (encoded) => {
    const part = readPart(encoded);
    // A message that is complete or was dropped does not begin again with a doubled part.
    if (part === undefined || (part.id <= newest && !messages.has(part.id))) return undefined;
    newest = Math.max(newest, part.id);
    const message = messages.get(part.id) ?? { parts: new Map<number, string>(), chars: 0 };
    messages.set(part.id, message);
    message.parts.set(part.n, part.text);
    message.chars += encoded.length;
    if (message.chars > maxChars) messages.delete(part.id);
    for (const id of messages.keys()) {
      if (messages.size <= MAX_UNFINISHED) break;
      messages.delete(id);
    }
    if (message.parts.size < part.of) return undefined;
    messages.delete(part.id);
    let whole = "";
    for (let n = 0; n < part.of; n++) whole += message.parts.get(n) ?? "";
    return whole;
  };
}

interface Part {
  /** The number of the message on this link. */
  readonly id: number;
  readonly n: number;
  readonly of: number;
  readonly text: string;
}

function readPart(encoded: string): Part | undefined {
  const { id, n, of, text } = parseObject(encoded) ?? {};
  if (!isCount(id) || !isCount(n) || !isCount(of) || typeof text !== "string" || n >= of)
    return undefined;
  return { id, n, of, text };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
