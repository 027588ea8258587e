import type { SessionPersistence, SessionSaving } from "@acp-store/core/reads";
import type { MirrorLink } from "@acp-store/mirror";
import {
  type DraftRequest,
  encodeSaving,
  parseSavingMessage,
  type SavingMessage,
  type SentSaving,
} from "./wire.js";

/** The saving of sessions by the owner of an agent, and the unsent prompts that all pages share. */
export interface RemoteSaving extends SessionPersistence {
  close(): void;
}

/** The time between a change of a draft and its message, in ms. */
const DEBOUNCE_MS = 200;
/** The time before the channel is opened again, in ms: after it has worked, and after it was refused. */
const RETRY_MS = 250;
const REFUSED_RETRY_MS = 10_000;

type DraftMessage = Extract<SavingMessage, { readonly type: "draft" }>;
type DraftListener = Parameters<SessionPersistence["drafts"]["onChange"]>[0];

/** Follows the saving of an agent. `openChannel` resolves when there is a connection. */
export function createRemoteSaving(openChannel: () => Promise<MirrorLink>): RemoteSaving {
  let all: SentSaving = { status: "ok" };
  const sessions = new Map<string, SessionSaving>();
  const statusListeners = new Set<() => void>();
  const draftListeners = new Set<DraftListener>();
  /** The drafts that are known, with those that were written here. */
  const texts = new Map<string, string>();
  /** The drafts that were written here last. They are sent again after a broken connection. */
  const own = new Set<string>();
  const unsent = new Set<string>();
  /** The number of the last change of each draft on this channel, and of all. */
  const changes = new Map<string, number>();
  let lastChange = 0;
  const waiting = new Map<string, ((text: string) => void)[]>();
  let link: MirrorLink | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const opened = await openChannel();
    if (isClosed) return opened.close();
    let hasAnswered = false;
    link = opened;
    changes.clear();
    lastChange = 0;
    opened.onMessage((text) => {
      if (!hasAnswered) begin();
      hasAnswered = true;
      receive(text);
    });
    opened.onClose(() => {
      link = undefined;
      // Without an answer, the server does not share drafts with this page.
      if (!hasAnswered) for (const id of waiting.keys()) resolveDraft(id, "");
      if (!isClosed) setTimeout(() => void connect(), hasAnswered ? RETRY_MS : REFUSED_RETRY_MS);
    });
  }

  /** Brings both sides to the same drafts. */
  function begin(): void {
    for (const id of own) unsent.add(id);
    flush();
    for (const id of new Set([...texts.keys(), ...waiting.keys()]))
      if (!own.has(id)) send({ type: "get", sessionId: id });
  }

  function send(request: DraftRequest): void {
    link?.send(encodeSaving(request));
  }

  function receive(text: string): void {
    const message = parseSavingMessage(text);
    if (message?.type === "draft") return receiveDraft(message);
    if (message === undefined) return;
    all = message.all;
    for (const [id, saving] of Object.entries(message.sessions)) sessions.set(id, saving);
    for (const listener of [...statusListeners]) listener();
  }

  function receiveDraft({ sessionId, text, after }: DraftMessage): void {
    // A text that was written here in the meantime is newer.
    if (unsent.has(sessionId) || after < (changes.get(sessionId) ?? 0)) return;
    const before = texts.get(sessionId);
    own.delete(sessionId);
    resolveDraft(sessionId, text);
    if (before !== undefined && before !== text) report({ sessionId, text });
  }

  function resolveDraft(sessionId: string, text: string): void {
    texts.set(sessionId, text);
    for (const resolve of waiting.get(sessionId) ?? []) resolve(text);
    waiting.delete(sessionId);
  }

  function report(change: Parameters<DraftListener>[0]): void {
    for (const listener of [...draftListeners]) listener(change);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (link === undefined) return;
    for (const sessionId of unsent) {
      const number = ++lastChange;
      changes.set(sessionId, number);
      send({ type: "set", sessionId, text: texts.get(sessionId) ?? "", number });
    }
    unsent.clear();
  }

  // A page that is closed has no time for the debounce.
  const target: Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">> = globalThis;
  target.addEventListener?.("pagehide", flush);
  void connect();

  return {
    get status() {
      return all.status;
    },
    get lastSavedAt() {
      return all.lastSavedAt;
    },
    sessionStatus: (sessionId) => sessions.get(sessionId),
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    drafts: {
      get(sessionId) {
        const known = texts.get(sessionId);
        if (known !== undefined) return Promise.resolve(known);
        const isAsked = waiting.has(sessionId);
        const answer = new Promise<string>((resolve) => {
          waiting.set(sessionId, [...(waiting.get(sessionId) ?? []), resolve]);
        });
        if (!isAsked) send({ type: "get", sessionId });
        return answer;
      },
      set(sessionId, text) {
        own.add(sessionId);
        unsent.add(sessionId);
        resolveDraft(sessionId, text);
        report({ sessionId, text });
        // A prompt that was sent must not come back.
        if (text === "") flush();
        else timer ??= setTimeout(flush, DEBOUNCE_MS);
      },
      onChange(listener) {
        draftListeners.add(listener);
        return () => void draftListeners.delete(listener);
      },
    },
    close() {
      isClosed = true;
      flush();
      target.removeEventListener?.("pagehide", flush);
      link?.close();
      for (const id of waiting.keys()) resolveDraft(id, "");
    },
  };
}
