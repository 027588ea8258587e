import { invertDirection, type PendingRequest } from "../jsonRpc.js";
import { type Check, type EndContext, quote } from "./check.js";

/**
 * Checks that every request gets exactly one response: `request_id_reused`,
 * `answer_without_request` and `unanswered_request`.
 */
export function createRequestCheck(): Check {
  return {
    onMessage: (message, { report, isComplete }) => {
      if (message.kind === "request" && message.abandons !== undefined)
        reportUnanswered(
          message.abandons,
          `the end of its connection in frame ${message.frame}`,
          report,
        );
      if (message.kind === "request" && message.replaces !== undefined) {
        const { method, frame } = message.replaces;
        report(
          "request_id_reused",
          `The id ${quote(message.id)} is still in use: ${quote(method)} in frame ${frame} has no response yet.`,
          { relatedFrames: [frame] },
        );
      }
      // In an incomplete trace, the request may precede the first frame.
      if (message.kind === "response" && message.request === undefined && isComplete)
        report("answer_without_request", `No pending request has the id ${quote(message.id)}.`);
    },
    onEnd: ({ pendingRequests, report }) => {
      reportUnanswered(pendingRequests, "the end of the trace", report);
    },
  };
}

function reportUnanswered(
  requests: readonly PendingRequest[],
  end: string,
  report: EndContext["report"],
): void {
  for (const { frame, dir, id, method } of requests)
    report(
      "unanswered_request",
      `${quote(method)} with the id ${quote(id)} has no response by ${end}.`,
      { frame, dir: invertDirection(dir) },
    );
}
