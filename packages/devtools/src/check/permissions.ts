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
      const cancelFrame = cancelFrames.get(getSessionId(request.params) ?? "") ?? 0;
      if (cancelFrame > request.frame)
        report(
          "permission_not_cancelled",
          `The client answered the permission request in frame ${request.frame} with ${quote(optionId)}, although it had cancelled the turn in frame ${cancelFrame}.`,
          { relatedFrames: [request.frame, cancelFrame] },
        );
    },
  };
}
