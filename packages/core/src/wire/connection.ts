import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody, SessionOpenedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../state/adopt.js";
import type { Meta } from "../state/content.js";
import { parseLenient } from "./parse.js";
import * as schemas from "./v1/schemas.js";

/** What an answer means, and what was wrong with it. */
export interface AnswerReading {
  readonly events: readonly AcpEventBody[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected?: true;
}

const BASE = ["result"];

/** The answer to `initialize`. {@link https://agentclientprotocol.com/protocol/v1/initialization} */
export function readInitialized(result: unknown): AnswerReading {
  return read(schemas.initializeResponse, result, (value) => ({
    type: "connected",
    protocolVersion: value["protocolVersion"] === 2 ? 2 : 1,
    ...named("info", value["agentInfo"]),
    ...named("capabilities", value["agentCapabilities"]),
    ...named("authMethods", value["authMethods"]),
  }));
}

/** The answer to `session/new`. {@link https://agentclientprotocol.com/protocol/v1/session-setup} */
export function readNewSession(params: JsonObject, result: unknown): AnswerReading {
  return read(schemas.newSessionResponse, result, (value) =>
    sessionOpened(value["sessionId"] as string, { ...value, cwd: params["cwd"] }),
  );
}

/** The answer to `session/load` or `session/resume`, whose id the request named. */
export function readLoadedSession(
  sessionId: string,
  params: JsonObject,
  result: unknown,
): AnswerReading {
  return read(schemas.loadSessionResponse, result ?? {}, (value) =>
    sessionOpened(sessionId, { ...value, cwd: params["cwd"] }),
  );
}

/** What is known of a session: from its request, its answer, or the application. */
export function sessionOpened(sessionId: string, known: JsonObject): SessionOpenedEvent {
  return {
    type: "session_opened",
    sessionId,
    ...named("cwd", typeof known["cwd"] === "string" ? known["cwd"] : undefined),
    ...named("modes", known["modes"]),
    ...named("configOptions", known["configOptions"]),
  };
}

/** The answer to `session/prompt`. A malformed one ends the turn too, or it would run for ever. */
export function readTurnEnd(sessionId: string, turnId: string, result: unknown): AnswerReading {
  const { value, diagnostics } = parseLenient(schemas.promptResponse, result, BASE);
  const answer = isObject(value) ? value : {};
  const event: AcpEventBody = {
    type: "turn_ended",
    sessionId,
    turnId,
    ...named("stopReason", answer["stopReason"]),
    ...named("meta", answer["_meta"] as Meta | undefined),
  };
  return {
    events: [event],
    diagnostics,
    ...(value === undefined ? { rejected: true as const } : {}),
  };
}

function read(
  schema: typeof schemas.promptResponse,
  result: unknown,
  toEvent: (value: JsonObject) => AcpEventBody,
): AnswerReading {
  const { value, diagnostics } = parseLenient(schema, result, BASE);
  if (value === undefined) return { events: [], diagnostics, rejected: true };
  return { events: [toEvent(value as JsonObject)], diagnostics };
}

function named(name: string, value: unknown): JsonObject {
  return value === undefined || value === null ? {} : { [name]: value };
}
