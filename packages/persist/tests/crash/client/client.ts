import { type AgentStream, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import {
  type AcpStorage,
  type Persistence,
  persistSessions,
  type StoredDocument,
} from "@acp-store/persist";
import { unfold, withoutUnsavedParts } from "../../support/unfold.js";
import { randomAt } from "../workload.js";

// A whole client that is killed: a store, its saved sessions, a connection to an agent, and a user who
// types drafts, queues prompts and answers permission requests.

/**
 * A step of the client, reported when it happens. Times are in ms since the epoch. The ids are those of documents,
 * such as `session/s1`.
 */
export type ClientReport =
  | { readonly type: "found"; readonly documents: SavedDocuments }
  | {
      readonly type: "restored";
      readonly id: string;
      readonly at: number;
      readonly content: unknown;
    }
  | {
      readonly type: "changed";
      readonly id: string;
      readonly at: number;
      /** The event of the store, or `draft`. */
      readonly event: string;
      /** The text of a draft. */
      readonly text?: string;
    }
  | {
      /** A write has begun. */
      readonly type: "writing";
      readonly id: string;
      readonly at: number;
      readonly isSnapshot: boolean;
      /** The session in the store, the text of the document of a draft, or `null` for a removal. */
      readonly content: unknown;
    }
  | {
      /** A write, or the reading before it, has ended; or reading has begun. */
      readonly type: "acknowledged" | "read" | "reading";
      readonly id: string;
      readonly at: number;
    }
  | { readonly type: "failed"; readonly reason: string };

/** The documents of a storage, by id. */
export type SavedDocuments = readonly (readonly [id: string, document: StoredDocument])[];

/** The parts of a client that depend on its platform. */
export interface ClientPlatform {
  readonly storage: AcpStorage;
  readonly openStream: () => AgentStream;
  /** Passes a report to the test before it returns, so that no write is ahead of its report. */
  readonly report: (report: ClientReport) => void;
}

/** The life of a client. */
export interface ClientLife {
  /** Selects the pauses of the user. */
  readonly seed: number;
  /** The number of the life, from 1. */
  readonly life: number;
}

const SESSIONS = 2;
const MAX_QUEUE = 3;
const WORDS = "please read the files again and then fix the failing test".split(" ");

/** Runs a client until its process is killed. */
export async function runClient(platform: ClientPlatform, life: ClientLife): Promise<void> {
  const { report } = platform;
  report({ type: "found", documents: await readAll(platform.storage) });
  const store = createAcpStore();
  const restoreTimes = new Map<string, number>();
  store.inspect((record) => {
    if (record.type !== "commit" || !("sessionId" in record.event)) return;
    const { sessionId, type, at } = record.event;
    if (sessionId === undefined) return;
    if (type === "session_restored") restoreTimes.set(sessionId, at);
    if (type === "session_detached") report({ type: "failed", reason: record.event.reason });
    report({ type: "changed", id: `session/${sessionId}`, at, event: type });
  });
  const persistence = persistSessions(store, reportWrites(platform, store));
  persistence.drafts.onChange(({ sessionId, text }) => {
    report({ type: "changed", id: `draft/${sessionId}`, at: Date.now(), event: "draft", text });
  });
  persistence.onStatus(() => {
    if (persistence.status !== "ok") report({ type: "failed", reason: persistence.status });
  });
  await persistence.restore();
  for (const [sessionId, at] of restoreTimes) {
    const content = unfold(store.getState(), sessionId);
    report({ type: "restored", id: `session/${sessionId}`, at, content });
  }
  const agent = await connectAgent(store, platform.openStream, { persistence });
  const sessionIds = [...store.getState().sessions.keys()];
  while (sessionIds.length < SESSIONS)
    sessionIds.push((await agent.newSession({ cwd: "/project" })).sessionId);
  answerPermissions(store, life);
  await Promise.all(sessionIds.map((id, index) => chat(store, persistence, id, life, index)));
}

async function readAll(storage: AcpStorage): Promise<SavedDocuments> {
  const documents: [string, StoredDocument][] = [];
  for (const id of await storage.list()) {
    const document = await storage.read(id);
    if (document !== undefined) documents.push([id, document]);
  }
  return documents;
}

/** Returns a storage that reports when each write begins, with what it should save, and ends. */
function reportWrites({ storage, report }: ClientPlatform, store: AcpStore): AcpStorage {
  async function perform(
    id: string,
    content: unknown,
    isSnapshot: boolean,
    run: () => Promise<void>,
  ): Promise<void> {
    report({ type: "writing", id, at: Date.now(), isSnapshot, content });
    await run();
    report({ type: "acknowledged", id, at: Date.now() });
  }
  return {
    ...storage,
    write(write) {
      const isSnapshot = "snapshot" in write;
      const content = write.id.startsWith("session/")
        ? unfold(withoutUnsavedParts(store.getState()), write.id.slice("session/".length))
        : isSnapshot && write.snapshot;
      return perform(write.id, content, isSnapshot, () => storage.write(write));
    },
    remove: (id) => perform(id, null, true, () => storage.remove(id)),
    async read(id) {
      report({ type: "reading", id, at: Date.now() });
      const document = await storage.read(id);
      report({ type: "read", id, at: Date.now() });
      return document;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers each permission request after a while, as a user does. */
function answerPermissions(store: AcpStore, { seed, life }: ClientLife): void {
  let count = 0;
  store.inspect((record) => {
    if (record.type !== "commit" || record.event.type !== "permission_requested") return;
    const { permissionId, options } = record.event;
    const [option] = options;
    if (option === undefined) return;
    const answer = (): void => store.respondToPermission(permissionId, option.optionId);
    setTimeout(answer, 50 + randomAt(seed, life, count++) * 300);
  });
}

/** Types one prompt after the other, and queues it. Continues with the draft of the previous life. */
async function chat(
  store: AcpStore,
  { drafts }: Persistence,
  sessionId: string,
  { seed, life }: ClientLife,
  index: number,
): Promise<void> {
  let text = await drafts.get(sessionId);
  // The removal of the draft of the last prompt may be lost. A user who sees it clears the draft.
  if (text !== "" && JSON.stringify(unfold(store.getState(), sessionId)).includes(text)) {
    drafts.remove(sessionId);
    text = "";
  }
  store.releaseQueue(sessionId);
  for (let count = 1; ; count++) {
    text = `${text} prompt-${life}-${index}-${count}`;
    for (const word of WORDS) {
      drafts.set(sessionId, text);
      await pause(30 + randomAt(seed, life, index, count, text.length) * 90);
      text = `${text} ${word}`;
    }
    while ((store.getState().sessions.get(sessionId)?.queue.length ?? 0) >= MAX_QUEUE)
      await pause(50);
    store.queuePrompt(sessionId, [{ type: "text", text }]);
    drafts.remove(sessionId);
    text = "";
  }
}
