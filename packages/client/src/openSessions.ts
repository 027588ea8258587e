import type { AcpStore, Frame, Session } from "@acp-store/core";
import type { AnyRequest } from "@agentclientprotocol/sdk";
import type { KnownSessionRequest } from "./agentConnection.js";
import { agentSupports } from "@acp-store/core/actions";
import { describeError } from "./errors.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import { isRequest } from "./history.js";
import { isObject } from "./isObject.js";
import { type RpcConnection, opensSession } from "./rpcConnection.js";
import { loadSession, resumeSession } from "./requests.js";
import { restoreSettings } from "./restoreSettings.js";

const CANNOT_OPEN = "This agent cannot load sessions from an earlier connection.";
const NO_CWD = "The session has no working directory, so it cannot be opened again.";

/** The sessions of a connection, which are opened again after a reconnect. */
export interface OpenSessions {
  /** Adds a session with the parameters that reopen it. */
  add(request: KnownSessionRequest): void;
  /** Adds the sessions that were opened in the history of a stream. */
  addFromHistory(history: readonly Frame[]): void;
  /** Adds the open sessions of the store: restored ones, and those of an earlier connection. */
  addFromStore(): void;
  /** Removes a session, so that it is no longer opened, unless that has begun. */
  remove(sessionId: string): void;
  /** Returns the ids of all sessions. */
  ids(): readonly string[];
  /**
   * Resumes or loads every session over a new RPC connection, one after the other, the most
   * recently active one first. Sessions that the agent cannot open are marked as detached in the
   * store. Never rejects.
   */
  openAll(rpc: RpcConnection): Promise<void>;
  /** Like `openAll`, but only for the sessions of the store that the agent has not opened yet. */
  openRemaining(rpc: RpcConnection): Promise<void>;
  /**
   * Resolves when the session has been opened or detached; `undefined` if it is not being opened.
   * Makes the session the next one to be opened, because the caller waits for it.
   */
  whenOpened(sessionId: string): Promise<void> | undefined;
}

/** A session that is being opened, or will be when it is its turn. */
interface Opening {
  readonly request: KnownSessionRequest;
  /** Whether a caller waits for the session. */
  isWanted: boolean;
  hasBegun: boolean;
  readonly done: Promise<void>;
  readonly finish: () => void;
}

