import { isObject } from "./json.js";
import { getSessionId, type ResponseMessage } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type PermissionRuleCode = "permission_not_cancelled";

export const PERMISSION_RULES: RuleTable<PermissionRuleCode> = {
  permission_not_cancelled: {
    severity: "violation",
    side: "client",
    text: "When a turn is cancelled, the client answers its pending permission requests with cancelled.",
    link: linkToSpec("tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
};

/** The code of the error for a request that the agent has cancelled itself. */
const REQUEST_CANCELLED = -32800;

/**
 * Checks permission requests and their responses: `permission_not_cancelled`, and `empty_list` in version
 * 1, whose schema does not tell. The store reports `option_not_offered`.
 */
export function createPermissionCheck(): Check<PermissionRuleCode | "empty_list"> {
  /** The frame of the last `session/cancel`, by session id. */
  const cancelFrames = new Map<string, number>();

  function onPermissionResponse(
    message: ResponseMessage,
    { report }: MessageContext<PermissionRuleCode | "empty_list">,
  ): void {
    const { request, result } = message;
    if (request?.method !== "session/request_permission") return;
    const { optionId, outcome } = isObject(result["outcome"]) ? result["outcome"] : {};
    const isRefused = message.isError && message.errorCode !== REQUEST_CANCELLED;
    if (outcome !== "selected" && !isRefused) return;
    const cancelFrame = cancelFrames.get(getSessionId(request.params) ?? "") ?? 0;
    if (cancelFrame > request.frame)
      report(
        "permission_not_cancelled",
        `The client answered the permission request in frame ${request.frame} with ${isRefused ? "an error" : quote(optionId)}, although it had cancelled the turn in frame ${cancelFrame}.`,
        {
          path: isRefused ? "error" : "result.outcome.outcome",
          expected: '"cancelled"',
          actual: outcome,
          relatedFrames: [request.frame, cancelFrame],
        },
      );
  }

  return {
    onMessage: (message, context) => {
      if (message.dir === "recv") {
        if (message.kind !== "request" || message.method !== "session/request_permission") return;
        const { options } = message.params;
        if (Array.isArray(options) && options.length === 0)
          context.report("empty_list", "The list has no items.", {
            path: "params.options",
            expected: "PermissionOption[]",
            actual: options,
          });
      } else if (message.kind === "response") onPermissionResponse(message, context);
      else if (message.method === "session/cancel")
        cancelFrames.set(getSessionId(message.params) ?? "", message.frame);
    },
  };
}
