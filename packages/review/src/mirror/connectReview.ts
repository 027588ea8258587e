import { type ChunkedLink, type MirrorLink, openChunkedLink } from "@acp-store/mirror";
import { createStore } from "zustand/vanilla";
import type { ReviewView } from "../createReview.js";
import { createReviewState, type ReviewResult, type ReviewState } from "../engine/reviewState.js";
import {
  type CallArgs,
  encodeCall,
  type OwnerMessage,
  parseOwnerMessage,
  type SentResult,
  type SentResults,
} from "./wire.js";

/** The longest state or text, in characters. */
const MAX_STATE_CHARS = 256_000_000;
/** The time before the channel is opened again, in ms: after it has worked, and after it was refused. */
const RETRY_MS = 250;
const REFUSED_RETRY_MS = 10_000;

/** The review of an owner in another process or window. */
export interface RemoteReview extends ReviewView {
  /** Resolves when the state of the owner is here for the first time. */
  whenReady(): Promise<void>;
  /** Ends the connection. Decisions that are running reject. */
  close(): void;
}

interface RunningCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Follows a review that another process or window serves with `serveReview`. A broken channel is opened
 * again. A decision that was running then rejects: it may have been carried out, and the state shows it.
 *
 * @example
 * ```ts
 * const fleet = connectFleet(() => socketLink(new WebSocket("wss://example.com/acp")));
 * const review = connectReview(() => fleet.openReviewChannel("/home/me/app"));
 * review.subscribe(({ files }) => console.log(files.size));
 * ```
 */
export function connectReview(openChannel: () => Promise<MirrorLink>): RemoteReview {
  const store = createStore<ReviewState>(createReviewState);
  const calls = new Map<number, RunningCall>();
  let lastCall = 0;
  let channel: ChunkedLink | undefined;
  let isClosed = false;
  let markReady = (): void => {};
  const ready = new Promise<void>((resolve) => (markReady = resolve));

  async function connect(): Promise<void> {
    let hasAnswered = false;
    const retry = (): void => {
      if (isClosed) return;
      setTimeout(() => void connect(), hasAnswered ? RETRY_MS : REFUSED_RETRY_MS);
    };
    const link = await openChannel().catch(() => undefined);
    if (link === undefined) return retry();
    if (isClosed) return link.close();
    const onText = (text: string): void => {
      const message = parseOwnerMessage(text);
      if (message === undefined) return;
      hasAnswered = true;
      receive(message);
    };
    const onClose = (): void => {
      channel = undefined;
      fail(
        "The connection to the owner of the review broke. Look at the state before you try again.",
      );
      retry();
    };
    channel = openChunkedLink(link, MAX_STATE_CHARS, onText, onClose);
  }

  function receive(message: OwnerMessage): void {
    if (message.type === "state") return receiveState(message);
    const call = calls.get(message.id);
    calls.delete(message.id);
    if (message.type === "result") call?.resolve(message.result);
    else call?.reject(new Error(message.message));
  }

  function receiveState(message: Extract<OwnerMessage, { type: "state" }>): void {
    const files = new Map(message.isFirst ? [] : store.getState().files);
    for (const path of message.removed) files.delete(path);
    for (const file of message.files) files.set(file.path, file);
    const areSame = message.files.length + message.removed.length === 0 && !message.isFirst;
    store.setState({ ...message.lists, ...(!areSame && { files }) });
    markReady();
  }

  function fail(reason: string): void {
    for (const { reject } of calls.values()) reject(new Error(`[acp-store] ${reason}`));
    calls.clear();
  }

  async function call<Method extends keyof SentResults>(
    method: Method,
    ...args: CallArgs[Method]
  ): Promise<SentResults[Method]> {
    const opened = channel;
    if (opened === undefined)
      throw new Error("[acp-store] There is no connection to the owner of the review.");
    const id = ++lastCall;
    return new Promise((resolve, reject) => {
      // The owner is trusted to answer with the result of the method.
      calls.set(id, { resolve: (result) => resolve(result as SentResults[Method]), reject });
      opened.send(encodeCall(id, method, args));
    });
  }

  async function decide(answer: Promise<SentResult>): Promise<ReviewResult> {
    const { actionId, outcomes } = await answer;
    return { actionId, outcomes: new Map(outcomes) };
  }

  void connect();
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    keep: (target) => decide(call("keep", target)),
    reject: (target, options) => decide(call("reject", target, options)),
    undo: (actionId) => decide(call("undo", actionId)),
    redo: () => decide(call("redo")),
    unqueue: (hunk) => call("unqueue", hunk),
    planRestore: (checkpointId, options) => call("planRestore", checkpointId, options),
    restore: (plan) => decide(call("restore", plan)),
    texts: (path) => call("texts", path),
    versions: (path) => call("versions", path),
    previewEdits: (request) => call("previewEdits", request),
    removeFeedback: (session) => call("removeFeedback", session),
    whenReady: () => ready,
    close() {
      isClosed = true;
      channel?.close();
      channel = undefined;
      fail("The review was closed.");
    },
  };
}
