import { type Diagnostic, ACCEPTED, type IngestResult } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import { isObject } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import {
  type Answer,
  asksForSession,
  readAnswer,
  readSentRequest,
  type SentRequest,
  sessionIdOf,
} from "../wire/answers.js";
import { readElicitation, readElicitationAnswer } from "../wire/elicitation.js";
import { readRpcMessage, type RequestId, requestKey, type RpcMessage } from "../wire/jsonRpc.js";
import type { Place } from "../wire/notification.js";
import { parseLenient } from "../wire/parse.js";
import { readPermissionRequest } from "../wire/permission.js";
import { readTerminalAnswer } from "../wire/terminals.js";
import * as schemas from "../wire/v1/schemas.js";
import { closedSession, isOpen } from "./closed.js";
import type { Announced } from "./desk.js";
import type { ElicitationDesk } from "./elicitationDesk.js";
import type { Kernel } from "./kernel.js";
import type { PermissionDesk } from "./permissionDesk.js";
import type { Frame } from "./types.js";

interface ObserverParts {
  readonly kernel: Kernel;
  readonly permissions: PermissionDesk;
  readonly elicitations: ElicitationDesk;
  ingest(params: unknown, place: Place, at: number): IngestResult;
  startTurn(sessionId: string, prompt: readonly ContentBlock[] | undefined, at: number): string;
}

/** A request of the agent that the client has not answered yet. */
interface AskedRequest {
  readonly method: string;
  readonly params: unknown;
  readonly permissionId?: string;
  readonly elicitation?: string;
}

type Request = Extract<RpcMessage, { kind: "request" }>;

const PARAMS = ["msg", "params"];
const UPDATE: Place = { params: PARAMS, update: [...PARAMS, "update"] };
const PERMISSION = "session/request_permission";
const ELICITATION = "elicitation/create";

/** Follows a whole connection: pairs requests with their answers, in each direction. */
export interface Observer {
  observe(frame: Frame): IngestResult;
  /** The connection is gone; the next one counts its ids anew. */
  forget(): void;
}

