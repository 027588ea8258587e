import { type AcpStore, type Frame, isSessionUnopened, type Session } from "@acp-store/core";
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

/** The sessions of a connection, which are opened when they are needed. */
export interface OpenSessions {
  /** Adds a session that the agent has opened, with the parameters that open it again. */
  add(request: KnownSessionRequest, rpc: RpcConnection): void;
  /** Adds the sessions that were opened in the history of a stream. */
  addFromHistory(history: readonly Frame[], rpc: RpcConnection): void;
  /**
   * Adds the open sessions of the store: those of an earlier connection and restored ones, also those
   * that are restored later.
   */
  addFromStore(): void;
  /** Removes a session, so that it is no longer opened, unless that has begun. */
  remove(sessionId: string): void;
  /** Returns the ids of all sessions. */
  ids(): readonly string[];
  /** Returns the parameters that open a session again, if this connection knows them. */
  requestOf(sessionId: string): KnownSessionRequest | undefined;
  /** Returns whether this connection knows how to open the session. */
  has(sessionId: string): boolean;
  /** Returns whether the agent has the session open. */
  isOpenAt(rpc: RpcConnection, sessionId: string): boolean;
  /** Returns whether a request for the session opens it before. */
  canOpen(sessionId: string): boolean;
  /**
   * Resumes or loads a session, unless the agent has it open or could not open it. Sessions that the agent
   * cannot open are marked as detached in the store. Never rejects. Returns `undefined` if there is
   * nothing to wait for.
   */
  open(rpc: RpcConnection, sessionId: string): Promise<void> | undefined;
  /**
   * Opens a session with a request of the caller, while `open` waits. Adds the session if that succeeds.
   *
   * @throws the error of the request.
   */
  openWith<Result>(
    rpc: RpcConnection,
    request: KnownSessionRequest,
    send: () => Promise<Result>,
  ): Promise<Result>;
  /** Resolves when the session is no longer being opened; `undefined` if it is not. */
  whenOpened(sessionId: string): Promise<void> | undefined;
  /**
   * Begins to use an RPC connection, or to use it again after a sign-in. Opens the sessions, one after the
   * other, that were open at the agent before, those that it could not open, and those that were saved
   * during a turn, the most recently active one first. Never rejects.
   */
  openAgain(rpc: RpcConnection): Promise<void>;
}

/** A session that is being opened. */
interface Opening {
  /** Resolves when the session has been opened or detached. */
  readonly done: Promise<void>;
}