/** Creates the list of the sessions of a connection. */
export function createOpenSessions(store: AcpStore): OpenSessions {
  const requests = new Map<string, KnownSessionRequest>();
  const openings = new Map<string, Opening>();
  /** The ids of the sessions of the store that the agent has not opened yet. */
  const remaining = new Set<string>();

  async function open(rpc: RpcConnection, selected: readonly KnownSessionRequest[]): Promise<void> {
    const waiting = selected
      .filter(({ sessionId }) => getSession(sessionId)?.closed !== true)
      .toSorted((left, right) => lastActivityOf(right) - lastActivityOf(left))
      .map(addOpening);
    while (waiting.length > 0) {
      const wanted = waiting.findIndex(({ isWanted }) => isWanted);
      const [opening] = waiting.splice(Math.max(wanted, 0), 1) as [Opening];
      opening.hasBegun = true;
      const isNeeded = requests.get(opening.request.sessionId) === opening.request;
      if (isNeeded && rpc.endReason === undefined) await openSession(rpc, opening.request);
      opening.finish();
    }
  }

  function addOpening(request: KnownSessionRequest): Opening {
    const { sessionId } = request;
    let resolve = (): void => {};
    const done = new Promise<void>((resolveDone) => (resolve = resolveDone));
    const finish = (): void => {
      if (openings.get(sessionId) === opening) openings.delete(sessionId);
      resolve();
    };
    const opening: Opening = { request, isWanted: false, hasBegun: false, done, finish };
    openings.set(sessionId, opening);
    return opening;
  }

  function getSession(sessionId: string): Session | undefined {
    return store.getState().sessions.get(sessionId);
  }

  function lastActivityOf({ sessionId }: KnownSessionRequest): number {
    return getSession(sessionId)?.lastActivityAt ?? 0;
  }

  async function openSession(rpc: RpcConnection, request: KnownSessionRequest): Promise<void> {
    const { sessionId } = request;
    const canLoad = agentSupports(store.getState(), "loadSession");
    const canResume = agentSupports(store.getState(), "resumeSession");
    try {
      if (!canLoad && !canResume) return detach(sessionId, CANNOT_OPEN);
      const before = getSession(sessionId);
      const loads = canLoad && (!canResume || isIncomplete(before));
      await (loads ? loadSession : resumeSession)(store, rpc, request);
      remaining.delete(sessionId);
      if (before !== undefined) await restoreSettings(store, rpc, before);
    } catch (error) {
      // If the RPC connection broke, the failure says nothing about the session. The next RPC
      // connection retries.
      if (rpc.endReason === undefined) detach(sessionId, describeError(error));
    }
  }

  function detach(sessionId: string, reason: string): void {
    isolateListenerErrors(() => store.detachSession(sessionId, reason));
  }

  function add(request: KnownSessionRequest): void {
    requests.set(request.sessionId, request);
    remaining.delete(request.sessionId);
  }

  function addUnopened(sessionId: string, cwd: string, directories: readonly string[] = []): void {
    add({
      sessionId,
      cwd,
      ...(directories.length > 0 && { additionalDirectories: [...directories] }),
    });
    remaining.add(sessionId);
  }

  return {
    add,
    addFromHistory: (history) => findOpenedSessions(history).forEach(add),
    addFromStore() {
      for (const session of store.getState().sessions.values()) {
        const { sessionId, cwd, additionalDirectories, parentSessionId, closed } = session;
        // The agent opens the sessions of subagents together with their parent.
        if (closed || parentSessionId !== undefined) continue;
        if (cwd === undefined) detach(sessionId, NO_CWD);
        else addUnopened(sessionId, cwd, additionalDirectories);
      }
    },
    remove(sessionId) {
      requests.delete(sessionId);
      const opening = openings.get(sessionId);
      if (opening?.hasBegun === false) opening.finish();
    },
    ids: () => [...requests.keys()],
    openAll: (rpc) => open(rpc, [...requests.values()]),
    openRemaining: (rpc) =>
      open(
        rpc,
        [...requests.values()].filter(
          ({ sessionId }) => remaining.has(sessionId) && !openings.has(sessionId),
        ),
      ),
    whenOpened(sessionId) {
      const opening = openings.get(sessionId);
      if (opening !== undefined) opening.isWanted = true;
      return opening?.done;
    },
  };
}

/**
 * Returns whether the agent may know more of a session than the store: it was saved during a turn,
 * so the end of the turn is missing.
 */
function isIncomplete(session: Session | undefined): boolean {
  if (!session?.restored) return false;
  return [...session.turns.values()].at(-1)?.status === "interrupted";
}

/** Returns the parameters of the sessions that the history opened. */
function findOpenedSessions(history: readonly Frame[]): readonly KnownSessionRequest[] {
  const requests = new Map<unknown, AnyRequest>();
  const opened: KnownSessionRequest[] = [];
  for (const { dir, msg } of history) {
    if (dir === "sent" && isRequest(msg) && opensSession(msg.method)) requests.set(msg.id, msg);
    if (dir !== "recv" || !isObject(msg) || !("result" in msg)) continue;
    const sent = requests.get(msg["id"])?.params;
    requests.delete(msg["id"]);
    if (!isObject(sent)) continue;
    // The history contains the transcript, so a later restore must not ask for it again.
    const { replayFrom: _, ...params } = sent;
    const request = { ...params, ...pickSessionId(msg["result"]) };
    if (isKnownSession(request)) opened.push(request);
  }
  return opened;
}

function isKnownSession(request: object): request is KnownSessionRequest {
  return (
    "sessionId" in request &&
    typeof request.sessionId === "string" &&
    "cwd" in request &&
    typeof request.cwd === "string"
  );
}

/** Returns the id of a new session, which is in the response. */
function pickSessionId(result: unknown): object {
  return isObject(result) && "sessionId" in result ? { sessionId: result["sessionId"] } : {};
}