export function createObserver({
  kernel,
  permissions,
  elicitations,
  ingest,
  startTurn,
}: ObserverParts): Observer {
  // Ids are unique per direction only: both sides count from 0.
  const sent = new Map<string, SentRequest>();
  const asked = new Map<string, AskedRequest>();

  function observe(frame: Frame): IngestResult {
    const message = isObject(frame) ? readRpcMessage(frame.msg) : undefined;
    if (message === undefined || (frame.dir !== "recv" && frame.dir !== "sent")) {
      return notAFrame(frame);
    }
    const at = typeof frame.t === "number" ? frame.t : kernel.now();
    if (!kernel.isInspected()) return take(frame.dir, message, at);
    const { dir, msg } = frame;
    kernel.begin({ t: at, dir, msg });
    try {
      return take(dir, message, at);
    } finally {
      kernel.end();
    }
  }

  function take(dir: Frame["dir"], message: RpcMessage, at: number): IngestResult {
    return dir === "recv" ? received(message, at) : sentOut(message, at);
  }

  function received(message: RpcMessage, at: number): IngestResult {
    if (message.kind === "request") return takeRequest(message, at);
    if (message.kind !== "notification") return takeAnswer(message, at);
    if (message.method === "session/update") return ingest(message.params, UPDATE, at);
    if (message.method === "$/cancel_request") withdraw(message.params, at);
    if (message.method === "elicitation/complete") complete(message.params, at);
    return ACCEPTED;
  }

  function sentOut(message: RpcMessage, at: number): IngestResult {
    if (message.kind === "request") return noteRequest(message, at);
    if (message.kind !== "notification") noteAnswer(message, at);
    else if (message.method === "session/cancel") cancel(message.params, at);
    return ACCEPTED;
  }

  function noteRequest({ id, method, params }: Request, at: number): IngestResult {
    const request: SentRequest = {
      method,
      params: isObject(params) ? params : {},
      ...(asksForSession(method) && !isOpen(kernel, sessionIdOf(params)) && { opens: true }),
    };
    commitAll(readSentRequest(kernel.protocolVersion(), request), at);
    const closed = method === "session/prompt" ? closedFor(params) : undefined;
    const turnId = method === "session/prompt" && !closed ? promptSent(request, at) : undefined;
    sent.set(requestKey(id), turnId === undefined ? request : { ...request, turnId });
    return closed === undefined ? ACCEPTED : refuse(closed, at);
  }

  function promptSent({ params }: SentRequest, at: number): string | undefined {
    const sessionId = sessionIdOf(params);
    if (sessionId === undefined) return undefined;
    const { value } = parseLenient(schemas.prompt, params["prompt"], []);
    return startTurn(sessionId, value as readonly ContentBlock[] | undefined, at);
  }

  function takeRequest({ id, method, params }: Request, at: number): IngestResult {
    // Who uses an id again has had the answer.
    asked.delete(requestKey(id));
    if (method === PERMISSION) return takePermission(id, params, at);
    if (method === ELICITATION) return takeElicitation(id, params, at);
    if (!method.startsWith("terminal/")) return ACCEPTED;
    const closed = closedFor(params);
    if (closed !== undefined) return refuse(closed, at);
    asked.set(requestKey(id), { method, params });
    return ACCEPTED;
  }

  function closedFor(params: unknown): Diagnostic | undefined {
    return closedSession(kernel, sessionIdOf(params), PARAMS);
  }

  function refuse(diagnostic: Diagnostic, at: number): IngestResult {
    kernel.report([diagnostic], at);
    return { accepted: false, diagnostics: [diagnostic] };
  }

  function takePermission(id: RequestId, params: unknown, at: number): IngestResult {
    const reading = readPermissionRequest(kernel.protocolVersion(), params, PARAMS);
    const { request, callPath } = reading;
    const diagnostics = kernel.report(reading.diagnostics, at);
    const closed = closedFor(params);
    if (closed !== undefined) return refuse(closed, at);
    if (request === undefined) return { accepted: false, diagnostics };
    const announced = permissions.announce(request, id, at, callPath);
    const permissionId = announced.id;
    return noteAsked(id, announced, diagnostics, { method: PERMISSION, params, permissionId });
  }

  function takeElicitation(id: RequestId, params: unknown, at: number): IngestResult {
    const { request, diagnostics: found } = readElicitation(params, PARAMS);
    const diagnostics = kernel.report(found, at);
    const closed = closedFor(params);
    if (closed !== undefined) return refuse(closed, at);
    if (request === undefined) return { accepted: false, diagnostics };
    const announced = elicitations.announce(request, id, at);
    const elicitation = announced.id;
    return noteAsked(id, announced, diagnostics, { method: ELICITATION, params, elicitation });
  }

  function noteAsked(
    id: RequestId,
    { accepted, diagnostics }: Announced,
    before: readonly Diagnostic[],
    request: AskedRequest,
  ): IngestResult {
    if (accepted) asked.set(requestKey(id), request);
    return { accepted, diagnostics: [...before, ...diagnostics] };
  }

  function withdraw(params: unknown, at: number): void {
    const requestId = isObject(params) ? params["requestId"] : undefined;
    if (typeof requestId !== "string" && typeof requestId !== "number") return;
    if (!permissions.withdraw(requestId, at)) elicitations.withdraw(requestId, at);
  }

  function complete(params: unknown, at: number): void {
    const elicitationId = isObject(params) ? params["elicitationId"] : undefined;
    if (typeof elicitationId !== "string") return;
    kernel.tryCommit({ type: "elicitation_completed", elicitationId }, at);
  }

  function cancel(params: unknown, at: number): void {
    const sessionId = sessionIdOf(params);
    if (sessionId !== undefined) kernel.tryCommit({ type: "turn_cancelled", sessionId }, at);
  }

  /** The client answered the agent. */
  function noteAnswer(message: Answer, at: number): void {
    const request = asked.get(requestKey(message.id));
    if (request === undefined) return;
    asked.delete(requestKey(message.id));
    if (request.permissionId !== undefined) {
      return permissions.recordAnswer(request.permissionId, readOutcome(message), at);
    }
    if (request.elicitation !== undefined) {
      const { elicitation } = request;
      if (message.kind === "error") return elicitations.recordFailure(elicitation, at);
      return elicitations.recordAnswer(elicitation, readElicitationAnswer(message.result), at);
    }
    if (message.kind === "error" || closedFor(request.params) !== undefined) return;
    const event = readTerminalAnswer(request.method, request.params, message.result);
    if (event !== undefined) kernel.tryCommit(event, at);
  }

  /** The agent answered the client. */
  function takeAnswer(message: Answer, at: number): IngestResult {
    const request = sent.get(requestKey(message.id));
    if (request === undefined) return ACCEPTED;
    sent.delete(requestKey(message.id));
    const reading = readAnswer(kernel.protocolVersion(), request, message);
    const diagnostics = kernel.report(reading.diagnostics, at);
    const results = commitAll(reading.events, at);
    return {
      accepted: reading.rejected !== true && results.every(({ accepted }) => accepted),
      diagnostics: [...diagnostics, ...results.flatMap((result) => result.diagnostics)],
    };
  }

  function commitAll(events: readonly AcpEventBody[], at: number): IngestResult[] {
    return events.map((event) => kernel.tryCommit(event, at));
  }

  function forget(): void {
    for (const { opens, params } of sent.values()) {
      const sessionId = sessionIdOf(params);
      if (opens && sessionId !== undefined) kernel.commit({ type: "session_closed", sessionId });
    }
    for (const known of [sent, asked]) known.clear();
    for (const desk of [permissions, elicitations]) desk.forget();
  }

  return { observe, forget };
}

function readOutcome(message: Answer): Parameters<PermissionDesk["recordAnswer"]>[1] {
  if (message.kind === "error") return { reason: "aborted" };
  const { value } = parseLenient(schemas.permissionResponse, message.result, []);
  const outcome = isObject(value) && isObject(value["outcome"]) ? value["outcome"] : {};
  const optionId = outcome["outcome"] === "selected" ? outcome["optionId"] : undefined;
  return typeof optionId === "string" ? { optionId } : { reason: "user" };
}

function notAFrame(value: unknown): IngestResult {
  const diagnostic: Diagnostic = {
    code: "invalid_message",
    path: isObject(value) && (value["dir"] === "recv" || value["dir"] === "sent") ? ["msg"] : [],
    message:
      'Expected a frame { dir: "recv" | "sent", msg } with a JSON-RPC request, notification or response. It was rejected.',
    value,
  };
  return { accepted: false, diagnostics: [diagnostic] };
}