/** Creates the list of the sessions of a connection. */
export function createOpenSessions(store: AcpStore): OpenSessions {
  const requests = new Map<string, KnownSessionRequest>();
  const openings = new Map<string, Opening>();
  /** The sessions that the agent has open. */
  const opened = new WeakMap<RpcConnection, Set<string>>();
  /** The sessions to open again with the next RPC connection. */
  const used = new Set<string>();
  /** The sessions that the agent could not open. */
  const failed = new Set<string>();
  /** The sessions that are being closed, or were closed. */
  const removed = new Set<string>();
  let current: RpcConnection | undefined;
  let includesRestored = false;

  function getSession(sessionId: string): Session | undefined {
    return store.getState().sessions.get(sessionId);
  }

  function canOpenSessions(): boolean {
    return (
      agentSupports(store.getState(), "loadSession") ||
      agentSupports(store.getState(), "resumeSession")
    );
  }

  function isOpenAt(rpc: RpcConnection | undefined, sessionId: string): boolean {
    return rpc !== undefined && opened.get(rpc)?.has(sessionId) === true;
  }

  /** Returns the parameters of a session, which may have been restored in the meantime. */
  function find(sessionId: string): KnownSessionRequest | undefined {
    if (!includesRestored || requests.has(sessionId) || removed.has(sessionId))
      return requests.get(sessionId);
    const session = getSession(sessionId);
    if (session === undefined || !isSessionUnopened(session)) return undefined;
    addFromSession(session);
    return requests.get(sessionId);
  }

  function addFromSession(session: Session): void {
    const { sessionId, cwd, additionalDirectories = [], parentSessionId, closed } = session;
    // The agent opens the sessions of subagents together with their parent.
    if (closed || parentSessionId !== undefined) return;
    if (cwd === undefined) return detach(sessionId, NO_CWD);
    requests.set(sessionId, {
      sessionId,
      cwd,
      ...(additionalDirectories.length > 0 && {
        additionalDirectories: [...additionalDirectories],
      }),
    });
  }

  function add(request: KnownSessionRequest, rpc: RpcConnection): void {
    const { sessionId } = request;
    requests.set(sessionId, request);
    removed.delete(sessionId);
    recordOpened(rpc, sessionId);
  }

  function recordOpened(rpc: RpcConnection, sessionId: string): void {
    const sessionIds = opened.get(rpc) ?? new Set();
    opened.set(rpc, sessionIds.add(sessionId));
    used.add(sessionId);
    failed.delete(sessionId);
  }

  function canOpen(sessionId: string): boolean {
    return find(sessionId) !== undefined && !isOpenAt(current, sessionId) && !failed.has(sessionId);
  }

  function open(rpc: RpcConnection, sessionId: string): Promise<void> | undefined {
    const running = openings.get(sessionId);
    // It may not be open after that, such as if the RPC connection has ended.
    if (running !== undefined) return running.done.then(() => open(rpc, sessionId));
    const request = find(sessionId);
    if (request === undefined || isOpenAt(rpc, sessionId)) return undefined;
    if (failed.has(sessionId) || rpc.endReason !== undefined) return undefined;
    return begin(sessionId, openSession(rpc, request));
  }

  /** Records that a session is being opened. */
  function begin(sessionId: string, work: Promise<unknown>): Promise<void> {
    const finish = (): void => {
      if (openings.get(sessionId) === opening) openings.delete(sessionId);
    };
    const opening: Opening = { done: work.then(finish, finish) };
    openings.set(sessionId, opening);
    return opening.done;
  }

  async function openSession(rpc: RpcConnection, request: KnownSessionRequest): Promise<void> {
    const { sessionId } = request;
    used.add(sessionId);
    try {
      if (!canOpenSessions()) return fail(sessionId, CANNOT_OPEN);
      const canLoad = agentSupports(store.getState(), "loadSession");
      const canResume = agentSupports(store.getState(), "resumeSession");
      const before = getSession(sessionId);
      const loads = canLoad && (!canResume || isIncomplete(before));
      await (loads ? loadSession : resumeSession)(store, rpc, request);
      recordOpened(rpc, sessionId);
      if (before !== undefined) await restoreSettings(store, rpc, before);
    } catch (error) {
      // If the RPC connection broke, the failure says nothing about the session. The next RPC
      // connection retries.
      if (rpc.endReason === undefined) fail(sessionId, describeError(error));
    }
  }

  function fail(sessionId: string, reason: string): void {
    failed.add(sessionId);
    detach(sessionId, reason);
  }

  function detach(sessionId: string, reason: string): void {
    isolateListenerErrors(() => store.detachSession(sessionId, reason));
  }

  function lastActivityOf(sessionId: string): number {
    return getSession(sessionId)?.lastActivityAt ?? 0;
  }

  async function openAgain(rpc: RpcConnection): Promise<void> {
    current = rpc;
    failed.clear();
    // An agent that can open none of them needs no request to say so.
    const selected = [...(canOpenSessions() ? used : requests.keys())]
      .filter((sessionId) => getSession(sessionId)?.closed !== true)
      .toSorted((left, right) => lastActivityOf(right) - lastActivityOf(left));
    for (const sessionId of selected) await open(rpc, sessionId);
  }

  return {
    add,
    addFromHistory: (history, rpc) =>
      findOpenedSessions(history).forEach((request) => add(request, rpc)),
    addFromStore() {
      includesRestored = true;
      for (const session of store.getState().sessions.values()) {
        const hasFailed = session.detached !== undefined && !isSessionUnopened(session);
        addFromSession(session);
        if (hasFailed || isIncomplete(session)) used.add(session.sessionId);
      }
    },
    remove(sessionId) {
      requests.delete(sessionId);
      used.delete(sessionId);
      removed.add(sessionId);
    },
    ids: () => [...requests.keys()],
    requestOf: find,
    has: (sessionId) => find(sessionId) !== undefined,
    isOpenAt,
    canOpen,
    open,
    openWith(rpc, request, send) {
      const work = send().then((result) => {
        add(request, rpc);
        return result;
      });
      void begin(request.sessionId, work);
      return work;
    },
    whenOpened: (sessionId) => openings.get(sessionId)?.done,
    openAgain,
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
