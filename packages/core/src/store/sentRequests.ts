import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult } from "../diagnostics.js";
import type { SessionsListedEvent } from "../events/sessionEvents.js";
import { isObject } from "../json.js";
import type { Replays } from "../merge/createReplays.js";
import type { SessionId, TurnId } from "../state/entities.js";
import type { SentRequest } from "../wire/clientRequest.js";
import {
  cancelledRequestEvents,
  createsSession,
  opensExistingSession,
  parsePrompt,
  parseResponse,
  sentRequestEvents,
  sessionIdOf,
} from "../wire/clientRequests.js";
import {
  isRequestId,
  paramsOf,
  requestKey,
  type RpcRequest,
  type RpcResponse,
} from "../wire/jsonRpc.js";
import { commitAll, commitParsed } from "./commitParsed.js";
import { createExpectedPrompts } from "./expectedPrompts.js";
import type { NamedSessions } from "./namedSessions.js";
import { WIRE_PARAMS } from "./pendingRequests.js";
import { rejectIfClosed } from "./rejectIfClosed.js";
import { isOpenSession } from "./sessionLifecycle.js";
import type { TurnActions } from "./turnActions.js";
import type { AcpStore } from "./types.js";

interface SentRequestParts {
  readonly committer: Committer;
  readonly replays: Replays;
  readonly namedSessions: NamedSessions;
  readonly startTurn: TurnActions["startObservedTurn"];
  readonly steerTurn: TurnActions["steerObservedTurn"];
}

/** The requests of the client that wait for a response, and the meaning of each response. */
export interface SentRequests {
  /** Sets the options of the next `session/prompt` with these blocks. */
  expectPrompt: AcpStore["expectPrompt"];
  onRequest(request: RpcRequest, at: number): IngestResult;
  onPrompt(request: RpcRequest, at: number): IngestResult;
  onSteering(request: RpcRequest, at: number): IngestResult;
  /** The client has cancelled one of its requests with `$/cancel_request`. */
  onCancelled(params: unknown, at: number): IngestResult;
  /**
   * Returns `undefined` for a response without a request, which is a mistake of the agent only if
   * all requests of the connection have been observed.
   */
  onResponse(response: RpcResponse, at: number): IngestResult | undefined;
  /** Settles the requests of a lost connection, to which no response can arrive. */
  forget(at: number | undefined): void;
}

