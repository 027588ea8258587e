import { nextTurn } from "./turnTaker.js";

/** How many messages are read without a break. Fewer, and a transport's queue outgrows the reader. */
const READ_AT_ONCE = 50_000;

/** What has come over a stream and is not taken yet. */
export interface Ahead<Message> {
  /** The oldest; `undefined` if there is none right now. */
  take(): Message | undefined;
  /** Resolves when there is more, or with `false` at the end. @throws what broke the stream. */
  more(): Promise<boolean>;
  cancel(reason: unknown): Promise<void>;
}

/**
 * Reads a stream as fast as it comes. A transport that does not wait for its reader would else keep
 * a flood in the stream's own queue, of which Node takes each message in time that grows with it.
 */
export function readAhead<Message>(stream: ReadableStream<Message>): Ahead<Message> {
  const reader = stream.getReader();
  let coming: Message[] = [];
  let taken: Message[] = [];
  let next = 0;
  let wake = (): void => {};
  let end: { readonly error?: unknown } | undefined;

  async function read(): Promise<void> {
    for (let count = 1; ; count++) {
      const { done, value } = await reader.read();
      if (done) return;
      coming.push(value);
      wake();
      if (count % READ_AT_ONCE === 0) await nextTurn();
    }
  }
  read().then(
    () => finish({}),
    (error: unknown) => finish({ error }),
  );

  function finish(how: { readonly error?: unknown }): void {
    end = how;
    wake();
  }

  function take(): Message | undefined {
    if (next === taken.length) {
      taken = coming;
      coming = [];
      next = 0;
    }
    return next < taken.length ? taken[next++] : undefined;
  }

  async function more(): Promise<boolean> {
    while (coming.length === 0 && end === undefined)
      await new Promise<void>((resolve) => (wake = resolve));
    if (coming.length > 0) return true;
    if (end && "error" in end) throw end.error;
    return false;
  }

  return { take, more, cancel: (reason) => reader.cancel(reason) };
}
