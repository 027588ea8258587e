import { isObject } from "../json.js";
import { getSessionId } from "../jsonRpc.js";
import { type Check, quote } from "./check.js";

/**
 * Checks the client's responses to permission requests: `option_not_offered` and
 * `permission_not_cancelled`.
 */
export function createPermissionCheck(): Check {
  /** The frame of the last `session/cancel`, by session id. */
  const cancelFrames = new Map<string, number>();

  return {
    onMessage: (message, { report }) => {
      if (message.dir !== "sent") return;
      if (message.kind === "notification" && message.method === "session/cancel")
        cancelFrames.set(getSessionId(message.params) ?? "", message.frame);
      if (message.kind !== "response" || message.isError) return;
      const { request, result } = message;
      if (request?.method !== "session/request_permission") return;
      const { optionId, outcome } = isObject(result["outcome"]) ? result["outcome"] : {};
      if (outcome !== "selected") return;
      if (!getOptionIds(request.params["options"]).includes(optionId))
        report(
          "option_not_offered",
          `The option ${quote(optionId)} was not offered in frame ${request.frame}.`,
          { others: [request.frame] },
        );
      const cancelFrame = cancelFrames.get(getSessionId(request.params) ?? "") ?? 0;
      if (cancelFrame > request.frame)
        report(
          "permission_not_cancelled",
          `The client answered the permission request in frame ${request.frame} with ${quote(optionId)}, although it had cancelled the turn in frame ${cancelFrame}.`,
          { others: [request.frame, cancelFrame] },
        );
    },
  };
}

function getOptionIds(options: unknown): unknown[] {
  return Array.isArray(options)
    ? options.map((option) => (isObject(option) ? option["optionId"] : undefined))
    : [];
}
