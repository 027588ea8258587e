import type { AcpStore, ContentBlock, Session } from "@acp-store/core";
import { AcpConnectionError } from "./errors.js";
import { withoutListenerErrors } from "./listenerErrors.js";

/** How a prompt went: why the agent stopped. */
export interface PromptResult {
  readonly stopReason: string;
}

/** How a prompt went that did not become work. */
export const CANCELLED: PromptResult = { stopReason: "cancelled" };

interface Waiter {
  readonly sessionId: string;
  readonly resolve: (result: PromptResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The prompt that a session works on. */
interface Current {
  isStopped: boolean;
  /** Resolves its promise, whether an answer comes or not. */
  readonly giveUp: (result: PromptResult) => void;
}

type Prompt = readonly ContentBlock[];

/** Sends one prompt at a time per session, and the queued ones in order. */
export interface PromptQueue {
  prompt(sessionId: string, prompt: Prompt): Promise<PromptResult>;
  /** A prompt that is not on its way yet is not sent any more. */
  stop(sessionId: string): void;
  /** Sends what is queued in a session when its turn comes. */
  follow(sessionId: string): void;
  /** Nothing of this session is sent any more: its prompts are cancelled. */
  leave(sessionId: string): void;
  /** Nothing at all is sent any more: who waits gets the error. */
  end(error: Error): void;
}

const WATCHED = ["queue", "queueHeld", "openTurns"] as const;

export function createPromptQueue(
  store: AcpStore,
  /** Asks right before it sends whether the prompt was stopped. */
  send: (sessionId: string, prompt: Prompt, isStopped: () => boolean) => Promise<PromptResult>,
): PromptQueue {
  const waiting = new Map<string, Waiter>();
  const followed = new Map<string, () => void>();
  const running = new Map<string, Current>();

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
    return running.has(sessionId) || (session !== undefined && session.openTurns.length > 0);
  }

  async function run(sessionId: string, content: Prompt): Promise<PromptResult> {
    let giveUp: Current["giveUp"] = () => {};
    const givenUp = new Promise<PromptResult>((resolve) => (giveUp = resolve));
    const current: Current = { isStopped: false, giveUp };
    running.set(sessionId, current);
    try {
      return await Promise.race([send(sessionId, content, () => current.isStopped), givenUp]);
    } finally {
      if (running.get(sessionId) === current) running.delete(sessionId);
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
    // It runs before listeners are told, or they would send it again.
    run(sessionId, next.prompt).then(waiter?.resolve, waiter?.reject ?? (() => {}));
    withoutListenerErrors(() => store.unqueuePrompt(sessionId, next.id));
  }

  /** A queued prompt that nobody sends any more was removed. */
  function settleRemoved(sessionId: string): void {
    const queue = sessionOf(sessionId)?.queue ?? [];
    cancelWaiting(sessionId, (id) => !queue.some((queued) => queued.id === id));
  }

  function cancelWaiting(sessionId: string, isMeant: (id: string) => boolean): void {
    for (const [id, waiter] of waiting) {
      if (waiter.sessionId !== sessionId || !isMeant(id)) continue;
      waiting.delete(id);
      waiter.resolve(CANCELLED);
    }
  }

  function stop(sessionId: string): void {
    const current = running.get(sessionId);
    if (current !== undefined) current.isStopped = true;
  }

  function follow(sessionId: string): void {
    if (followed.has(sessionId)) return;
    const changed = (): void => {
      settleRemoved(sessionId);
      sendNext(sessionId);
    };
    const stops = WATCHED.map((field) => store.watch({ type: "field", sessionId, field }, changed));
    followed.set(sessionId, () => stops.forEach((stop) => stop()));
  }

  function leave(sessionId: string): void {
    followed.get(sessionId)?.();
    followed.delete(sessionId);
    stop(sessionId);
    running.get(sessionId)?.giveUp(CANCELLED);
    running.delete(sessionId);
    cancelWaiting(sessionId, () => true);
  }

  function end(error: Error): void {
    for (const stopFollowing of followed.values()) stopFollowing();
    followed.clear();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return { prompt, stop, follow, leave, end };
}

function sessionClosed(sessionId: string): AcpConnectionError {
  return new AcpConnectionError(
    "session_closed",
    `Session "${sessionId}" was closed and takes no prompts. Load it again, or open a new one.`,
  );
}
