import type { JsonObject } from "./json.js";
import { getSessionId, type RequestMessage, type ResponseMessage } from "./jsonRpc.js";
import { capabilityOfMethod } from "./capabilities.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";
import { isAnnounced } from "./connection.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type PromiseRuleCode =
  | "missing_capability"
  | "advertised_method_missing"
  | "missing_archive_state"
  | "required_provider_disabled";

export const PROMISE_RULES: RuleTable<PromiseRuleCode> = {
  missing_capability: {
    severity: "violation",
    side: "agent",
    text: "An agent that announces a capability also announces those that it builds on.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck("", ""),
  },
  advertised_method_missing: {
    severity: "violation",
    side: "agent",
    text: "The agent implements the methods that it announces, and those that every agent has.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck(
      "INIT-001 SESSION-001 LOAD-001 RESUME-001 LIST-001 DELETE-001 CLOSE-001 MODES-002 CONFIG-002 AUTH-004",
      "SESSION-001 RESUME-201 LIST-201 CLOSE-201 DELETE-201 CONFIG-202 AUTH-203 AUTH-204",
    ),
  },
  missing_archive_state: {
    severity: "violation",
    side: "agent",
    text: "An agent that announces archiving says of each listed session whether it is archived.",
    link: linkToSpec("session-list"),
    tck: listTck("", ""),
  },
  required_provider_disabled: {
    severity: "violation",
    side: "client",
    text: "The client does not disable a provider that is required.",
    link: linkToSpec("schema"),
    tck: listTck("", ""),
  },
};

/** The code of the error for a method that the other side does not know. */
const METHOD_NOT_FOUND = -32601;

/** The place of the capabilities for sessions, by version. */
const SESSION_PART = { 1: "sessionCapabilities", 2: "session" } as const;

/**
 * Checks that the agent does what it announces: `advertised_method_missing`, `missing_capability` and
 * `missing_archive_state`. Checks that the client respects `required_provider_disabled`.
 */
export function createPromiseCheck(): Check<PromiseRuleCode> {
  /** The providers that cannot be disabled. */
  let required: ReadonlySet<unknown> = new Set();

  return {
    onMessage: (message, context) => {
      if (message.kind === "request" && message.dir === "sent")
        checkProvider(message, required, context);
      if (message.kind !== "response" || message.dir !== "recv") return;
      const { request, result, isError, errorCode } = message;
      if (request === undefined) return;
      if (errorCode === METHOD_NOT_FOUND) checkMissingMethod(message, request.params, context);
      if (isError) return;
      if (request.method === "initialize") checkCapabilities(context);
      if (request.method === "session/list") checkArchiveStates(result, context);
      if (request.method === "providers/list")
        required = new Set(
          listObjects(result["providers"])
            .filter(([, provider]) => provider["required"] === true)
            .map(([, provider]) => provider["providerId"]),
        );
    },
  };
}

function checkProvider(
  { method, params }: RequestMessage,
  required: ReadonlySet<unknown>,
  { report }: MessageContext<PromiseRuleCode>,
): void {
  const { providerId } = params;
  if (method === "providers/disable" && required.has(providerId))
    report("required_provider_disabled", `The provider ${quote(providerId)} is required.`, {
      path: "params.providerId",
      actual: providerId,
    });
}

function checkMissingMethod(
  { request }: ResponseMessage,
  params: JsonObject,
  context: MessageContext<PromiseRuleCode>,
): void {
  const method = request?.method ?? "";
  if (isPromised(method, params, context))
    context.report(
      "advertised_method_missing",
      `The agent does not know the method ${quote(method)}, although it announced it or every agent has it.`,
      { path: "error.code", actual: METHOD_NOT_FOUND },
    );
}

/** Returns whether the agent has to implement a method, judging by the trace. */
function isPromised(
  method: string,
  params: JsonObject,
  { connection, before }: MessageContext<PromiseRuleCode>,
): boolean {
  const { agentCapabilities, authMethods, version } = connection;
  if (agentCapabilities === undefined) return false;
  const capability = capabilityOfMethod(method, version);
  const session = before.sessions.get(getSessionId(params) ?? "");
  if (method === "session/set_config_option") return (session?.configOptions.length ?? 0) > 0;
  if (capability !== undefined) return isAnnounced(agentCapabilities, capability);
  if (version === 1 && method === "session/set_mode") return session?.modes != null;
  if (/^(?:session\/(?:new|prompt))$/.test(method)) return true;
  const signsIn = version === 1 ? method === "authenticate" : /^auth\/log(?:in|out)$/.test(method);
  return signsIn && listObjects(authMethods).length > 0;
}

function checkCapabilities({ connection, report }: MessageContext<PromiseRuleCode>): void {
  const { agentCapabilities = {}, version } = connection;
  const has = (name: string): boolean =>
    isAnnounced(agentCapabilities, `sessionCapabilities.${name}`);
  // In version 2, every agent with sessions lists them.
  if (version === 1 && has("archive") && !has("list"))
    report("missing_capability", "The capability archive needs the capability list.", {
      path: "result.agentCapabilities.sessionCapabilities.archive",
      expected: "sessionCapabilities.list",
    });
}

function checkArchiveStates(
  { sessions }: JsonObject,
  { connection, report }: MessageContext<PromiseRuleCode>,
): void {
  const { agentCapabilities = {}, version } = connection;
  if (!isAnnounced(agentCapabilities, `${SESSION_PART[version]}.archive`)) return;
  for (const [index, { archived }] of listObjects(sessions))
    if (typeof archived !== "boolean")
      report("missing_archive_state", "The session has no archive state.", {
        path: `result.sessions.${index}.archived`,
        expected: "boolean",
        actual: archived,
      });
}
