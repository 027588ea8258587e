import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult, mergeResults } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { SessionId } from "../state/entities.js";
import type { CreateId } from "../store/createIds.js";
import { isAgentContext } from "./matchText.js";
import { ReplayMerge } from "./replayMerge.js";

/**
 * The replays that the store expects. A replay of a session that an earlier connection has opened, or
 * that was restored, is merged into its transcript. Any other replay replaces the transcript.
 */
export interface Replays {
  /** Must be called with each event that may begin or end a replay. Returns the event to commit. */
  prepare(event: AcpEventBody, at?: number): AcpEventBody;
  /**
   * Handles the events of an update if a replay of its session is expected. Returns `undefined` if
   * not. `path` is the position of the update in its message.
   */
  handle(
    sessionId: SessionId,
    events: readonly AcpEventBody[],
    path: Diagnostic["path"],
    at: number,
  ): IngestResult | undefined;
  /** Ends all replays, because the connection is lost. */
  clear(): void;
}

/** A replay that is expected. */
interface Replay {
  /** The session that is loaded, which may be an ancestor. */
  readonly loadedId: SessionId;
  /** Absent if the replay replaces the transcript. */
  readonly merge?: ReplayMerge;
  /** Set for a resume, which ends with its response: agents may replay though nobody asked for it. */
  readonly isResume?: boolean;
  /** Set if the load failed. Later updates are dropped until the session is opened. */
  hasFailed?: boolean;
  /** Set if the next chunk of the agent starts a message. */
  startsMessage?: boolean;
}

/** Creates the replays of a store. */
export function createReplays(committer: Committer, createId: CreateId): Replays {
  const { tree, tryCommit } = committer;
  const replays = new Map<SessionId, Replay>();
  /** The sessions that an earlier connection has opened, which includes those of the initial state. */
  const outdated = new Set<SessionId>(tree.sessions.keys());

  function prepare(event: AcpEventBody, at?: number): AcpEventBody {
    switch (event.type) {
      case "disconnected":
        for (const sessionId of tree.sessions.keys()) outdated.add(sessionId);
        return event;
      case "session_opened":
        onOpened(event.sessionId, event.requested === true, at);
        return event;
      case "replay_started": {
        const { sessionId } = event;
        remove(sessionId);
        const merge = createMerge(sessionId);
        replays.set(sessionId, { loadedId: sessionId, ...(merge && { merge }) });
        return merge === undefined ? event : { ...event, merges: true };
      }
      case "replay_ended":
        if (!event.failed) onLoaded(event.sessionId, at);
        else onFailed(event.sessionId);
        return event;
      case "session_closed":
      case "turn_ended":
        remove(event.sessionId);
        return event;
      case "turn_started":
        onPrompt(event.sessionId, at);
        return event;
      default:
        return event;
    }
  }

  function onOpened(sessionId: SessionId, isRequested: boolean, at?: number): void {
    if (isRequested) {
      const merge = createMerge(sessionId);
      if (merge !== undefined)
        replays.set(sessionId, { loadedId: sessionId, merge, isResume: true });
      return;
    }
    const replay = replays.get(sessionId);
    if (replay?.isResume) replay.merge?.finish(at);
    if (replay?.isResume || replay?.hasFailed) remove(sessionId);
    outdated.delete(sessionId);
  }

  /** Ends a replay with the response of the agent, unless the agent replays after it. */
  function onLoaded(loadedId: SessionId, at?: number): void {
    outdated.delete(loadedId);
    const isOver = replays.get(loadedId)?.merge?.hasBegun === true;
    for (const { merge } of replaysOf(loadedId)) {
      merge?.finish(at);
      if (merge !== undefined) merge.isLate = true;
    }
    if (isOver) remove(loadedId);
  }

  /** Drops the rest of a replay that is merged, because a cancelled agent may continue it. */
  function onFailed(loadedId: SessionId): void {
    for (const replay of replaysOf(loadedId)) replay.hasFailed = true;
    if (replays.get(loadedId)?.merge === undefined) remove(loadedId);
  }

  function onPrompt(sessionId: SessionId, at?: number): void {
    outdated.delete(sessionId);
    const replay = replays.get(sessionId);
    if (replay?.merge === undefined || replay.isResume || replay.hasFailed) remove(sessionId);
    else replay.merge.onPrompt(at);
  }

  function createMerge(sessionId: SessionId): ReplayMerge | undefined {
    const session = tree.find(sessionId);
    if (session === undefined || session.fields.closed) return undefined;
    const { restored, detached } = session.fields;
    if (!restored && detached === undefined && !outdated.has(sessionId)) return undefined;
    const { applicationRows } = session.tables;
    return new ReplayMerge(committer, session, () =>
      createId("row", (id) => applicationRows.has(id)),
    );
  }

  /** Returns the replays of a session that is loaded, and of the sessions of its subagents. */
  function replaysOf(loadedId: SessionId): Replay[] {
    return [...replays.values()].filter((replay) => replay.loadedId === loadedId);
  }

  function remove(loadedId: SessionId): void {
    for (const [sessionId, replay] of replays)
      if (replay.loadedId === loadedId) replays.delete(sessionId);
  }

  function findReplay(sessionId: SessionId): Replay | undefined {
    const known = replays.get(sessionId);
    const parentId = tree.find(sessionId)?.fields.parentSessionId;
    if (known !== undefined || parentId === undefined) return known;
    const parent = replays.get(parentId);
    if (parent?.merge === undefined) return undefined;
    // An agent that loads a session also replays the sessions of its subagents.
    const merge = createMerge(sessionId);
    if (merge === undefined) return undefined;
    merge.isLate = parent.merge.isLate;
    const replay: Replay = { loadedId: parent.loadedId, merge };
    if (parent.hasFailed) replay.hasFailed = true;
    replays.set(sessionId, replay);
    return replay;
  }

  const handle: Replays["handle"] = (sessionId, events, path, at) => {
    // Looking up an id that was just parsed means hashing it.
    if (replays.size === 0) return undefined;
    const replay = findReplay(sessionId);
    if (replay === undefined) return undefined;
    let result = ACCEPTED;
    for (const event of events) {
      const handled = handleEvent(replay, event, path, at);
      if (handled !== ACCEPTED) result = mergeResults(result, handled);
    }
    return result;
  };

  function handleEvent(
    replay: Replay,
    event: AcpEventBody,
    path: Diagnostic["path"],
    at: number,
  ): IngestResult {
    const { merge, loadedId } = replay;
    if (merge === undefined) return replaceWith(replay, event, path, at);
    if (replay.hasFailed) return ACCEPTED;
    if (replays.get(loadedId) !== undefined && !merge.isLive(event))
      return merge.handle(event, path, at);
    merge.finish(at);
    remove(loadedId);
    return tryCommit(event, at, path);
  }

  /** Commits an event of a replay that replaces the transcript, without what the user did not say. */
  function replaceWith(
    replay: Replay,
    event: AcpEventBody,
    path: Diagnostic["path"],
    at: number,
  ): IngestResult {
    if (isAgentContext(event)) {
      replay.startsMessage = true;
      return ACCEPTED;
    }
    const { startsMessage } = replay;
    replay.startsMessage = false;
    if (!startsMessage || event.type !== "message_chunk" || event.role === "user")
      return tryCommit(event, at, path);
    const { sessionId } = event;
    return tryCommit({ type: "replay_merged", sessionId, part: event, place: {} }, at, path);
  }

  return { prepare, handle, clear: () => replays.clear() };
}
