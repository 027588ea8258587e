import type { Committer } from "../commit/createCommitter.js";
import { type LimitedValue, limitMessage } from "../depth.js";
import { ACCEPTED, type Diagnostic, type IngestResult, mergeResults } from "../diagnostics.js";
import { isObject, type JsonObject } from "../json.js";
import type { Replays } from "../merge/createReplays.js";
import type { Frame, Inspectors } from "../notify/inspectors.js";
import { parseAuthStatusUpdate } from "../wire/authRequests.js";
import { sessionIdOf } from "../wire/clientRequests.js";
import {
  isRequestId,
  paramsOf,
  parseRpcMessage,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from "../wire/jsonRpc.js";
import { hideSecrets } from "../wire/hideSecrets.js";
import { parseTerminalResponse } from "../wire/terminalRequests.js";
import { commitAll, commitParsed } from "./commitParsed.js";
import type { ElicitationRequests } from "./elicitationRequests.js";
import type { Ingest } from "./ingest.js";
import type { NamedSessions } from "./namedSessions.js";
import { type PendingRequests, WIRE_PARAMS, type WireRequest } from "./pendingRequests.js";
import type { PermissionRequests } from "./permissionRequests.js";
import { createSentRequests } from "./sentRequests.js";
import type { TurnActions } from "./turnActions.js";
import type { AcpStore } from "./types.js";

interface ObserverParts {
  readonly committer: Committer;
  readonly inspectors: Inspectors;
  readonly replays: Replays;
  readonly pendingRequests: PendingRequests;
  readonly permissions: PermissionRequests;
  readonly elicitations: ElicitationRequests;
  readonly ingest: Ingest;
  readonly namedSessions: NamedSessions;
  readonly startTurn: TurnActions["startObservedTurn"];
  readonly steerTurn: TurnActions["steerObservedTurn"];
}

/** Follows the messages of a connection in both directions, and pairs requests with responses. */
export interface Observer {
  observe(frame: Frame): IngestResult;
  /** Sets the options of the next `session/prompt` with these blocks. */
  expectPrompt: AcpStore["expectPrompt"];
  /**
   * Forgets the open requests of a lost connection: the next one counts its ids from the start. `at`
   * is the time of the loss; default: now.
   */
  forgetConnection(at?: number): void;
}

type OnRequest = (request: RpcRequest, at: number) => IngestResult;
type OnNotification = (params: unknown, at: number) => IngestResult;

/** The number of levels of a message above its params. */
const MESSAGE_LEVELS = 1;
const WIRE_UPDATE = { params: WIRE_PARAMS, update: [...WIRE_PARAMS, "update"] };

/** Creates the observer of a store. */
export function createObserver({
  committer,
  inspectors,
  replays,
  pendingRequests,
  permissions,
  elicitations,
  ingest,
  namedSessions,
  startTurn,
  steerTurn,
}: ObserverParts): Observer {
  const { tree } = committer;
  const sentRequests = createSentRequests({
    committer,
    replays,
    namedSessions,
    startTurn,
    steerTurn,
  });
  /** The params of the last `initialize`. Unknown if the observation began later. */
  let initializeParams: JsonObject | undefined;
  /**
   * Whether the connection has carried a request other than `initialize`. An initial state with
   * sessions is what a used connection has left.
   */
  let isConnectionUsed = tree.sessions.size > 0;
  /** Whether all requests of the connection have been observed. */
  let isComplete = false;

  const incomingRequests = {
    "session/request_permission": ({ id, params }, at) => permissions.onRequest(id, params, at),
    "elicitation/create": onElicitationRequest,
    "terminal/create": onTerminalRequest,
    "terminal/output": onTerminalRequest,
    "terminal/wait_for_exit": onTerminalRequest,
    "terminal/kill": onTerminalRequest,
    "terminal/release": onTerminalRequest,
  } satisfies Record<string, OnRequest>;

  const outgoingRequests = {
    initialize: onInitializeSent,
    "session/prompt": sentRequests.onPrompt,
    "_session/steering": sentRequests.onSteering,
  } satisfies Record<string, OnRequest>;

  const outgoingNotifications = {
    "session/cancel": onCancelSent,
    "$/cancel_request": sentRequests.onCancelled,
  } satisfies Record<string, OnNotification>;

  function observe(frame: Frame): IngestResult {
    if (frame?.dir === "stderr") return onStderr(frame);
    const limited = isObject(frame) ? limitMessage(frame.msg, ["msg"], MESSAGE_LEVELS) : undefined;
    const msg = limited === undefined ? frame?.msg : limited.value;
    const message = isObject(frame) ? parseRpcMessage(msg) : undefined;
    const { dir } = frame ?? {};
    if (message === undefined || (dir !== "recv" && dir !== "sent")) return rejectFrame(frame);
    const at = timeOf(frame);
    if (!inspectors.areActive()) return onMessage(dir, message, at, limited);
    inspectors.beginFrame({ t: at, dir, msg: dir === "sent" ? hideSecrets(msg) : msg });
    try {
      return onMessage(dir, message, at, limited);
    } finally {
      inspectors.endFrame();
    }
  }

  function timeOf({ t }: Frame): number {
    return isTime(t) ? t : committer.now();
  }

  /** Reports a line of the agent's log to the inspectors. It is not part of the protocol. */
  function onStderr(frame: Frame): IngestResult {
    const { dir, msg } = frame;
    if (typeof msg !== "string") return rejectFrame(frame);
    if (inspectors.areActive()) {
      inspectors.beginFrame({ t: timeOf(frame), dir, msg });
      inspectors.endFrame();
    }
    return ACCEPTED;
  }

  function onMessage(
    dir: "recv" | "sent",
    message: RpcMessage,
    at: number,
    limited: LimitedValue<unknown> | undefined,
  ): IngestResult {
    const found = limited && committer.report(limited.diagnostics, at);
    const result = dir === "recv" ? onReceived(message, at) : onSent(message, at);
    return found === undefined ? result : mergeResults({ ...ACCEPTED, diagnostics: found }, result);
  }

  function rejectFrame(sent: unknown): IngestResult {
    const frame = limitMessage(sent, [], MESSAGE_LEVELS + 1)?.value ?? sent;
    const diagnostic = notAFrame(frame);
    // Only a message of the peer is reported to inspectors. Other frames are mistakes of the caller.
    if (diagnostic.path.length > 0) committer.report([diagnostic], committer.now());
    return { accepted: false, diagnostics: [diagnostic] };
  }

  function onReceived(message: RpcMessage, at: number): IngestResult {
    switch (message.kind) {
      case "notification":
        return onNotification(message.method, message.params, at);
      case "request":
        isConnectionUsed = true;
        // An agent that reuses an id has received the response to the earlier request.
        pendingRequests.untrack(message.id);
        return handlerOf(incomingRequests, message.method)?.(message, at) ?? ACCEPTED;
      default:
        return onAnswerReceived(message, at);
    }
  }

  function onNotification(method: string, params: unknown, at: number): IngestResult {
    // Nearly all messages are updates. A comparison is cheaper than a lookup, which hashes the name.
    switch (method) {
      case "session/update":
        return ingest(params, WIRE_UPDATE, at);
      case "$/cancel_request":
        return onRequestCancelled(params, at);
      case "elicitation/complete":
        return onElicitationCompleted(params, at);
      case "auth/status_update":
        return commitParsed({ committer, replays }, parseAuthStatusUpdate(params, WIRE_PARAMS), at);
      default:
        return ACCEPTED;
    }
  }

  function onSent(message: RpcMessage, at: number): IngestResult {
    switch (message.kind) {
      case "notification":
        return handlerOf(outgoingNotifications, message.method)?.(message.params, at) ?? ACCEPTED;
      case "request": {
        const result = (handlerOf(outgoingRequests, message.method) ?? sentRequests.onRequest)(
          message,
          at,
        );
        isConnectionUsed = message.method !== "initialize";
        return result;
      }
      default:
        return onAnswerSent(message, at);
    }
  }

  /**
   * Begins a connection. If the previous one was used, it was lost: no response can arrive.
   * Otherwise the client only offers another protocol version over the same connection.
   */
  function onInitializeSent(request: RpcRequest, at: number): IngestResult {
    const wasUsed = isConnectionUsed;
    forgetConnection(at);
    if (wasUsed) commitAll({ committer, replays }, [{ type: "disconnected" }], at);
    initializeParams = paramsOf(request.params);
    isComplete = true;
    return sentRequests.onRequest(request, at);
  }

  function onCancelSent(params: unknown, at: number): IngestResult {
    const sessionId = sessionIdOf(params);
    if (sessionId === undefined) return ACCEPTED;
    committer.tryCommit({ type: "turn_cancelled", sessionId }, at);
    return ACCEPTED;
  }

  /** A request that the client did not announce never becomes pending, because the client refuses it. */
  function onElicitationRequest({ id, params }: RpcRequest, at: number): IngestResult {
    const mode = paramsOf(params)["mode"];
    if (initializeParams === undefined || announcesElicitation(initializeParams, mode))
      return elicitations.onRequest(id, params, at);
    const diagnostic: Diagnostic = {
      code: "not_announced",
      path: [...WIRE_PARAMS, "mode"],
      message:
        "Expected only modes of elicitation that the client announced in initialize. The request was rejected.",
      value: mode,
    };
    return reject(diagnostic, at);
  }

  function reject(diagnostic: Diagnostic, at: number): IngestResult {
    committer.report([diagnostic], at);
    return { accepted: false, diagnostics: [diagnostic] };
  }

  function announcesElicitation(params: JsonObject, mode: unknown): boolean {
    const isVersion2 = tree.root.protocolVersion === 2;
    const { elicitation } = paramsOf(params[isVersion2 ? "capabilities" : "clientCapabilities"]);
    return isObject(elicitation) && (typeof mode !== "string" || elicitation[mode] != null);
  }

  function onTerminalRequest({ id, method, params }: RpcRequest, at: number): IngestResult {
    const rejected = namedSessions.rejectFromAgent(sessionIdOf(params), WIRE_PARAMS, at);
    if (rejected !== undefined) return rejected;
    pendingRequests.track(id, { kind: "terminal", method, params });
    return ACCEPTED;
  }

  function onRequestCancelled(params: unknown, at: number): IngestResult {
    const requestId = isObject(params) ? params["requestId"] : undefined;
    if (requestId === null || !isRequestId(requestId)) return ACCEPTED;
    if (!permissions.withdraw(requestId, at)) elicitations.withdraw(requestId, at);
    return ACCEPTED;
  }

  function onElicitationCompleted(params: unknown, at: number): IngestResult {
    const urlElicitationId = isObject(params) ? params["elicitationId"] : undefined;
    if (typeof urlElicitationId === "string")
      committer.tryCommit({ type: "elicitation_completed", urlElicitationId }, at);
    return ACCEPTED;
  }

  function onAnswerSent(answer: RpcResponse, at: number): IngestResult {
    const request = pendingRequests.untrack(answer.id);
    switch (request?.kind) {
      case "permission":
        return permissions.onAnswerSent(request.id, answer, at);
      case "elicitation":
        return elicitations.onAnswerSent(request.id, answer, at);
      case "terminal":
        return onTerminalAnswerSent(request, answer, at);
      default:
        return ACCEPTED;
    }
  }

  function onTerminalAnswerSent(
    { method, params }: Extract<WireRequest, { kind: "terminal" }>,
    answer: RpcResponse,
    at: number,
  ): IngestResult {
    const sessionId = sessionIdOf(params);
    const isClosed = tree.find(sessionId)?.fields.closed;
    if (answer.kind === "error" || isClosed) return ACCEPTED;
    const event = parseTerminalResponse(method, params, answer.result);
    return event === undefined ? ACCEPTED : committer.tryCommit(event, at);
  }

  function onAnswerReceived(answer: RpcResponse, at: number): IngestResult {
    const result = sentRequests.onResponse(answer, at);
    if (result !== undefined) return result;
    return isComplete ? reject(unknownResponse(answer), at) : ACCEPTED;
  }

  function forgetConnection(at?: number): void {
    isConnectionUsed = false;
    isComplete = false;
    sentRequests.forget(at);
    replays.clear();
    pendingRequests.clear();
  }

  return { observe, expectPrompt: sentRequests.expectPrompt, forgetConnection };
}

/** Returns the handler of a method. A method that happens to be called `toString` has none. */
function handlerOf<Handler>(
  handlers: Readonly<Record<string, Handler>>,
  method: string,
): Handler | undefined {
  return Object.hasOwn(handlers, method) ? handlers[method] : undefined;
}

/** Returns whether a frame's `t` is a time. For any other value, the store's clock counts. */
function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function notAFrame(value: unknown): Diagnostic {
  const dir = isObject(value) ? value["dir"] : undefined;
  if (isObject(value) && dir === "stderr")
    return {
      code: "invalid_message",
      path: ["msg"],
      message: "Expected the text of a line on stderr. It was rejected.",
      value: value["msg"],
    };
  return {
    code: "invalid_envelope",
    path: dir === "recv" || dir === "sent" ? ["msg"] : [],
    message:
      'Expected a frame { dir: "recv" | "sent", msg } with a JSON-RPC request, notification or response, or { dir: "stderr", msg } with a text. It was rejected.',
    value,
  };
}

function unknownResponse({ id }: RpcResponse): Diagnostic {
  return {
    code: "answer_without_request",
    path: ["msg", "id"],
    message:
      "Expected the id of an open request, with the same type. The response was rejected, and the request stays open.",
    value: id,
  };
}
