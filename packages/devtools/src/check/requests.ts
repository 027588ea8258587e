import { invertDirection, type PendingRequest } from "../jsonRpc.js";
import { type Check, type EndContext, quote } from "./check.js";

/** The errors for messages that the other side could not read. They have the id `null`. */
const UNREADABLE: ReadonlySet<unknown> = new Set([-32700, -32600]);

/**
 * Checks that every request gets exactly one response: `request_id_reused`, `answer_without_request`,
 * `unanswered_request`, `unknown_request_cancelled` and `split_batch_response`.
 */
export function createRequestCheck(): Check {
  /** The ids that each side has used for its requests. */
  const usedIds = { sent: new Set<unknown>(), recv: new Set<unknown>() };
  /** The frame of the last request, and the frames in which the requests of a batch were answered. */
  let lastRequestFrame = 0;
  const batches = new Map<number, number | undefined>();

  return {
    onMessage: (message, { report, isComplete }) => {
      if (message.kind === "request") {
        usedIds[message.dir].add(message.id);
        // Only the requests of a batch share a frame.
        if (message.frame === lastRequestFrame) batches.set(message.frame, undefined);
        lastRequestFrame = message.frame;
      }
      const batch = message.kind === "response" ? message.request?.frame : undefined;
      if (batch !== undefined && batches.has(batch)) {
        const answerFrame = batches.get(batch) ?? message.frame;
        batches.set(batch, answerFrame);
        if (answerFrame !== message.frame)
          report(
            "split_batch_response",
            `The first response to the batch in frame ${batch} came in frame ${answerFrame}.`,
            { relatedFrames: [batch, answerFrame] },
          );
      }
      if (message.kind === "notification" && message.method === "$/cancel_request" && isComplete) {
        const { requestId } = message.params;
        // A cancel may cross the response, so the request need not be open.
        if (requestId !== undefined && !usedIds[message.dir].has(requestId))
          report(
            "unknown_request_cancelled",
            `This side has not sent a request with the id ${quote(requestId)}.`,
            { path: "params.requestId", actual: requestId },
          );
      }
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
      const answersNothing = message.kind === "response" && message.request === undefined;
      if (
        answersNothing &&
        isComplete &&
        !(message.id === null && UNREADABLE.has(message.errorCode))
      )
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
