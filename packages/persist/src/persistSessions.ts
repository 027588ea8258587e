import {
  type AcpPatch,
  type AcpState,
  type AcpStore,
  applyAcpPatches,
  type CommitRecord,
  type RootTableName,
} from "@acp-store/core";
import type { SavingStatus } from "@acp-store/core/reads";
import { getPatchTarget } from "@acp-store/core/replica";
import { isolateListenerErrors } from "@acp-store/core/tap";
import { drafts } from "./drafts.js";
import { listDraftIds, sessionDocumentId } from "./format.js";
import { onBeforeExit } from "./platform.js";
import type { Persistence, PersistOptions } from "./persistence.js";
import { createRedactor } from "./redactor.js";
import { createSavedCatalog } from "./savedCatalog.js";
import { createSessionVersions, readSession, restoreSavedSessions } from "./savedSessions.js";
import { patchWithoutAnswer } from "./savedState.js";
import { type SaverContext, SessionSaver } from "./sessionSaver.js";
import type { AcpStorage } from "./storage.js";

type CommitEvent = CommitRecord["event"];

const DEFAULT_DEBOUNCE_MS = 500;

/**
 * The events after which changes are written immediately. Not `prompt_unqueued`: a prompt leaves the
 * queue before its turn starts, and must never be saved in neither place.
 */
const IMMEDIATE_EVENTS: ReadonlySet<CommitEvent["type"]> = new Set([
  "activity",
  "cancel_timed_out",
  "disconnected",
  "elicitation_requested",
  "elicitation_settled",
  "permission_requested",
  "permission_settled",
  "prompt_queued",
  "queue_released",
  "queued_prompt_edited",
  "queued_prompt_held",
  "queued_prompt_moved",
  "session_closed",
  "turn_cancelled",
  "turn_ended",
  "turn_started",
]);

/** The events that do not change a restored session, so that it need not be written. */
const PASSIVE_EVENTS: ReadonlySet<CommitEvent["type"]> = new Set([
  "catalog_restored",
  "session_restored",
  "sessions_listed",
]);

/** The events that change the catalog entry of a session whose content is not in the store. */
const ENTRY_EVENTS: ReadonlySet<CommitEvent["type"]> = new Set([
  "session_archived",
  "session_read",
  "session_titled",
]);

/** The statuses, the most serious one last. */
const SEVERITY: readonly SavingStatus[] = [
  "ok",
  "superseded",
  "unknown_version",
  "failing",
  "full",
];

/**
 * Saves the sessions of a store, each as one document of the storage, and keeps the documents up to
 * date until `stop`. Only reads from the store. A crash loses at most the changes of the debounce
 * time and of the write that was running.
 *
 * Restored sessions are written again only after they have changed.
 *
 * @example
 * ```ts
 * const persistence = persistSessions(store, memoryStorage());
 * await persistence.restore();
 * ```
 */
