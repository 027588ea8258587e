import { getSessionId, invertDirection, type Message, type PendingRequest } from "./jsonRpc.js";
import { type Check, type EndContext, quote } from "./check.js";
import { linkToJsonRpcSpec, linkToSpec, listTck, type RuleTable } from "./rule.js";

export type RequestRuleCode =
  | "unanswered_request"
  | "request_id_reused"
  | "unknown_request_cancelled"
  | "split_batch_response"
  | "permission_unanswered";

export const REQUEST_RULES: RuleTable<RequestRuleCode> = {
  unanswered_request: {
    severity: "note",
    side: "both",
    text: "Every request gets a response.",
    link: linkToJsonRpcSpec("response_object"),
    tck: listTck("EXT-001", "EXT-001"),
  },
  request_id_reused: {
    severity: "violation",
    side: "both",
    text: "A request id identifies exactly one pending request.",
    link: linkToJsonRpcSpec("request_object"),
    tck: listTck("", ""),
  },
  unknown_request_cancelled: {
    severity: "warning",
    side: "both",
    text: "A side cancels only requests that it has sent.",
    link: linkToSpec("cancellation"),
    tck: listTck("", ""),
  },
  split_batch_response: {
    severity: "warning",
    side: "both",
    text: "The requests of a batch are answered with one batch of responses.",
    link: linkToSpec("transports", "transports#json-rpc-batch-messages"),
    tck: listTck("", "BATCH-204"),
  },
  permission_unanswered: {
    severity: "violation",
    side: "client",
    text: "The client answers a permission request, at the latest when the turn ends.",
    link: linkToSpec("tool-calls#requesting-permission"),
    tck: listTck("", ""),
  },
};

/** The errors for messages that the other side could not read. They have the id `null`. */
const UNREADABLE: ReadonlySet<unknown> = new Set([-32700, -32600]);

/**
 * Checks that every request gets exactly one response: `request_id_reused`, `answer_without_request`,
 * `unanswered_request`, `permission_unanswered`, `unknown_request_cancelled` and
 * `split_batch_response`.
 */
export function createRequestCheck(): Check<RequestRuleCode> {
  /** The ids that each side has used for its requests. */
  const usedIds = { sent: new Set<unknown>(), recv: new Set<unknown>() };
  /** The frame of the last request, and the frames in which the requests of a batch were answered. */
  let lastRequestFrame = 0;
  const batches = new Map<number, number | undefined>();
  /** The prompts of version 1 without a response, and the frame of the last response, by session. */
  const turns = new Map<string, { readonly open: Set<number>; endFrame: number }>();

  function followTurns(message: Message): void {
    const request = message.kind === "response" ? message.request : message;
    const sessionId = getSessionId(request?.params);
    if (request?.method !== "session/prompt" || sessionId === undefined) return;
    const turn = turns.get(sessionId) ?? { open: new Set(), endFrame: 0 };
    turns.set(sessionId, turn);
    if (message.kind !== "response") turn.open.add(message.frame);
    else {
      turn.open.delete(request.frame);
      turn.endFrame = message.frame;
    }
  }

  /** Returns the frame in which the turn of a permission request ended. */
  function findTurnEnd({ method, params, frame }: PendingRequest): number | undefined {
    const turn = turns.get(getSessionId(params) ?? "");
    if (method !== "session/request_permission" || turn === undefined) return undefined;
    return turn.open.size === 0 && turn.endFrame > frame ? turn.endFrame : undefined;
  }

  function reportUnanswered(
    requests: readonly PendingRequest[],
    end: string,
    report: EndContext<RequestRuleCode>["report"],
  ): void {
    for (const request of requests) {
      const { frame, dir, id, method } = request;
      const turnEnd = findTurnEnd(request);
      const text = `${quote(method)} with the id ${quote(id)} has no response by ${end}`;
      const place = { frame, dir: invertDirection(dir) };
      if (turnEnd === undefined) report("unanswered_request", `${text}.`, place);
      else
        report("permission_unanswered", `${text}, and its turn ended in frame ${turnEnd}.`, {
          ...place,
          relatedFrames: [turnEnd],
        });
    }
  }

  return {
    onMessage: (message, { report, isComplete, connection }) => {
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
      if (message.kind === "request" && message.abandons !== undefined) {
        const end = `the end of its connection in frame ${message.frame}`;
        reportUnanswered(message.abandons, end, report);
        turns.clear();
      }
      if (connection.version === 1) followTurns(message);
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
