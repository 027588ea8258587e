import * as z from "zod";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody, SessionOpenedEvent } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import type { Meta } from "../state/content.js";
import { parseLenient } from "./parse.js";
import * as v1 from "./v1/schemas.js";
import { withConfigIds } from "./v2/configOptions.js";
import * as v2 from "./v2/schemas.js";

/** What an answer means, and what was wrong with it. */
export interface AnswerReading {
  readonly events: readonly AcpEventBody[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected?: true;
}

const BASE = ["msg", "result"];

/** The answer to `initialize`. {@link https://agentclientprotocol.com/protocol/v1/initialization} */
export function readInitialized(result: unknown): AnswerReading {
  const version = isObject(result) && result["protocolVersion"] === 2 ? 2 : 1;
  const schema = version === 2 ? v2.initializeResponse : v1.initializeResponse;
  return read(schema, result, (value) => ({
    type: "connected",
    protocolVersion: version,
    ...named("info", value[version === 2 ? "info" : "agentInfo"]),
    ...named("capabilities", value[version === 2 ? "capabilities" : "agentCapabilities"]),
    ...named("authMethods", withMethodIds(version, value["authMethods"])),
  }));
}

/** One state shape for both versions: the id of a method is called `id`. */
function withMethodIds(version: 1 | 2, methods: unknown): unknown {
  if (version === 1 || !Array.isArray(methods)) return methods;
  return methods.map((method: JsonObject) => ({ ...method, id: method["methodId"] }));
}

/** The answer to `session/new`. {@link https://agentclientprotocol.com/protocol/v1/session-setup} */
export function readNewSession(version: 1 | 2, params: JsonObject, result: unknown): AnswerReading {
  const schema = version === 1 ? v1.newSessionResponse : v2.newSessionResponse;
  return read(schema, result, (value) =>
    sessionOpened(version, value["sessionId"] as string, { ...value, ...placeOf(params) }),
  );
}

/** The answer to `session/load` or `session/resume`, whose id the request named. */
export function readLoadedSession(
  version: 1 | 2,
  sessionId: string,
  params: JsonObject,
  result: unknown,
): AnswerReading {
  const schema = version === 1 ? v1.loadSessionResponse : v2.loadSessionResponse;
  return read(schema, result ?? {}, (value) =>
    sessionOpened(version, sessionId, { ...value, ...placeOf(params) }),
  );
}

/** Where a session works, as its request says. */
export function placeOf({ cwd, additionalDirectories }: JsonObject): JsonObject {
  return { cwd, additionalDirectories };
}

function stringsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** What is known of a session: from its request, its answer, or the application. */
export function sessionOpened(
  version: 1 | 2,
  sessionId: string,
  known: JsonObject,
): SessionOpenedEvent {
  return {
    type: "session_opened",
    sessionId,
    ...named("cwd", typeof known["cwd"] === "string" ? known["cwd"] : undefined),
    ...named("additionalDirectories", stringsIn(known["additionalDirectories"])),
    ...named("modes", known["modes"]),
    ...named("configOptions", withConfigIds(version, known["configOptions"])),
    ...named("commands", known["availableCommands"]),
  };
}

/** The answer to `session/set_config_option`. */
export function readConfigSet(version: 1 | 2, sessionId: string, result: unknown): AnswerReading {
  const schema = version === 1 ? v1.configOptions : v2.configOptions;
  return read(schema, result, ({ configOptions }) => ({
    type: "config_options",
    sessionId,
    configOptions: withConfigIds(version, configOptions) as [],
  }));
}

/** The answer to `session/set_title`: the agent may have changed the title that it was given. */
export function readTitleSet(sessionId: string, result: unknown): AnswerReading {
  return read(titleSet, result, ({ title }) => ({
    type: "session_info",
    sessionId,
    title: title as string,
  }));
}

const titleSet = z.object({ title: z.string() });

/**
 * The answer to `session/prompt`: in version 1 the end of the turn, in version 2 that the prompt
 * was taken in. A malformed version 1 answer ends the turn too, or it would run for ever.
 */
export function readPromptAnswer(
  version: 1 | 2,
  sessionId: string,
  turnId: string,
  result: unknown,
): AnswerReading {
  if (version === 2) {
    return read(v2.promptResponse, result, ({ messageId }) => ({
      type: "prompt_accepted",
      sessionId,
      turnId,
      messageId: messageId as string,
    }));
  }
  const { value, diagnostics } = parseLenient(v1.promptResponse, result, BASE);
  const answer = isObject(value) ? value : {};
  const event: AcpEventBody = {
    type: "turn_ended",
    sessionId,
    turnId,
    ...named("stopReason", answer["stopReason"]),
    ...named("usage", answer["usage"]),
    ...named("meta", answer["_meta"] as Meta | undefined),
  };
  return {
    events: [event],
    diagnostics,
    ...(value === undefined ? { rejected: true as const } : {}),
  };
}

function read(
  schema: z.ZodType,
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
