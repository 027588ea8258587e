import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { updateKind } from "./messageNames.js";

/** Why there is no event of a message: what it was, and why the store made nothing of it. */
export function noEventWords({ frame, diagnostics, direction }: HistoryEntry): string {
  const msg = frame?.msg;
  if (diagnostics.some(({ code }) => code === "invalid_message"))
    return "The store could not read it, and left the state as it was.";
  if (diagnostics.some(({ code }) => code === "session_closed"))
    return "It is for a session that is closed, so the store left it out.";
  if (!isObject(msg)) return "It is no JSON-RPC message.";
  const update = updateKind(msg);
  if (diagnostics.length > 0) return "Nothing of it could be used: see what is said above.";
  if (update !== undefined)
    return `This ${update} said nothing new: it is empty, or all that it says was in the state already.`;
  const { method } = msg;
  if (typeof method !== "string")
    return isObject(msg["error"])
      ? "An error as the answer to a request. It changes nothing in the state."
      : "The answer to a request. Nothing in it belongs into the state.";
  if (/^[_$]/.test(method))
    return `${method} is an extension: it is passed on, and the store does not read it.`;
  const who = direction === "sent" ? "client" : "agent";
  return msg["id"] === undefined
    ? `A notification of the ${who}. Nothing in it belongs into the state.`
    : `A request of the ${who}. What it asks for comes with its answer, or does not belong into the state.`;
}
