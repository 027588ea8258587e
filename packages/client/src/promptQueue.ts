import type { AcpStore, ContentBlock, Session } from "@acp-store/core";
import { AcpConnectionError } from "./errors.js";

/** How a prompt went: why the agent stopped. */
export interface PromptResult {
  readonly stopReason: string;
}

interface Waiter {
  readonly sessionId: string;
  readonly resolve: (result: PromptResult) => void;
  readonly reject: (error: unknown) => void;
}

type Prompt = readonly ContentBlock[];

/** Sends one prompt at a time per session, and the queued ones in order. */
export interface PromptQueue {
  prompt(sessionId: string, prompt: Prompt): Promise<PromptResult>;
  /** Sends what is queued in a session when its turn comes. */
  follow(sessionId: string): void;
  /** Nothing of this session is sent any more. */
  leave(sessionId: string): void;
  /** Nothing at all is sent any more: who waits gets the error. */
  end(error: Error): void;
}

const WATCHED = ["queue", "queueHeld", "openTurns"] as const;

export function createPromptQueue(
  store: AcpStore,
  send: (sessionId: string, prompt: Prompt) => Promise<PromptResult>,
): PromptQueue {
  const waiting = new Map<string, Waiter>();
  const followed = new Map<string, () => void>();
  const sending = new Set<string>();

  async function prompt(sessionId: string, content: Prompt): Promise<PromptResult> {
    const session = sessionOf(sessionId);
    if (session?.closed) throw sessionClosed(sessionId);
    follow(sessionId);
    if (!isBusy(sessionId, session)) return run(sessionId, content);
    return new Promise((resolve, reject) => {
      const id = store.queuePrompt(sessionId, content);
      waiting.set(id, { sessionId, resolve, reject });
    });
  }

  function sessionOf(sessionId: string): Session | undefined {
    return store.getState().sessions.get(sessionId);
  }

  function isBusy(sessionId: string, session: Session | undefined): boolean {
    return sending.has(sessionId) || (session !== undefined && session.openTurns.length > 0);
  }

  async function run(sessionId: string, content: Prompt): Promise<PromptResult> {
    sending.add(sessionId);
    try {
      return await send(sessionId, content);
    } finally {
      sending.delete(sessionId);
      queueMicrotask(() => sendNext(sessionId));
    }
  }

  function sendNext(sessionId: string): void {
    const session = sessionOf(sessionId);
    const [next] = session?.queue ?? [];
    if (next === undefined || session?.queueHeld || isBusy(sessionId, session)) return;
    if (!followed.has(sessionId) || store.getState().connection?.status !== "ready") return;
    const waiter = waiting.get(next.id);
    waiting.delete(next.id);
    // It is taken before listeners are told, or they would send it again.
    sending.add(sessionId);
    store.unqueuePrompt(sessionId, next.id);
    run(sessionId, next.prompt).then(waiter?.resolve, waiter?.reject ?? (() => {}));
  }

  /** A queued prompt that nobody sends any more was removed. */
  function settleRemoved(sessionId: string): void {
    const queue = sessionOf(sessionId)?.queue ?? [];
    for (const [id, waiter] of waiting) {
      if (waiter.sessionId !== sessionId || queue.some((queued) => queued.id === id)) continue;
      waiting.delete(id);
      waiter.resolve({ stopReason: "cancelled" });
    }
  }

  function follow(sessionId: string): void {
    if (followed.has(sessionId)) return;
    const changed = (): void => {
      settleRemoved(sessionId);
      sendNext(sessionId);
    };
    const stops = WATCHED.map((field) => store.watch({ sessionId, field }, changed));
    followed.set(sessionId, () => stops.forEach((stop) => stop()));
  }

  function leave(sessionId: string): void {
    followed.get(sessionId)?.();
    followed.delete(sessionId);
    settleRemoved(sessionId);
  }

  function end(error: Error): void {
    for (const sessionId of followed.keys()) leave(sessionId);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return { prompt, follow, leave, end };
}

function sessionClosed(sessionId: string): AcpConnectionError {
  return new AcpConnectionError(
    "session_closed",
    `Session "${sessionId}" was closed and takes no prompts. Load it again, or open a new one.`,
  );
}