export function createSentRequests({
  committer,
  replays,
  namedSessions,
  startTurn,
  steerTurn,
}: SentRequestParts): SentRequests {
  const { tree } = committer;
  // Both sides count their ids from 0, so an id is unique only in one direction.
  const sentRequests = new Map<string, SentRequest>();
  /** The page of sessions that the agent listed last. The next request may continue it. */
  let lastPage: SessionsListedEvent | undefined;
  const expectedPrompts = createExpectedPrompts();

  function onRequest({ id, method, params }: RpcRequest, at: number): IngestResult {
    const opensSession =
      opensExistingSession(method) && !isOpenSession(committer, sessionIdOf(params));
    const listedBefore = method === "session/list" ? listedBeforePage(params) : undefined;
    const request: SentRequest = {
      id: requestKey(id),
      method,
      params: paramsOf(params),
      ...(opensSession && { opensSession }),
      ...(listedBefore && { listedBefore }),
    };
    commitAll({ committer, replays }, sentRequestEvents(tree.root.protocolVersion, request), at);
    sentRequests.set(requestKey(id), request);
    return ACCEPTED;
  }

  function onPrompt({ id, method, params }: RpcRequest, at: number): IngestResult {
    const request: SentRequest = { id: requestKey(id), method, params: paramsOf(params) };
    const sessionId = sessionIdOf(params);
    const rejected = rejectIfClosed(committer, sessionId, WIRE_PARAMS, at);
    let turnId: TurnId | undefined;
    if (sessionId !== undefined && rejected === undefined) {
      const prompt = parsePrompt(tree.root.protocolVersion, request.params);
      const options = expectedPrompts.take(sessionId, request.params["prompt"]);
      turnId = startTurn(sessionId, prompt, options, at);
    }
    sentRequests.set(requestKey(id), turnId === undefined ? request : { ...request, turnId });
    return rejected ?? ACCEPTED;
  }

  function onSteering({ id, method, params }: RpcRequest, at: number): IngestResult {
    const request: SentRequest = { id: requestKey(id), method, params: paramsOf(params) };
    const sessionId = sessionIdOf(params);
    const rejected = rejectIfClosed(committer, sessionId, WIRE_PARAMS, at);
    const prompt = parsePrompt(tree.root.protocolVersion, request.params);
    const isShown = sessionId !== undefined && rejected === undefined && prompt !== undefined;
    const ids = isShown
      ? steerTurn(
          sessionId,
          prompt,
          expectedPrompts.take(sessionId, request.params["prompt"]).display,
          at,
        )
      : undefined;
    sentRequests.set(requestKey(id), { ...request, ...ids });
    return rejected ?? ACCEPTED;
  }

  /**
   * Settles a cancelled request that opens a session, because the client no longer waits for the
   * session. The agent may answer late or never.
   */
  function onCancelled(params: unknown, at: number): IngestResult {
    const requestId = isObject(params) ? params["requestId"] : undefined;
    const key = isRequestId(requestId) ? requestKey(requestId) : "";
    const request = sentRequests.get(key);
    if (request === undefined) return ACCEPTED;
    const isRestored = tree.find(sessionIdOf(request.params))?.fields.restored;
    if (createsSession(request.method)) sentRequests.set(key, { ...request, cancelled: true });
    else if (request.opensSession || (isRestored && opensExistingSession(request.method))) {
      // The agent may still answer, which changes nothing.
      sentRequests.set(key, { id: key, method: "", params: {} });
      const events = cancelledRequestEvents(tree.root.protocolVersion, request);
      commitAll({ committer, replays }, events, at);
    }
    return ACCEPTED;
  }

  function onResponse(answer: RpcResponse, at: number): IngestResult | undefined {
    const request = sentRequests.get(requestKey(answer.id));
    if (request === undefined) return undefined;
    sentRequests.delete(requestKey(answer.id));
    const response = parseResponse(tree.root.protocolVersion, request, answer);
    if (createsSession(request.method))
      for (const event of response.events)
        if (event.type === "session_opened" && isOpened(event.sessionId)) {
          const diagnostic = duplicateSession(event.sessionId);
          committer.report([diagnostic], at);
          return { accepted: false, diagnostics: [diagnostic] };
        }
    for (const event of response.events) if (event.type === "sessions_listed") lastPage = event;
    return commitParsed({ committer, replays }, response, at);
  }

  /** Returns whether a session is open, and exists not only because of updates before its response. */
  function isOpened(sessionId: SessionId): boolean {
    return isOpenSession(committer, sessionId) && !namedSessions.has(sessionId);
  }

  /** Returns the ids of the sessions on the pages before the one that `session/list` requests. */
  function listedBeforePage(params: unknown): readonly SessionId[] | undefined {
    const cursor = isObject(params) ? params["cursor"] : undefined;
    if (cursor == null) return [];
    return cursor === lastPage?.nextCursor ? lastPage?.listedIds : undefined;
  }

  function forget(at: number | undefined): void {
    for (const { opensSession, steeringId, params } of sentRequests.values()) {
      const sessionId = sessionIdOf(params);
      if (sessionId === undefined) continue;
      if (opensSession) committer.commit({ type: "session_closed", sessionId }, at);
      if (steeringId !== undefined)
        committer.commit(
          { type: "steering_settled", sessionId, steeringId, outcome: "failed" },
          at,
        );
    }
    sentRequests.clear();
    lastPage = undefined;
    expectedPrompts.clear();
  }

  return {
    expectPrompt: expectedPrompts.expect,
    onRequest,
    onPrompt,
    onSteering,
    onCancelled,
    onResponse,
    forget,
  };
}

function duplicateSession(sessionId: SessionId): Diagnostic {
  return {
    code: "duplicate_id",
    path: ["msg", "result", "sessionId"],
    message:
      "Expected the id of a new session, but the session is open already. The response was rejected.",
    value: sessionId,
  };
}
