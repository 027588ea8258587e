import type { AcpStore, ContentBlock, Session } from "@acp-store/core";
import { AcpConnectionError } from "./errors.js";
import { isolateListenerErrors } from "@acp-store/core/tap";

/** The result of a prompt. */
export interface PromptResult {
  /** The reason why the agent stopped, such as `end_turn`, or `cancelled` if it was never sent. */
  readonly stopReason: string;
}

/** The result of a prompt that was never sent. */
export const CANCELLED: PromptResult = { stopReason: "cancelled" };

/** The promise of a queued prompt. */
interface QueuedPromise {
  readonly sessionId: string;
  readonly resolve: (result: PromptResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The prompt that a session is working on. */
interface RunningPrompt {
  isCancelled: boolean;
  /** Resolves the prompt's promise without waiting for the agent's answer. */
  readonly abandon: (result: PromptResult) => void;
}

type Prompt = readonly ContentBlock[];

/** Sends one prompt at a time per session, and queued prompts in order. */
export interface PromptQueue {
  /** Sends a prompt, or queues it while the session is busy. Resolves when its turn ends. */
  prompt(sessionId: string, prompt: Prompt): Promise<PromptResult>;
  /** Cancels the session's current prompt if it has not been sent yet. */
  cancelUnsent(sessionId: string): void;
  /** Starts sending the queued prompts of a session. */
  addSession(sessionId: string): void;
  /** Stops sending prompts of a session and resolves all of them as cancelled. */
  removeSession(sessionId: string): void;
  /** Stops sending prompts and rejects all queued ones with the error. */
  close(error: Error): void;
}

const WATCHED_FIELDS = ["queue", "queueHeld", "openTurns"] as const;

/**
 * Creates the prompt queue of a connection. The queued prompts themselves are in the store, as
 * `session.queue`.
 */
export function createPromptQueue(
  store: AcpStore,
  /** Sends a prompt, unless `isCancelled` returns `true` right before that. */
  send: (sessionId: string, prompt: Prompt, isCancelled: () => boolean) => Promise<PromptResult>,
): PromptQueue {
  const queuedPromises = new Map<string, QueuedPromise>();
  const unwatchBySession = new Map<string, () => void>();
  const runningPrompts = new Map<string, RunningPrompt>();

  async function prompt(sessionId: string, content: Prompt): Promise<PromptResult> {
    const session = getSession(sessionId);
    if (session?.closed) throw createSessionClosedError(sessionId);
    addSession(sessionId);
    if (!isBusy(sessionId, session)) return run(sessionId, content);
    return new Promise((resolve, reject) => {
      const id = store.queuePrompt(sessionId, content);
      queuedPromises.set(id, { sessionId, resolve, reject });
    });
  }

  function getSession(sessionId: string): Session | undefined {
    return store.getState().sessions.get(sessionId);
  }

  function isBusy(sessionId: string, session: Session | undefined): boolean {
    const hasOpenTurn = session !== undefined && session.openTurns.length > 0;
    return runningPrompts.has(sessionId) || hasOpenTurn;
  }

  async function run(sessionId: string, content: Prompt): Promise<PromptResult> {
    let abandon: RunningPrompt["abandon"] = () => {};
    const abandoned = new Promise<PromptResult>((resolve) => (abandon = resolve));
    const running: RunningPrompt = { isCancelled: false, abandon };
    runningPrompts.set(sessionId, running);
    try {
      const sent = send(sessionId, content, () => running.isCancelled);
      return await Promise.race([sent, abandoned]);
    } finally {
      if (runningPrompts.get(sessionId) === running) runningPrompts.delete(sessionId);
      queueMicrotask(() => sendNext(sessionId));
    }
  }

  function sendNext(sessionId: string): void {
    const session = getSession(sessionId);
    const [next] = session?.queue ?? [];
    if (next === undefined || session?.queueHeld || isBusy(sessionId, session)) return;
    if (!unwatchBySession.has(sessionId)) return;
    if (store.getState().connection?.status !== "ready") return;
    const promise = queuedPromises.get(next.id);
    queuedPromises.delete(next.id);
    // Run the prompt before listeners are notified, or the watcher would send it a second time.
    run(sessionId, next.prompt).then(promise?.resolve, promise?.reject ?? (() => {}));
    isolateListenerErrors(() => store.unqueuePrompt(sessionId, next.id));
  }

  /** Resolves the promises of prompts that were removed from the queue in the store. */
  function settleRemoved(sessionId: string): void {
    const queue = getSession(sessionId)?.queue ?? [];
    cancelQueued(sessionId, (id) => !queue.some((queued) => queued.id === id));
  }

  function cancelQueued(sessionId: string, shouldCancel: (id: string) => boolean): void {
    for (const [id, promise] of queuedPromises) {
      if (promise.sessionId !== sessionId || !shouldCancel(id)) continue;
      queuedPromises.delete(id);
      promise.resolve(CANCELLED);
    }
  }

  function cancelUnsent(sessionId: string): void {
    const running = runningPrompts.get(sessionId);
    if (running !== undefined) running.isCancelled = true;
  }

  function addSession(sessionId: string): void {
    if (unwatchBySession.has(sessionId)) return;
    const onChange = (): void => {
      settleRemoved(sessionId);
      sendNext(sessionId);
    };
    const unwatchers = WATCHED_FIELDS.map((field) =>
      store.watch({ type: "field", sessionId, field }, onChange),
    );
    unwatchBySession.set(sessionId, () => unwatchers.forEach((unwatch) => unwatch()));
  }

  function removeSession(sessionId: string): void {
    unwatchBySession.get(sessionId)?.();
    unwatchBySession.delete(sessionId);
    cancelUnsent(sessionId);
    runningPrompts.get(sessionId)?.abandon(CANCELLED);
    runningPrompts.delete(sessionId);
    cancelQueued(sessionId, () => true);
  }

  function close(error: Error): void {
    for (const unwatch of unwatchBySession.values()) unwatch();
    unwatchBySession.clear();
    for (const { reject } of queuedPromises.values()) reject(error);
    queuedPromises.clear();
  }

  return { prompt, cancelUnsent, addSession, removeSession, close };
}

function createSessionClosedError(sessionId: string): AcpConnectionError {
  return new AcpConnectionError(
    "session_closed",
    `Session "${sessionId}" was closed and accepts no prompts. Load it with loadSession, or create one with newSession.`,
  );
}
