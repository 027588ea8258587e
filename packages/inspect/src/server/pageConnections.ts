import type { FrameLog } from "@acp-store/fleet/frames";
import type { WebSocket } from "ws";

/** The close code that means the log is complete. Applications may use codes from 4000 to 4999. */
const LOG_COMPLETE = 4000;
/** The time that pages have to receive the rest of the log, in ms. */
const CLOSE_TIMEOUT_MS = 500;
/** A close frame holds 125 bytes, and the code takes two of them. */
const MAX_REASON_BYTES = 123;

/** The WebSockets of the open pages. */
export interface PageConnections {
  add(page: WebSocket): void;
  /** Sends the lines that were appended to the log. */
  update(): void;
  /**
   * Closes every page with `reason` as soon as it has received the entire log. Resolves when all
   * pages are closed, or after a time limit.
   */
  end(reason: string): Promise<void>;
}

/**
 * Sends a log to pages, to each at its own pace: every page has one batch in flight, and nothing
 * waits for a page. A page that is slower than the log misses the lines that the log has dropped.
 * `title` is the title of the pages. `now` returns the time in ms since the start of the log.
 */
export function createPageConnections(
  log: FrameLog,
  title: string,
  now: () => number,
): PageConnections {
  const senders = new Map<WebSocket, () => void>();
  let endReason: string | undefined;

  function add(page: WebSocket): void {
    let position = 0;
    let isSending = true;
    const onSent = (): void => {
      isSending = false;
      sendNext();
    };
    function sendNext(): void {
      if (isSending || page.readyState !== page.OPEN) return;
      const { text, next } = log.read(position);
      if (text === "")
        return endReason === undefined
          ? undefined
          : page.close(LOG_COMPLETE, truncateReason(endReason));
      position = next;
      isSending = true;
      page.send(text, onSent);
    }
    senders.set(page, sendNext);
    page.on("error", () => {});
    page.once("close", () => senders.delete(page));
    const isComplete = endReason !== undefined;
    page.send(`${JSON.stringify({ title, isComplete, t: now() })}\n`, onSent);
  }

  function update(): void {
    for (const sendNext of senders.values()) sendNext();
  }

  return {
    add,
    update,
    async end(reason) {
      endReason = reason;
      const closed = [...senders.keys()].map(
        (page) => new Promise<void>((resolve) => void page.once("close", () => resolve())),
      );
      update();
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      await Promise.race([Promise.all(closed), timeout]);
      clearTimeout(timer);
    },
  };
}

/** Truncates a close reason. `stream` omits the incomplete character at the cut. */
function truncateReason(reason: string): string {
  return new TextDecoder().decode(Buffer.from(reason).subarray(0, MAX_REASON_BYTES), {
    stream: true,
  });
}
