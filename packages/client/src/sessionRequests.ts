import type { AcpStore, SessionId } from "@acp-store/core";
import type { AgentMethodName, SessionRewind } from "@acp-store/core/actions";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { CloseSessionResponse } from "@agentclientprotocol/sdk";
import type {
  AgentConnection,
  KnownSessionRequest,
  NewSessionRequest,
  NewSessionResult,
  ReopenedSessionResult,
  RewindResult,
  SessionRequest,
} from "./agentConnection.js";
import { createUnknownMessageError, planRewind } from "./conversationRewind.js";
import { AcpConnectionError, toSentence } from "./errors.js";
import type { OpenSessions } from "./openSessions.js";
import { rejectOnAbort } from "./promises.js";
import type { PromptQueue } from "./promptQueue.js";
import type { RequestOptions } from "./requestLimits.js";
import * as requests from "./requests.js";
import type { RpcConnection } from "./rpcConnection.js";

/** Runs a request with the RPC connection, with the limits of the request and without them. */
export type WithRpc = <Result>(
  request: (limited: RpcConnection, rpc: RpcConnection) => Promise<Result>,
  limits?: RequestOptions,
) => Promise<Result>;

/** Sends a request that needs no translation between the protocol versions. */
export type SendRequest = <Response>(
  name: AgentMethodName,
  params: object,
  limits?: RequestOptions,
) => Promise<Response>;

/** The parts of a connection that these requests use. */
interface SessionRequestParts {
  readonly store: AcpStore;
  readonly sessions: OpenSessions;
  readonly queue: PromptQueue;
  readonly withRpc: WithRpc;
  readonly send: SendRequest;
}

/** The methods of a connection about the agent's sessions: they list, open, rewind, rename and end them. */
export type SessionRequests = Pick<
  AgentConnection,
  | "archiveSession"
  | "closeSession"
  | "deleteSession"
  | "forkSession"
  | "getSessionStatus"
  | "listSessions"
  | "loadSession"
  | "newSession"
  | "resumeSession"
  | "rewindSession"
  | "setSessionTitle"
  | "unarchiveSession"
>;

