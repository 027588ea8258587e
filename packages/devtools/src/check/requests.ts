import { type Check, type Find, quoted } from "./check.js";
import { type Asked, other } from "./message.js";

/** Whether requests and answers come in pairs. */
export const checkRequests: Check = (message, { find, isWhole }) => {
  if (message.kind === "request" && message.replaces !== undefined) {
    const { method, frame } = message.replaces;
    find(
      "request_id_reused",
      `The id ${quoted(message.id)} belongs to ${quoted(method)} in frame ${frame}, which waits for its answer.`,
      { frame: message.frame, dir: message.dir, others: [frame] },
    );
  }
  // The request may have come before a trace that begins in the middle.
  if (message.kind === "answer" && message.asked === undefined && isWhole)
    find(
      "answer_without_request",
      `No request with the id ${quoted(message.id)} waits for an answer.`,
    );
};

export function reportUnanswered(open: readonly Asked[], find: Find): void {
  for (const { frame, dir, id, method } of open)
    find(
      "unanswered_request",
      `${quoted(method)} with the id ${quoted(id)} has no answer by the end of the trace.`,
      { frame, dir: other(dir) },
    );
}
