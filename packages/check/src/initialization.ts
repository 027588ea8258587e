import type { RequestMessage, ResponseMessage } from "./jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type InitializationRuleCode =
  | "no_initialize"
  | "not_initialized"
  | "repeated_initialize"
  | "version_above_request"
  | "unknown_version"
  | "initialize_failed"
  | "missing_agent_info"
  | "auth_without_methods"
  | "auth_not_effective";

export const INITIALIZATION_RULES: RuleTable<InitializationRuleCode> = {
  no_initialize: {
    severity: "note",
    side: "client",
    text: "A connection starts with initialize. Without it, the earlier messages are unknown.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  not_initialized: {
    severity: "violation",
    side: "both",
    text: "The client sends initialize first, and both sides wait for its response before they send anything else.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  repeated_initialize: {
    severity: "violation",
    side: "client",
    text: "A connection is initialized once.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  version_above_request: {
    severity: "warning",
    side: "agent",
    text: "The agent answers with the requested version, or with the latest version that it supports. A client that requests a version may not know a higher one.",
    link: linkToSpec("initialization#version-negotiation"),
    tck: listTck("INIT-002 INIT-003", "INIT-201 INIT-003"),
  },
  unknown_version: {
    severity: "warning",
    side: "agent",
    text: "The agent answers with a version that the protocol defines.",
    link: linkToSpec("initialization#version-negotiation"),
    tck: listTck("INIT-003", "INIT-003"),
  },
  initialize_failed: {
    severity: "warning",
    side: "agent",
    text: "The agent answers a valid initialize with a version and its capabilities.",
    link: linkToSpec("initialization"),
    tck: listTck("INIT-001", "INIT-001 INIT-202"),
  },
  missing_agent_info: {
    severity: "note",
    side: "agent",
    text: "The agent gives its name and version. Version 2 requires it.",
    link: linkToSpec("initialization#implementation-information"),
    tck: listTck("INIT-004", ""),
  },
  auth_without_methods: {
    severity: "warning",
    side: "agent",
    text: "An agent that requires authentication announces the methods for it.",
    link: linkToSpec("authentication"),
    tck: listTck("AUTH-005", "AUTH-205"),
  },
  auth_not_effective: {
    severity: "warning",
    side: "agent",
    text: "After a successful authentication, the client can create sessions.",
    link: linkToSpec("authentication"),
    tck: listTck("AUTH-003", "AUTH-204"),
  },
};

/** The latest version that the protocol defines. */
const LATEST_VERSION = 2;

/** The codes of errors for an invalid `initialize`, and for a version that the agent does not support. */
const REFUSES_INITIALIZE: ReadonlySet<unknown> = new Set([-32600, -32602, -32022]);

const SIGNS_IN = /^(?:authenticate|auth\/login)$/;
const SIGNS_OUT = /^(?:logout|auth\/logout)$/;

/** The code of the error for a request that needs authentication first. */
const AUTH_REQUIRED = -32000;

/**
 * Checks the start of a connection: `not_initialized`, `repeated_initialize`, `initialize_failed`,
 * `version_above_request`, `unknown_version`, `missing_agent_info`, `auth_without_methods` and
 * `auth_not_effective`.
 */