/** Creates the methods about the agent's sessions. */
export function createSessionRequests({
  store,
  sessions,
  queue,
  withRpc,
  send,
}: SessionRequestParts): SessionRequests {
  async function openSession(
    name: "newSession" | "forkSession",
    request: SessionRequest & { readonly sessionId?: string },
    limits?: RequestOptions,
    meta?: Readonly<Record<string, unknown>>,
  ): Promise<NewSessionResult> {
    return withRpc(async (limited, rpc) => {
      // The session to copy.
      const { sessionId: sourceId } = request;
      if (sourceId !== undefined) await waitFor(sessions.open(rpc, sourceId), limits);
      // A later request that opens the session again goes without it.
      const sent =
        meta === undefined ? request : { ...request, _meta: { ...request._meta, ...meta } };
      const result = await requests.openSession<NewSessionResult>(store, limited, name, sent);
      if (sessions.ids().includes(result.sessionId))
        throw new AcpConnectionError(
          "invalid_response",
          `The agent answered with the id "${result.sessionId}" of a session that is open already, so no session was opened.`,
        );
      sessions.add({ ...request, sessionId: result.sessionId }, rpc);
      queue.addSession(result.sessionId);
      return result;
    }, limits);
  }

  async function newSession(
    { continuedFrom, ...request }: NewSessionRequest,
    limits?: RequestOptions,
  ): Promise<NewSessionResult> {
    const result = await openSession("newSession", request, limits);
    const { sessionId } = result;
    if (continuedFrom !== undefined)
      isolateListenerErrors(() => store.openSession({ sessionId, continuedFrom }));
    return result;
  }

  async function reopenSession(
    reopen: typeof requests.loadSession,
    request: KnownSessionRequest,
    limits?: RequestOptions,
  ): Promise<ReopenedSessionResult> {
    return withRpc(async (limited, rpc) => {
      const { sessionId } = request;
      // The response would open it again.
      for (let running; (running = sessions.whenOpened(sessionId)); )
        await waitFor(running, limits);
      const send = () => reopen(store, limited, request);
      const result = await sessions.openWith(rpc, request, send);
      queue.addSession(sessionId);
      return result;
    }, limits);
  }

  async function rewindSession(
    request: SessionRewind,
    limits?: RequestOptions,
  ): Promise<RewindResult> {
    const { sessionId } = request;
    const { step, source } = await withRpc(async (_, rpc) => {
      const planned = planRewind(store, request);
      const known = sessions.requestOf(sessionId);
      if (known === undefined) throw createUnknownMessageError(request);
      await waitFor(sessions.open(rpc, sessionId), limits);
      assertAttached(store, sessionId);
      assertIdle(sessionId);
      return { step: planned, source: known };
    }, limits);
    if (step.type === "rewind") {
      const rewind: typeof requests.loadSession = async (_store, rpc, known) => {
        assertIdle(sessionId);
        await rpc.request(step.method, step.params);
        return requests.loadSession(store, rpc, known);
      };
      await reopenSession(rewind, source, limits);
      return { sessionId };
    }
    if (step.type === "fork") {
      const forked = await openSession("forkSession", source, limits, step.meta);
      const fork = { ...source, sessionId: forked.sessionId };
      await reopenSession(requests.loadSession, fork, limits);
      return { sessionId: forked.sessionId };
    }
    const { sessionId: _, ...folder } = source;
    const opened = await openSession("newSession", folder, limits);
    return { sessionId: opened.sessionId };
  }

  /** @throws AcpConnectionError if the session has a running turn. */
  function assertIdle(sessionId: SessionId): void {
    if (queue.isBusy(sessionId))
      throw new AcpConnectionError(
        "turn_running",
        `Session "${sessionId}" has a running turn. Wait for its end, or cancel it.`,
      );
  }

  /** Sends a request that ends a session when it succeeds. */
  async function endSession<Response>(
    name: "deleteSession" | "archiveSession",
    sessionId: SessionId,
    limits?: RequestOptions,
  ): Promise<Response> {
    const result = await withRpc(async (rpc) => {
      await waitFor(sessions.whenOpened(sessionId), limits);
      return requests.sendRequest<Response>(store, rpc, name, { sessionId });
    }, limits);
    queue.removeSession(sessionId);
    sessions.remove(sessionId);
    return result;
  }

  async function closeSession(
    sessionId: SessionId,
    limits?: RequestOptions,
  ): Promise<CloseSessionResponse> {
    const isKnown = sessions.has(sessionId);
    queue.removeSession(sessionId);
    sessions.remove(sessionId);
    try {
      return await withRpc(async (limited, rpc) => {
        await waitFor(sessions.whenOpened(sessionId), limits);
        // The agent does not have it open.
        if (isKnown && !sessions.isOpenAt(rpc, sessionId)) return {};
        return requests.closeSession(store, limited, sessionId);
      }, limits);
    } finally {
      isolateListenerErrors(() => store.closeSession(sessionId));
    }
  }

  return {
    newSession,
    forkSession: (request, limits) => openSession("forkSession", request, limits),
    loadSession: (request, limits) => reopenSession(requests.loadSession, request, limits),
    resumeSession: (request, limits) => reopenSession(requests.resumeSession, request, limits),
    rewindSession,
    deleteSession: (sessionId, limits) => endSession("deleteSession", sessionId, limits),
    archiveSession: (sessionId, limits) => endSession("archiveSession", sessionId, limits),
    unarchiveSession: (sessionId, limits) => send("unarchiveSession", { sessionId }, limits),
    closeSession,
    listSessions: (request = {}, limits) => send("listSessions", request, limits),
    setSessionTitle: (sessionId, title, limits) =>
      send("setSessionTitle", { sessionId, title }, limits),
    getSessionStatus: (sessionId, limits) => send("getSessionStatus", { sessionId }, limits),
  };
}

/** Waits for a session that is being opened, until the request that needs it is aborted. */
export function waitFor(
  opened: Promise<void> | undefined,
  limits: RequestOptions | undefined,
): Promise<void> | undefined {
  return limits?.signal && opened ? rejectOnAbort(opened, limits.signal) : opened;
}

/** @throws AcpConnectionError if the agent does not know the session. */
export function assertAttached(store: AcpStore, sessionId: string): void {
  const reason = store.getState().sessions.get(sessionId)?.detached;
  if (reason === undefined) return;
  throw new AcpConnectionError(
    "detached",
    `Session "${sessionId}" accepts no requests: ${toSentence(reason)} Load the session again, or create a new one.`,
  );
}
