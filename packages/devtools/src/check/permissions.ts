import { isObject } from "../json.js";
import { type Check, quoted } from "./check.js";
import { sessionIdIn } from "./message.js";

const PERMISSION = "session/request_permission";

/** How the client answers what it is asked. */
export function createPermissionCheck(): Check {
  /** For each session, the frame of its last cancel. */
  const cancels = new Map<string, number>();

  return (message, { find }) => {
    if (message.dir !== "sent") return;
    if (message.kind === "notification" && message.method === "session/cancel")
      cancels.set(sessionIdIn(message.params) ?? "", message.frame);
    if (message.kind !== "answer" || message.asked?.method !== PERMISSION || message.isError)
      return;
    const { asked, result } = message;
    const { optionId, outcome } = isObject(result["outcome"]) ? result["outcome"] : {};
    if (outcome !== "selected") return;
    const cancel = cancels.get(sessionIdIn(asked.params) ?? "") ?? 0;
    if (cancel > asked.frame)
      find(
        "permission_not_cancelled",
        `The request of frame ${asked.frame} was answered with ${quoted(optionId)} after the cancel in frame ${cancel}.`,
        { frame: message.frame, dir: message.dir, others: [asked.frame, cancel] },
      );
  };
}
