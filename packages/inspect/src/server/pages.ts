import type { WebSocket } from "ws";
import type { FrameLog } from "../frameLog.js";

/** There is no more to come. Codes between 4000 and 4999 are free to choose. */
const TRACE_OVER = 4000;

/** Time for pages to take what is left, in ms. */
const GRACE_MS = 500;

/** The pages that are open. */
export interface Pages {
  add(page: WebSocket): void;
  /** There is more in the log. */
  update(): void;
  /** There will be no more: pages are told why. Resolves when they know, or take too long. */
  end(reason: string): Promise<void>;
}

/**
 * Shows pages a log, each at its own pace: one piece is under way at a time, and nothing waits for a
 * page but the log itself. A page so slow that the log has moved on misses what is not kept any more.
 */
export function createPages(log: FrameLog, about: string): Pages {
  const open = new Map<WebSocket, () => void>();
  let over: string | undefined;

  function add(page: WebSocket): void {
    let place = 0;
    let isBusy = true;
    const done = (): void => {
      isBusy = false;
      pump();
    };
    function pump(): void {
      if (isBusy || page.readyState !== page.OPEN) return;
      const { text, next } = log.read(place);
      if (text === "")
        return over === undefined ? undefined : page.close(TRACE_OVER, shorten(over));
      place = next;
      isBusy = true;
      page.send(text, done);
    }
    open.set(page, pump);
    page.on("error", () => {});
    page.once("close", () => open.delete(page));
    const isOver = over !== undefined;
    page.send(`${JSON.stringify({ about, isOver })}\n`, done);
  }

  return {
    add,
    update() {
      for (const pump of open.values()) pump();
    },
    async end(reason) {
      over = reason;
      const closed = [...open.keys()].map(
        (page) => new Promise<void>((resolve) => void page.once("close", () => resolve())),
      );
      for (const pump of open.values()) pump();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, GRACE_MS)));
      await Promise.race([Promise.all(closed), late]);
      clearTimeout(timer);
    },
  };
}

/** A close frame holds 123 bytes of text. What is left of a character at the cut is not handed out. */
function shorten(reason: string): string {
  return new TextDecoder().decode(Buffer.from(reason).subarray(0, 123), { stream: true });
}
