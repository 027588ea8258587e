import type { Diagnostic, IngestResult } from "../diagnostics.js";
import { isObject, type JsonObject } from "../state/adopt.js";
import type { ContentBlock } from "../state/content.js";
import {
  type AnswerReading,
  readConfigSet,
  readInitialized,
  readLoadedSession,
  readNewSession,
  readPromptAnswer,
  sessionOpened,
} from "../wire/connection.js";
import { readRpcMessage, requestKey, type RpcMessage } from "../wire/jsonRpc.js";
import { parseLenient } from "../wire/parse.js";
import { readPermissionRequest } from "../wire/permission.js";
import * as schemas from "../wire/v1/schemas.js";
import type { Kernel } from "./kernel.js";
import type { PermissionDesk } from "./permissionDesk.js";
import type { Frame } from "./types.js";

interface SentRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly turnId?: string;
}

interface ObserverParts {
  readonly kernel: Kernel;
  readonly desk: PermissionDesk;
  ingest(params: unknown, base: readonly string[], at: number): IngestResult;
  startTurn(sessionId: string, prompt: readonly ContentBlock[] | undefined, at: number): string;
}

type Request = RpcMessage & { kind: "request" };
type Answer = RpcMessage & { kind: "result" | "error" };

const FINE: IngestResult = { accepted: true, diagnostics: [] };

/** Follows a whole connection: pairs requests with their answers, in each direction. */
export function createObserver({
  kernel,
  desk,
  ingest,
  startTurn,
}: ObserverParts): (frame: Frame) => IngestResult {
  const sent = new Map<string, SentRequest>();
  const permissionOf = new Map<string, string>();

  function observe(frame: Frame): IngestResult {
    const message = isObject(frame) ? readRpcMessage(frame.msg) : undefined;
    if (message === undefined || (frame.dir !== "recv" && frame.dir !== "sent"))
      return notAFrame(frame);
    const at = typeof frame.t === "number" ? frame.t : kernel.now();
    return frame.dir === "recv" ? received(message, at) : sentOut(message, at);
  }

  function received(message: RpcMessage, at: number): IngestResult {
    switch (message.kind) {
      case "notification":
        if (message.method === "session/update")
          return ingest(message.params, ["msg", "params"], at);
        if (message.method === "$/cancel_request") withdraw(message.params, at);
        return FINE;
      case "request":
        return message.method === "session/request_permission" ? asked(message, at) : FINE;
      default:
        return answered(message, at);
    }
  }

  function sentOut(message: RpcMessage, at: number): IngestResult {
    switch (message.kind) {
      case "notification":
        if (message.method === "session/cancel")
          withSession(message.params, (sessionId) => cancel(sessionId, at));
        return FINE;
      case "request":
        sent.set(requestKey(message.id), prepare(message, at));
        return FINE;
      default:
        recordAnswer(message, at);
        return FINE;
    }
  }

  function prepare({ method, params }: Request, at: number): SentRequest {
    const request = { method, params: isObject(params) ? params : {} };
    const turnId = withSession(params, (sessionId) => {
      if (method === "session/load" || method === "session/resume") {
        kernel.tryCommit(sessionOpened(sessionId, { cwd: request.params["cwd"] }), at);
      }
      if (method !== "session/prompt") return undefined;
      const { value } = parseLenient(schemas.prompt, request.params["prompt"], []);
      return startTurn(sessionId, value as readonly ContentBlock[] | undefined, at);
    });
    return turnId === undefined ? request : { ...request, turnId };
  }

  function asked({ id, params }: Request, at: number): IngestResult {
    const { request, diagnostics } = readPermissionRequest(kernel.protocolVersion(), params, [
      "msg",
      "params",
    ]);
    kernel.report(diagnostics, at);
    if (request === undefined) return { accepted: false, diagnostics };
    permissionOf.set(requestKey(id), desk.announce(request, id, at));
    return { accepted: true, diagnostics };
  }

  function withdraw(params: unknown, at: number): void {
    const requestId = isObject(params) ? params["requestId"] : undefined;
    if (typeof requestId === "string" || typeof requestId === "number")
      desk.withdraw(requestId, at);
  }

  function cancel(sessionId: string, at: number): void {
    kernel.tryCommit({ type: "turn_cancelled", sessionId }, at);
  }

  /** The client answered the agent. Only permission requests are of interest. */
  function recordAnswer(message: Answer, at: number): void {
    const permissionId = permissionOf.get(requestKey(message.id));
    if (permissionId === undefined) return;
    permissionOf.delete(requestKey(message.id));
    desk.recordAnswer(permissionId, readOutcome(message), at);
  }

  function answered(message: Answer, at: number): IngestResult {
    const request = sent.get(requestKey(message.id));
    if (request === undefined) return FINE;
    sent.delete(requestKey(message.id));
    const reading =
      message.kind === "error"
        ? readFailure(request, message)
        : readResult(kernel.protocolVersion(), request, message.result);
    kernel.report(reading.diagnostics, at);
    const found = reading.events.map((event) => kernel.tryCommit(event, at));
    return {
      accepted: reading.rejected !== true && found.every(({ applied }) => applied),
      diagnostics: [...reading.diagnostics, ...found.flatMap(({ diagnostics }) => diagnostics)],
    };
  }

  return observe;
}