export function persistSessions(
  store: AcpStore,
  storage: AcpStorage,
  options: PersistOptions = {},
): Persistence {
  const { debounceMs = DEFAULT_DEBOUNCE_MS, redact } = options;
  const savers = new Map<string, SessionSaver>();
  /** The session of each elicitation. */
  const elicitationSessions = new Map<string, string>();
  const listeners = new Set<() => void>();
  /** The sessions that need no write if they are in the storage, with the time of their last change. */
  const unchecked = new Map<string, number>();
  const prompts = drafts(storage, { debounceMs });
  let checking = Promise.resolve();
  const { getState, closeSession } = store;
  const restoringStore = { getState, closeSession, restoreSession: restoreSaved };
  const catalog = createSavedCatalog(restoringStore, storage);
  const restore = onceSuccessful(() => restoreSavedSessions(restoringStore, storage));
  const restoreCatalog = onceSuccessful(catalog.restore);
  let isRestoring = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFlushQueued = false;
  let isStopped = false;

  const context: SaverContext = {
    storage,
    getState: store.getState,
    schedule: () => {
      if (!isStopped) timer ??= setTimeout(saveChanges, debounceMs);
    },
    reportStatus: () => {
      for (const listener of [...listeners]) isolateListenerErrors(listener);
    },
  };

  function saverOf(sessionId: string): SessionSaver {
    const known = savers.get(sessionId);
    if (known !== undefined) return known;
    const saver = new SessionSaver(sessionId, context, redact && createRedactor(redact));
    savers.set(sessionId, saver);
    return saver;
  }

  /** Writes the sessions that are not in the storage yet. */
  async function checkStored(): Promise<void> {
    let stored: ReadonlySet<string> = new Set();
    try {
      stored = new Set(await storage.list());
    } catch {
      // The write of each session reports the error of the storage.
    }
    for (const [sessionId, at] of unchecked)
      if (!stored.has(sessionDocumentId(sessionId))) saverOf(sessionId).markChanged(at);
    unchecked.clear();
  }

  /** Handles a restored session. It is written only if the storage does not have it. */
  function onSessionRestored(sessionId: string, at: number): void {
    saverOf(sessionId).markRestored(at);
    if (isRestoring) return;
    if (unchecked.size === 0) checking = Promise.resolve().then(checkStored);
    unchecked.set(sessionId, at);
  }

  /** Handles a session whose content came from the agent and not from the storage. */
  function onContentLoaded(sessionId: string, at: number): void {
    if (!catalog.has(sessionId)) return;
    catalog.remove(sessionId);
    saverOf(sessionId).markChanged(at);
  }

  function saveChanges(): void {
    clearTimeout(timer);
    timer = undefined;
    isFlushQueued = false;
    for (const saver of savers.values()) saver.saveChanges();
  }

  function saveImmediately(): void {
    if (isFlushQueued) return;
    isFlushQueued = true;
    queueMicrotask(saveChanges);
  }

  function saveAll(): Promise<unknown> {
    return Promise.all(Array.from(savers.values(), (saver) => saver.save()));
  }

  async function flush(): Promise<void> {
    await checking;
    // A draft that cannot be saved stays unsaved until the next attempt.
    await Promise.all([saveAll(), prompts.flush().catch(() => {})]);
  }

  /** Restores a session of this storage, which therefore need not be written. */
  function restoreSaved(saved: AcpState): void {
    isRestoring = true;
    try {
      store.restoreSession(saved);
    } finally {
      isRestoring = false;
    }
  }

  /** Removes a session with its draft from the storage. */
  function forget(sessionId: string): Promise<void> {
    for (const id of listDraftIds(sessionId)) prompts.remove(id);
    for (const subagent of catalog.remove(sessionId)) void saverOf(subagent).forget();
    return saverOf(sessionId).forget();
  }

  /** Saves the changed entry of a session whose content is not in the store. */
  async function saveEntry(sessionId: string, at: number): Promise<void> {
    // A session that cannot be read keeps its document.
    const isRestored = await catalog.restoreSession(sessionId).catch(() => false);
    if (isRestored) saverOf(sessionId).markChanged(at);
  }

  function onCommit({ event, patches, inversePatches }: CommitRecord): void {
    if (event.type === "session_closed")
      saverOf(event.sessionId).close(
        () => applyAcpPatches(store.getState(), inversePatches),
        event.at,
      );
    if (event.type === "session_deleted") void forget(event.sessionId);
    for (const patch of patches) addPatchOf(event, patch);
    onEvent(event);
    if (IMMEDIATE_EVENTS.has(event.type)) saveImmediately();
  }

  /** Adds a patch to the session that it belongs to. */
  function addPatchOf(event: CommitEvent, patch: AcpPatch): void {
    const target = getPatchTarget(patch.path);
    // An update of a session without its content must not replace the saved document.
    if (target.sessionId !== undefined && catalog.has(target.sessionId)) return;
    if (target.sessionId !== undefined) addTo(saverOf(target.sessionId), event, patch);
    else if (target.kind === "table")
      for (const part of entryPatches(patch, target.table)) addPatchOf(event, part);
    else if (target.kind === "entity") addEntityPatch[target.table](event, target.id, patch);
  }

  /** Adds the patch of an entity at the top of the state to the session that it belongs to. */
  const addEntityPatch: Readonly<
    Record<RootTableName, (event: CommitEvent, id: string, patch: AcpPatch) => void>
  > = {
    catalog: (event, id, patch) => {
      if (ENTRY_EVENTS.has(event.type) && catalog.has(id))
        checking = Promise.all([checking, saveEntry(id, event.at)]).then(() => {});
      addTo(savers.get(id), event, patch);
    },
    elicitations: (event, id, patch) =>
      addTo(saverOfElicitation(id, patch), event, patchWithoutAnswer(patch)),
  };

  function addTo(saver: SessionSaver | undefined, event: CommitEvent, patch?: AcpPatch): void {
    if (saver === undefined || patch === undefined) return;
    saver.add(patch);
    if (isChange(event, saver)) saver.markChanged(event.at);
  }

  /** Returns the patches of single entities with the effect of a patch of their whole table. */
  function entryPatches(patch: AcpPatch, table: RootTableName): AcpPatch[] {
    const entries = new Map("value" in patch ? (patch.value as [string, unknown][]) : []);
    const known = { catalog: savers, elicitations: elicitationSessions }[table];
    const removed = [...known.keys()].filter((id) => !entries.has(id));
    return [
      ...removed.map((id): AcpPatch => ({ op: "remove", path: [table, id] })),
      ...Array.from(entries, ([id, value]): AcpPatch => ({ op: "add", path: [table, id], value })),
    ];
  }

  function saverOfElicitation(id: string, patch: AcpPatch): SessionSaver | undefined {
    const sessionId =
      elicitationSessions.get(id) ?? store.getState().elicitations.get(id)?.sessionId;
    if (sessionId === undefined) return undefined;
    if (patch.op === "remove" && patch.path.length === 2) elicitationSessions.delete(id);
    else elicitationSessions.set(id, sessionId);
    return saverOf(sessionId);
  }

  function onEvent(event: CommitEvent): void {
    if (event.type === "turn_ended") saverOf(event.sessionId).onTurnEnd();
    else if (event.type === "session_restored") {
      catalog.remove(event.sessionId);
      onSessionRestored(event.sessionId, event.at);
    } else if (event.type === "session_opened" && !event.requested)
      onContentLoaded(event.sessionId, event.at);
    else if (event.type === "replay_started") {
      // A replay that is merged keeps the transcript.
      if (!event.merges) saverOf(event.sessionId).postpone();
    } else if (event.type === "replay_ended")
      saverOf(event.sessionId).resume(event.failed ? undefined : event.at);
    else if (event.type === "disconnected") for (const saver of savers.values()) saver.resume();
  }

  for (const [sessionId, session] of store.getState().sessions) {
    if (session.closed) saverOf(sessionId).close(store.getState, 0);
    else onSessionRestored(sessionId, session.lastActivityAt ?? Date.now());
  }
  for (const [id, { sessionId }] of store.getState().elicitations)
    if (sessionId !== undefined) elicitationSessions.set(id, sessionId);
  const removeInspector = store.inspect((record) => {
    if (record.type === "commit") onCommit(record);
  });
  const removeExitListener = onBeforeExit(() => void saveAll());

  return {
    restore,
    restoreCatalog,
    restoreSession: catalog.restoreSession,
    readSession: (sessionId) => readSession(storage, sessionId),
    sessionVersions: createSessionVersions(storage),
    drafts: prompts,
    get status() {
      const statuses = Array.from(savers.values(), ({ status }) => status.status);
      return SEVERITY.findLast((status) => statuses.includes(status)) ?? "ok";
    },
    get lastSavedAt() {
      const times = Array.from(savers.values(), ({ status }) => status.lastSavedAt ?? 0);
      return Math.max(0, ...times) || undefined;
    },
    sessionStatus: (sessionId) => savers.get(sessionId)?.status,
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    flush,
    async stop() {
      removeInspector();
      removeExitListener();
      await flush();
      await prompts.stop().catch(() => {});
      isStopped = true;
      clearTimeout(timer);
      for (const saver of savers.values()) saver.stop();
    },
    async remove(sessionId) {
      const saver = saverOf(sessionId);
      await forget(sessionId);
      if (saver.status.error !== undefined) throw saver.status.error;
      for (const other of savers.values()) if (other.status.status === "full") void other.save();
    },
  };
}

/** Returns a function that returns the result of its first call, unless that has failed. */
function onceSuccessful<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return async () => {
    running ??= run();
    try {
      return await running;
    } catch (error) {
      running = undefined;
      throw error;
    }
  };
}

/** Returns whether an event is a reason to write a session. */
function isChange(event: CommitEvent, saver: SessionSaver): boolean {
  // The end of a replay releases the saver, if it succeeded.
  if (event.type === "replay_started" || event.type === "replay_ended") return false;
  if (saver.isWriting) return true;
  return event.type === "session_opened" ? !event.requested : !PASSIVE_EVENTS.has(event.type);
}
