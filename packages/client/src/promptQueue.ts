import type { AcpStore, ContentBlock, QueuedPrompt, Session, TurnId } from "@acp-store/core";
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
  /** Whether the agent may have received the prompt. */
  isSent: boolean;
  /** Resolves the prompt's promise without waiting for the agent's answer. */
  readonly abandon: (result: PromptResult) => void;
}

/** The options of a prompt. */
export interface PromptOptions {
  /**
   * The content blocks to show in place of those that are sent. The agent's echo of the prompt still
   * merges into its message.
   */
  readonly display?: readonly ContentBlock[] | undefined;
  /**
   * Cancels the prompt when aborted: a queued prompt leaves the queue, and a running turn is
   * cancelled like with `cancel`. The promise resolves with the stop reason.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The content of a prompt: what is sent, and what is shown in its place. */
type Prompt = Pick<QueuedPrompt, "prompt" | "display"> & {
  /** Whether the application has prepared the prompt before. */
  readonly isPrepared?: boolean;
  /** The earlier turn whose prompt is sent again. */
  readonly retryOf?: TurnId;
};

/** The parts of a connection that the queue uses. */
interface PromptQueueParts {
  readonly store: AcpStore;
  /** Sends a prompt, unless `startSending`, which is called right before that, returns `false`. */
  readonly send: (
    sessionId: string,
    prompt: Prompt,
    startSending: () => boolean,
  ) => Promise<PromptResult>;
  /** Returns whether the connection knows how to open a session. */
  readonly isKnown: (sessionId: string) => boolean;
  /** Opens a session at the agent. Returns `undefined` if it is open or cannot be opened. Never rejects. */
  readonly open: (sessionId: string) => Promise<unknown> | undefined;
  /** Cancels the running turn of a session. */
  readonly cancel: (sessionId: string) => Promise<void>;
  /** @throws AcpConnectionError unless the connection is ready. */
  readonly assertReady: () => void;
}

/** Sends one prompt at a time per session, and queued prompts in order. */
export interface PromptQueue {
  /** Sends a prompt, or queues it while the session is busy. Resolves when its turn ends. */
  prompt(
    sessionId: string,
    blocks: readonly ContentBlock[],
    options?: PromptOptions,
  ): Promise<PromptResult>;
  /**
   * Sends a prompt to a session that is not busy. Resolves when it is being sent.
   *
   * @throws the error of a prompt that could not be sent.
   */
  start(sessionId: string, prompt: Prompt): Promise<void>;
  /** Sends a prompt to a session that is not busy. Resolves when its turn ends. */
  run(sessionId: string, prompt: Prompt): Promise<PromptResult>;
  /** Sends a queued prompt next, after cancelling the running turn. */
  sendNow(sessionId: string, id: string): Promise<void>;
  /** Returns whether the session has a running turn, or a prompt that is being sent. */
  isBusy(sessionId: string): boolean;
  /** Resolves the session's current prompt as cancelled, without waiting for the agent. */
  abandon(sessionId: string): void;
  /** Cancels the session's current prompt if it has not been sent yet. */
  cancelUnsent(sessionId: string): void;
  /** Starts sending the queued prompts of a session. */
  addSession(sessionId: string): void;
  /** Sends the prompts that were queued while the connection was made. */
  sendReleased(): void;
  /** Stops sending prompts of a session and resolves all of them as cancelled. */
  removeSession(sessionId: string): void;
  /** Stops sending prompts and rejects all queued ones with the error. */
  close(error: Error): void;
}

/** The listeners of a prompt that is sent. */
interface RunListeners {
  readonly onSent?: () => void;
  readonly onFailure?: (isSent: boolean) => void;
}

const WATCHED_FIELDS = ["queue", "queueHeld", "openTurns", "detached"] as const;

/**
 * Creates the prompt queue of a connection. The queued prompts themselves are in the store, as
 * `session.queue`.
 */
export function createPromptQueue({
  store,
  send,
  isKnown,
  open,
  cancel,
  assertReady,
}: PromptQueueParts): PromptQueue {
  const queuedPromises = new Map<string, QueuedPromise>();
  const unwatchBySession = new Map<string, () => void>();
  const runningPrompts = new Map<string, RunningPrompt>();
  const onIdle = new Map<string, Set<() => void>>();

  async function prompt(
    sessionId: string,
    blocks: readonly ContentBlock[],
    { display, signal }: PromptOptions = {},
  ): Promise<PromptResult> {
    const session = getSession(sessionId);
    assertNotClosed(session);
    if (signal?.aborted) return CANCELLED;
    addSession(sessionId);
    const isQueued = isBusy(sessionId, session);
    const id = isQueued ? store.queuePrompt(sessionId, blocks, { display }) : undefined;
    const abort = (): void => {
      if (id !== undefined && isInQueue(sessionId, id)) store.unqueuePrompt(sessionId, id);
      else void cancel(sessionId);
    };
    signal?.addEventListener("abort", abort);
    try {
      return id === undefined
        ? await run(sessionId, { prompt: blocks, ...(display && { display }) })
        : await new Promise<PromptResult>((resolve, reject) => {
            queuedPromises.set(id, { sessionId, resolve, reject });
          });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async function start(sessionId: string, content: Prompt): Promise<void> {
    assertNotClosed(getSession(sessionId));
    addSession(sessionId);
    await new Promise<void>((resolve, reject) => {
      const onSent = (): void => resolve();
      run(sessionId, content, { onSent }).then(onSent, reject);
    });
  }

  async function sendNow(sessionId: string, id: string): Promise<void> {
    if (!isInQueue(sessionId, id)) return;
    addSession(sessionId);
    isolateListenerErrors(() => store.moveQueuedPrompt(sessionId, id, 0));
    isolateListenerErrors(() => store.releaseQueuedPrompt(sessionId, id));
    if (isInQueue(sessionId, id) && isBusy(sessionId, getSession(sessionId))) {
      const idle = waitUntilIdle(sessionId);
      await cancel(sessionId);
      await idle;
      assertReady();
    }
    // The cancel has held the queue.
    if (isInQueue(sessionId, id)) isolateListenerErrors(() => store.releaseQueue(sessionId));
  }

  function isInQueue(sessionId: string, id: string): boolean {
    return getSession(sessionId)?.queue.some((queued) => queued.id === id) === true;
  }

  /** Resolves when no prompt of the session is running. */
  function waitUntilIdle(sessionId: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = onIdle.get(sessionId) ?? new Set();
      onIdle.set(sessionId, waiting.add(resolve));
    });
  }

  function reportIdle(sessionId: string): void {
    for (const resolve of onIdle.get(sessionId) ?? []) resolve();
    onIdle.delete(sessionId);
  }

  function getSession(sessionId: string): Session | undefined {
    return store.getState().sessions.get(sessionId);
  }

  function isBusy(sessionId: string, session: Session | undefined): boolean {
    // No response ends an unanswered turn, so the next prompt does.
    const isAnswered = (turnId: string): boolean => !session?.turns.get(turnId)?.unanswered;
    return runningPrompts.has(sessionId) || session?.openTurns.some(isAnswered) === true;
  }

  /** Sends a prompt. `onFailure` learns whether it was sent when it failed. */
  async function run(
    sessionId: string,
    content: Prompt,
    { onSent, onFailure }: RunListeners = {},
  ): Promise<PromptResult> {
    let abandon: RunningPrompt["abandon"] = () => {};
    const abandoned = new Promise<PromptResult>((resolve) => (abandon = resolve));
    const running: RunningPrompt = { isCancelled: false, isSent: false, abandon };
    const startSending = (): boolean => {
      running.isSent = !running.isCancelled;
      if (running.isSent) onSent?.();
      return running.isSent;
    };
    runningPrompts.set(sessionId, running);
    try {
      const sent = send(sessionId, content, startSending);
      return await Promise.race([sent, abandoned]);
    } catch (error) {
      onFailure?.(running.isSent);
      throw error;
    } finally {
      if (runningPrompts.get(sessionId) === running) runningPrompts.delete(sessionId);
      queueMicrotask(() => sendNext(sessionId));
    }
  }

  function sendNext(sessionId: string): void {
    const session = getSession(sessionId);
    if (isBusy(sessionId, session)) return;
    reportIdle(sessionId);
    const [next] = session?.queue ?? [];
    if (next === undefined || next.held || session?.queueHeld) return;
    if (!unwatchBySession.has(sessionId)) return;
    if (store.getState().connection?.status !== "ready") return;
    // A prompt stays in the queue until its session is open.
    const opening = open(sessionId);
    if (opening !== undefined) return void opening.then(() => sendNext(sessionId));
    if (session?.detached) return;
    const promise = queuedPromises.get(next.id);
    queuedPromises.delete(next.id);
    // Run the prompt before listeners are notified, or the watcher would send it a second time.
    const onFailure = (isSent: boolean): void => {
      // Nobody waits for the prompt of a restored queue or of another window, so nobody sees the error.
      if (!isSent && promise === undefined) putBack(sessionId, next);
    };
    run(sessionId, next, { onFailure }).then(promise?.resolve, promise?.reject ?? (() => {}));
    isolateListenerErrors(() => store.unqueuePrompt(sessionId, next.id));
  }

  /** Puts a prompt that could not be sent back to the start of the queue, where it waits for the user. */
  function putBack(sessionId: string, { id, prompt: blocks, display }: QueuedPrompt): void {
    isolateListenerErrors(() => {
      store.queuePrompt(sessionId, blocks, { id, display });
      store.holdQueuedPrompt(sessionId, id);
      store.moveQueuedPrompt(sessionId, id, 0);
    });
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
    if (running === undefined || running.isSent) return;
    running.isCancelled = true;
    running.abandon(CANCELLED);
  }

  function abandon(sessionId: string): void {
    runningPrompts.get(sessionId)?.abandon(CANCELLED);
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

  function sendReleased(): void {
    for (const { sessionId, queue, queueHeld } of store.getState().sessions.values()) {
      if (queue.length === 0 || queueHeld || !isKnown(sessionId)) continue;
      addSession(sessionId);
      sendNext(sessionId);
    }
  }

  function removeSession(sessionId: string): void {
    unwatchBySession.get(sessionId)?.();
    unwatchBySession.delete(sessionId);
    cancelUnsent(sessionId);
    abandon(sessionId);
    runningPrompts.delete(sessionId);
    cancelQueued(sessionId, () => true);
    reportIdle(sessionId);
  }

  function close(error: Error): void {
    for (const unwatch of unwatchBySession.values()) unwatch();
    unwatchBySession.clear();
    for (const { reject } of queuedPromises.values()) reject(error);
    queuedPromises.clear();
    for (const sessionId of [...onIdle.keys()]) reportIdle(sessionId);
  }

  return {
    prompt,
    start,
    run(sessionId, content) {
      addSession(sessionId);
      return run(sessionId, content);
    },
    sendNow,
    isBusy: (sessionId) => isBusy(sessionId, getSession(sessionId)),
    cancelUnsent,
    abandon,
    addSession,
    sendReleased,
    removeSession,
    close,
  };
}

/** @throws AcpConnectionError if the session was closed. */
function assertNotClosed(session: Session | undefined): void {
  if (!session?.closed) return;
  const { sessionId } = session;
  throw new AcpConnectionError(
    "session_closed",
    `Session "${sessionId}" was closed and accepts no prompts. Load the session again, or create a new one.`,
  );
}