export function createInitializationCheck(): Check<InitializationRuleCode> {
  /** The first message that the client sent before `initialize`, if the trace starts with it. */
  let firstRequest: RequestMessage | undefined;
  /** The frame of the response to the last `initialize`, if it was successful. */
  let initializedFrame: number | undefined;
  /** The frame in which the agent has accepted a sign-in. */
  let signedInFrame: number | undefined;
  let lastRequestId = -1;
  let isFirst = true;

  function onInitialize(
    message: RequestMessage,
    { report }: MessageContext<InitializationRuleCode>,
  ): void {
    const { id, frame } = message;
    // The ids of a new connection start over. On the same connection, they continue.
    const continuesIds = typeof id === "number" && id > lastRequestId;
    if (firstRequest !== undefined && continuesIds)
      report(
        "not_initialized",
        `The client sends ${quote(firstRequest.method)} before initialize in frame ${frame}.`,
        { frame: firstRequest.frame, dir: "sent", relatedFrames: [frame] },
      );
    else if (initializedFrame !== undefined && continuesIds)
      report(
        "repeated_initialize",
        `The connection has been initialized in frame ${initializedFrame} already.`,
        { relatedFrames: [initializedFrame] },
      );
    firstRequest = undefined;
    initializedFrame = undefined;
    signedInFrame = undefined;
  }

  function onAuthRequired(
    { request, errorCode }: ResponseMessage,
    { connection, report }: MessageContext<InitializationRuleCode>,
  ): void {
    const details = { path: "error.code", actual: errorCode };
    if (listObjects(connection.authMethods).length === 0)
      report(
        "auth_without_methods",
        `${quote(request?.method)} requires authentication, but the agent has announced no methods for it.`,
        details,
      );
    else if (signedInFrame !== undefined && request?.method === "session/new")
      report(
        "auth_not_effective",
        `The agent requires authentication, although it accepted it in frame ${signedInFrame}.`,
        { ...details, relatedFrames: [signedInFrame] },
      );
  }

  return {
    onMessage: (message, context) => {
      const { connection, isComplete, report } = context;
      if (message.kind === "request" && message.dir === "sent") {
        if (message.method === "initialize") onInitialize(message, context);
        else if (isFirst) firstRequest = message;
        const id = typeof message.id === "number" ? message.id : -1;
        lastRequestId = message.method === "initialize" ? id : Math.max(lastRequestId, id);
      }
      isFirst = false;

      const isInitialize =
        message.kind === "response"
          ? message.request?.method === "initialize"
          : message.method === "initialize" || /^[_$]/.test(message.method);
      // A response without a request is a separate finding.
      const isUnasked = message.kind === "response" && message.request === undefined;
      if (isComplete && connection.isInitializing && !isInitialize && !isUnasked)
        report(
          "not_initialized",
          "The message precedes the response to initialize, so the version is not known yet.",
        );
      if (message.kind !== "response" || message.dir !== "recv") return;
      const { request, isError, errorCode, frame } = message;
      if (isInitialize) reportInitializeResponse(message, context);
      if (isInitialize && !isError) initializedFrame = frame;
      if (!isError && SIGNS_IN.test(request?.method ?? "")) signedInFrame = frame;
      if (!isError && SIGNS_OUT.test(request?.method ?? "")) signedInFrame = undefined;
      if (isComplete && errorCode === AUTH_REQUIRED) onAuthRequired(message, context);
    },
  };
}

function reportInitializeResponse(
  { result, isError, errorCode }: ResponseMessage,
  { connection, report }: MessageContext<InitializationRuleCode>,
): void {
  if (isError) {
    if (!REFUSES_INITIALIZE.has(errorCode))
      report("initialize_failed", "The agent answers initialize with an error.", {
        path: "error.code",
        actual: errorCode,
      });
    return;
  }
  const [requested, answered] = [connection.requestedVersion, result["protocolVersion"]];
  if (typeof requested === "number" && typeof answered === "number" && answered > requested)
    report(
      "version_above_request",
      `The client requested version ${requested}, and the agent answers with version ${answered}.`,
      { path: "result.protocolVersion", expected: String(requested), actual: answered },
    );
  else if (typeof answered === "number" && answered > LATEST_VERSION)
    report("unknown_version", `The protocol has no version ${answered}.`, {
      path: "result.protocolVersion",
      expected: "1 | 2",
      actual: answered,
    });
  // The schema of version 2 requires the field.
  if (answered === 1 && result["agentInfo"] == null)
    report("missing_agent_info", "The agent does not give its name and version.", {
      path: "result.agentInfo",
      expected: "{ name: string; version: string }",
    });
}
