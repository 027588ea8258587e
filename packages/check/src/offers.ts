import type { ConfigOption, Session } from "@acp-store/core";
import { isObject, type JsonObject } from "./json.js";
import {
  getSessionId,
  type Message,
  type RequestMessage,
  type ResponseMessage,
} from "./jsonRpc.js";
import { type Check, formatUnion, listObjects, type MessageContext, quote } from "./check.js";
import { OPENS_SESSION } from "./turns.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type OfferRuleCode = "value_not_offered" | "incomplete_config_options";

export const OFFER_RULES: RuleTable<OfferRuleCode> = {
  value_not_offered: {
    severity: "violation",
    side: "both",
    text: "A current or chosen mode, configuration value or authentication method, and the cursor of a list, is one of those that the agent offers.",
    link: linkToSpec("session-config-options"),
    tck: listTck("MODES-001 CONFIG-001", "CONFIG-204"),
  },
  incomplete_config_options: {
    severity: "violation",
    side: "agent",
    text: "Responses and updates with configuration options contain the complete list, with the new value applied.",
    link: linkToSpec("session-config-options"),
    tck: listTck("CONFIG-002", "CONFIG-202 CONFIG-206"),
  },
};

/** The request of the client that uses a method of authentication, by version. */
const LOGIN_METHODS = { 1: "authenticate", 2: "auth/login" } as const;

/**
 * Checks modes, configuration options and methods of authentication: `value_not_offered` and
 * `incomplete_config_options`.
 */
export function createOfferCheck(): Check<OfferRuleCode> {
  /** The sessions whose modes are known, because the agent has answered the request to open them. */
  const openedSessions = new Set<string>();

  return {
    onMessage: (message, context) => {
      if (message.kind === "response") {
        const opened = findOpenedSession(message);
        if (opened !== undefined) openedSessions.add(opened);
        onOfferResponse(message, context);
      } else if (message.dir === "recv") {
        const { update } = message.params;
        const isOpened = openedSessions.has(getSessionId(message.params) ?? "");
        if (isObject(update)) onOfferUpdate(update, message, isOpened, context);
      } else if (message.kind === "request") onChoice(message, context);
    },
  };
}

function findOpenedSession({ request, result, isError }: ResponseMessage): string | undefined {
  if (isError || !OPENS_SESSION.test(request?.method ?? "")) return undefined;
  return getSessionId(result) ?? getSessionId(request?.params);
}

/** The client chooses a value. */
function onChoice(
  { method, params }: RequestMessage,
  context: MessageContext<OfferRuleCode>,
): void {
  const session = findSession(params, context);
  const { agentCapabilities, authMethods, version } = context.connection;
  if (method === "session/set_mode" && session !== undefined && version === 1) {
    const modes = session.modes?.availableModes.map(({ id }) => id) ?? [];
    if (isListKnown(modes, context))
      reportNotOffered("params.modeId", params["modeId"], modes, context);
  }
  if (method === "session/set_config_option" && session !== undefined) {
    const { configId, value } = params;
    const ids = session.configOptions.map(({ id }) => id);
    if (isListKnown(ids, context)) reportNotOffered("params.configId", configId, ids, context);
    const option = session.configOptions.find(({ id }) => id === configId);
    if (option !== undefined) reportWrongValue(option, value, context);
  }
  if (method === LOGIN_METHODS[version] && agentCapabilities !== undefined) {
    const methods = listObjects(authMethods).map(([, entry]) => entry);
    // In version 2, the methods announce the capability, and their absence is `not_supported`.
    if (version === 2 && methods.length === 0) return;
    // The client runs a terminal method itself, without a request.
    const ids = methods.filter(({ type }) => type !== "terminal").map(idOfMethod);
    reportNotOffered("params.methodId", params["methodId"], ids, context);
  }
}

/** The agent answers with what it offers. */
function onOfferResponse(
  { request, result, isError, dir }: ResponseMessage,
  context: MessageContext<OfferRuleCode>,
): void {
  if (isError || dir !== "recv" || request === undefined) return;
  const { modes, configOptions } = result;
  if (isObject(modes)) {
    const ids = listObjects(modes["availableModes"]).map(([, mode]) => mode["id"]);
    reportNotOffered("result.modes.currentModeId", modes["currentModeId"], ids, context);
  }
  reportCurrentValues(configOptions, "result.configOptions", context);
  if (request.method !== "session/set_config_option") return;
  const session = findSession(request.params, context);
  reportIncomplete(configOptions, "result.configOptions", session, context);
  const { configId, value } = request.params;
  const changed = listObjects(configOptions).find(([, option]) => idOf(option) === configId);
  if (changed !== undefined && changed[1]["currentValue"] !== value)
    context.report(
      "incomplete_config_options",
      `The client set ${quote(configId)} to ${quote(value)}, but the response has the value ${quote(changed[1]["currentValue"])}.`,
      {
        path: `result.configOptions.${changed[0]}.currentValue`,
        expected: quote(value),
        actual: changed[1]["currentValue"],
        relatedFrames: [request.frame],
      },
    );
}

