import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import {
  type AnswerReading,
  placeOf,
  readConfigSet,
  readInitialized,
  readLoadedSession,
  readNewSession,
  readPromptAnswer,
  readTitleSet,
  sessionOpened,
} from "./connection.js";
import type { RpcMessage } from "./jsonRpc.js";

/** A request that the client sent and that has no answer yet. */
export interface SentRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** The turn that a prompt started. */
  readonly turnId?: string;
  /** It asks for a session that was not open: if it fails, there is none. */
  readonly opens?: true;
}

/** The answer to a request. */
export type Answer = Extract<RpcMessage, { kind: "result" | "error" }>;

const NOTHING: AnswerReading = { events: [], diagnostics: [] };

/** What happens as soon as a request is sent. */
export function readSentRequest(
  version: 1 | 2,
  { method, params }: SentRequest,
): readonly AcpEventBody[] {
  if (method === "initialize") return [{ type: "connecting" }];
  const sessionId = sessionIdOf(params);
  if (sessionId === undefined || !asksForSession(method)) return [];
  const opened = sessionOpened(version, sessionId, placeOf(params));
  return isReplay({ method, params }) ? [opened, { type: "replay_started", sessionId }] : [opened];
}

/** Whether a request brings back a session of earlier. */
export function asksForSession(method: string): boolean {
  return method === "session/load" || method === "session/resume";
}

/** Loading sends the transcript again; resuming does so only from the start (version 2). */
function isReplay({ method, params }: SentRequest): boolean {
  if (method === "session/load") return true;
  return isObject(params["replayFrom"]) && params["replayFrom"]["type"] === "start";
}

/** What the agent's answer to a request means. */
export function readAnswer(version: 1 | 2, request: SentRequest, message: Answer): AnswerReading {
  if (message.kind === "error") {
    const { events } = readFailure(request, message);
    return { events, diagnostics: typeof message.error["message"] === "string" ? [] : [NO_ERROR] };
  }
  const { method, params } = request;
  const { result } = message;
  if (method === "initialize") return readInitialized(result);
  if (method === "session/new" || method === "session/fork")
    return readNewSession(version, params, result);
  const sessionId = sessionIdOf(params);
  return sessionId === undefined ? NOTHING : readSessionAnswer(version, request, sessionId, result);
}

function readSessionAnswer(
  version: 1 | 2,
  request: SentRequest,
  sessionId: string,
  result: unknown,
): AnswerReading {
  const { method, params, turnId } = request;
  switch (method) {
    case "session/load":
    case "session/resume":
      return withReplayEnd(
        request,
        sessionId,
        readLoadedSession(version, sessionId, params, result),
      );
    case "session/prompt":
      return turnId === undefined ? NOTHING : readPromptAnswer(version, sessionId, turnId, result);
    case "session/close":
    case "session/archive":
    case "session/delete":
      return { ...NOTHING, events: [{ type: "session_closed", sessionId }] };
    case "session/set_title":
      return readTitleSet(sessionId, result);
    case "session/set_mode":
      return readModeSet(sessionId, params);
    case "session/set_config_option":
      return readConfigSet(version, sessionId, result);
    default:
      return NOTHING;
  }
}

function withReplayEnd(
  request: SentRequest,
  sessionId: string,
  reading: AnswerReading,
): AnswerReading {
  if (!isReplay(request)) return reading;
  return { ...reading, events: [...reading.events, { type: "replay_ended", sessionId }] };
}

function readModeSet(sessionId: string, { modeId }: JsonObject): AnswerReading {
  if (typeof modeId !== "string") return NOTHING;
  return { ...NOTHING, events: [{ type: "mode", sessionId, currentModeId: modeId }] };
}

const NO_ERROR: Diagnostic = {
  code: "invalid_message",
  path: ["msg", "error"],
  message:
    "Expected an answer with a result, or an error with a message. It was taken for a failure.",
  value: undefined,
};

/** There is nothing to close any more. */
const NOT_FOUND = -32002;

/** A prompt that failed ends its turn, a load its replay or the session; others change nothing. */
function readFailure(
  request: SentRequest,
  { error: sent }: Extract<Answer, { kind: "error" }>,
): AnswerReading {
  const sessionId = sessionIdOf(request.params);
  if (sessionId === undefined) return NOTHING;
  if (request.opens || (request.method === "session/close" && sent["code"] === NOT_FOUND)) {
    return { ...NOTHING, events: [{ type: "session_closed", sessionId }] };
  }
  if (isReplay(request)) {
    return { ...NOTHING, events: [{ type: "replay_ended", sessionId, failed: true }] };
  }
  if (request.turnId === undefined) return NOTHING;
  const { code, message, data } = sent;
  const error = {
    message: typeof message === "string" ? message : "The agent answered the prompt with an error.",
    ...(typeof code === "number" ? { code } : {}),
    ...(data === undefined ? {} : { data }),
  };
  return { ...NOTHING, events: [{ type: "turn_ended", sessionId, turnId: request.turnId, error }] };
}

/** The session that a message is about. */
export function sessionIdOf(params: unknown): string | undefined {
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}
