import { getNumber } from "../json.js";
import type { RequestMessage } from "../jsonRpc.js";
import { type Check, listObjects, type MessageContext, quote } from "./check.js";

/** The latest version that the protocol defines. */
const LATEST_VERSION = 2;

/** The code of the error for a request that needs authentication first. */
const AUTH_REQUIRED = -32000;

/**
 * Checks the start of a connection: `not_initialized`, `repeated_initialize`, `version_above_request`,
 * `unknown_version` and `auth_without_methods`.
 */
export function createInitializationCheck(): Check {
  /** The first message that the client sent before `initialize`, if the trace starts with it. */
  let firstRequest: RequestMessage | undefined;
  /** The frame of the response to the last `initialize`, if it was successful. */
  let initializedFrame: number | undefined;
  let lastRequestId = -1;
  let isFirst = true;

  function onInitialize(message: RequestMessage, { report }: MessageContext): void {
    const { id, frame } = message;
    // The ids of a new connection start over. On the same connection, they go on.
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
  }

  return {
    onMessage: (message, context) => {
      const { connection, isComplete, report } = context;
      if (message.kind === "request" && message.dir === "sent") {
        if (message.method === "initialize") onInitialize(message, context);
        else if (isFirst) firstRequest = message;
        lastRequestId = Math.max(lastRequestId, getNumber(message.id) ?? -1);
        if (message.method === "initialize") lastRequestId = getNumber(message.id) ?? -1;
      }
      isFirst = false;

      const isInitialize =
        message.kind === "response"
          ? message.request?.method === "initialize"
          : message.method === "initialize" || /^[_$]/.test(message.method);
      if (isComplete && connection.isInitializing && !isInitialize)
        report(
          "not_initialized",
          "The message precedes the response to initialize, so the version is not known yet.",
        );
      if (message.kind !== "response" || message.dir !== "recv") return;
      const { request, result, isError, errorCode, frame } = message;
      if (isInitialize && !isError) {
        initializedFrame = frame;
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
      }
      const offersMethods = listObjects(connection.authMethods).length > 0;
      if (isComplete && errorCode === AUTH_REQUIRED && !offersMethods)
        report(
          "auth_without_methods",
          `${quote(request?.method)} requires authentication, but the agent has announced no methods for it.`,
          { path: "error.code", actual: errorCode },
        );
    },
  };
}