/** The agent changes what it offers, or the current value. */
function onOfferUpdate(
  update: JsonObject,
  message: Message,
  isOpened: boolean,
  context: MessageContext<OfferRuleCode>,
): void {
  const session = message.kind === "response" ? undefined : findSession(message.params, context);
  const { sessionUpdate, currentModeId, configOptions } = update;
  if (sessionUpdate === "current_mode_update" && context.connection.version === 1) {
    const modes = session?.modes?.availableModes.map(({ id }) => id) ?? [];
    if (modes.length > 0 || (isOpened && context.isComplete))
      reportNotOffered("params.update.currentModeId", currentModeId, modes, context);
  }
  if (sessionUpdate !== "config_option_update") return;
  reportCurrentValues(configOptions, "params.update.configOptions", context);
  reportIncomplete(configOptions, "params.update.configOptions", session, context);
}

function findSession(
  params: JsonObject,
  { before }: MessageContext<OfferRuleCode>,
): Session | undefined {
  return before.sessions.get(getSessionId(params) ?? "");
}

/** Returns whether a list is known. The agent may have sent it before the first frame of a trace. */
function isListKnown(
  offered: readonly unknown[],
  { isComplete }: MessageContext<OfferRuleCode>,
): boolean {
  return isComplete || offered.length > 0;
}

function reportNotOffered(
  path: string,
  value: unknown,
  offered: readonly unknown[],
  { report }: MessageContext<OfferRuleCode>,
): void {
  if (typeof value !== "string" || offered.includes(value)) return;
  const expected = offered.length === 0 ? "never" : formatUnion(offered);
  report("value_not_offered", `${quote(value)} is not among the offered values.`, {
    path,
    expected,
    actual: value,
  });
}

function reportCurrentValues(
  options: unknown,
  path: string,
  context: MessageContext<OfferRuleCode>,
): void {
  for (const [index, option] of listObjects(options)) {
    const { type, currentValue } = option;
    // The schema check reports a select without values.
    if (type === "select" && listObjects(option["options"]).length > 0)
      reportNotOffered(
        `${path}.${index}.currentValue`,
        currentValue,
        listSelectValues(option["options"]),
        context,
      );
  }
}

/** Reports options that the session had before and that a complete list lacks. */
function reportIncomplete(
  options: unknown,
  path: string,
  session: Session | undefined,
  { report }: MessageContext<OfferRuleCode>,
): void {
  if (!Array.isArray(options)) return;
  const ids = new Set(listObjects(options).map(([, option]) => idOf(option)));
  const missing = (session?.configOptions ?? []).map(({ id }) => id).filter((id) => !ids.has(id));
  if (missing.length > 0)
    report("incomplete_config_options", `The list lacks ${missing.map(quote).join(", ")}.`, {
      path,
      actual: [...ids],
    });
}

function idOf(option: JsonObject): unknown {
  return option["id"] ?? option["configId"];
}

/** Returns the values of a select from the wire, which may be grouped. */
function listSelectValues(options: unknown): unknown[] {
  return listObjects(options).flatMap(([, option]) =>
    Array.isArray(option["options"]) ? listSelectValues(option["options"]) : [option["value"]],
  );
}

function idOfMethod(method: JsonObject): unknown {
  return method["id"] ?? method["methodId"];
}

/** Reports a value that the client chooses, if it is not a value of the option. */
function reportWrongValue(
  option: ConfigOption,
  value: unknown,
  context: MessageContext<OfferRuleCode>,
): void {
  const type = { select: "string", boolean: "boolean" }[String(option.type)];
  if (type === undefined || value === undefined) return;
  if (typeof value !== type)
    context.report(
      "value_not_offered",
      `${quote(value)} is not a value for ${quote(option.id)}, which has the type ${quote(option.type)}.`,
      { path: "params.value", expected: type, actual: value },
    );
  else if (option.type === "select")
    reportNotOffered("params.value", value, listSelectValues(option.options), context);
}