const NOTHING: AnswerReading = { events: [], diagnostics: [] };

function readResult(
  version: 1 | 2,
  { method, params, turnId }: SentRequest,
  result: unknown,
): AnswerReading {
  if (method === "initialize") return readInitialized(result);
  if (method === "session/new") return readNewSession(version, params, result);
  const reading = withSession(params, (sessionId): AnswerReading => {
    switch (method) {
      case "session/load":
      case "session/resume":
        return readLoadedSession(version, sessionId, params, result);
      case "session/prompt":
        return turnId === undefined
          ? NOTHING
          : readPromptAnswer(version, sessionId, turnId, result);
      case "session/close":
        return { ...NOTHING, events: [{ type: "session_closed", sessionId }] };
      case "session/set_mode":
        return readModeSet(sessionId, params);
      case "session/set_config_option":
        return readConfigSet(version, sessionId, result);
      default:
        return NOTHING;
    }
  });
  return reading ?? NOTHING;
}

function readModeSet(sessionId: string, { modeId }: JsonObject): AnswerReading {
  if (typeof modeId !== "string") return NOTHING;
  return { ...NOTHING, events: [{ type: "mode", sessionId, currentModeId: modeId }] };
}

/** A prompt that failed ends its turn; other requests leave the state as it was. */
function readFailure({ params, turnId }: SentRequest, message: Answer): AnswerReading {
  if (turnId === undefined || message.kind !== "error") return NOTHING;
  const { code, message: text, data } = message.error;
  const error = {
    message: typeof text === "string" ? text : "The agent answered the prompt with an error.",
    ...(typeof code === "number" ? { code } : {}),
    ...(data === undefined ? {} : { data }),
  };
  const event = withSession(params, (sessionId) => ({
    type: "turn_ended" as const,
    sessionId,
    turnId,
    error,
  }));
  return event === undefined ? NOTHING : { ...NOTHING, events: [event] };
}

function readOutcome(message: Answer): Parameters<PermissionDesk["recordAnswer"]>[1] {
  if (message.kind === "error") return { reason: "aborted" };
  const { value } = parseLenient(schemas.permissionResponse, message.result, []);
  const outcome = isObject(value) && isObject(value["outcome"]) ? value["outcome"] : {};
  const optionId = outcome["outcome"] === "selected" ? outcome["optionId"] : undefined;
  return typeof optionId === "string" ? { optionId } : { reason: "user" };
}

function withSession<Result>(
  params: unknown,
  use: (sessionId: string) => Result,
): Result | undefined {
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? use(sessionId) : undefined;
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
