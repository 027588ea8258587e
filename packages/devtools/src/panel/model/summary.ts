import type { AcpEvent } from "@acp-store/core";
import { describeEvent } from "../../describeEvent.js";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { answerWords, requestWords } from "./answerWords.js";
import { updateKind } from "./messageNames.js";
import type { Tracks } from "./tracks.js";

/** How much of a text a line of the log shows. */
const SHOWN = 120;

/** What a line of the log says besides the name of the message and the type of the event. */
export function summaryOf({ event, frame, diagnostics }: HistoryEntry, tracks: Tracks): string {
  if (event !== undefined) return eventSummary(event, tracks);
  const msg = frame?.msg;
  if (diagnostics.length > 0 || !isObject(msg)) return diagnostics[0]?.message ?? "";
  if (updateKind(msg) !== undefined)
    return [namedCall(msg, tracks), "said nothing new"].join(" ").trim();
  const error = isObject(msg["error"]) ? ` ${String(msg["error"]["message"])}` : "";
  return "id" in msg ? `id ${String(msg["id"])}${error}` : "";
}

/** Titles and texts say more than ids, which are in the detail. */
function eventSummary(event: AcpEvent, tracks: Tracks): string {
  if (event.type === "permission_requested") return requestWords(event, tracks);
  if (event.type === "permission_settled") return answerWords(event, tracks);
  if (event.type === "turn_started") return quoted(textOf(event.prompt?.[0]));
  if (event.type === "turn_ended") return event.stopReason ?? event.error?.message ?? "";
  const words = describeEvent(event).slice(event.type.length + 1);
  if ("toolCallId" in event) {
    const title = tracks.find(event.sessionId, "toolCalls", event.toolCallId)?.title;
    return title === undefined ? words : words.replace(event.toolCallId, () => `“${title}”`);
  }
  const text = "content" in event ? textOf(event.content) : "";
  if (text === "") return words;
  const id = "messageId" in event ? event.messageId : undefined;
  return `${id === undefined ? words : words.replace(` ${id}`, "")} ${quoted(text)}`;
}

/** The title of the tool call that an update names. */
function namedCall(msg: Readonly<Record<string, unknown>>, tracks: Tracks): string {
  const params = isObject(msg["params"]) ? msg["params"] : {};
  const update = isObject(params["update"]) ? params["update"] : {};
  const { sessionId } = params;
  const id = update["toolCallId"];
  if (typeof id !== "string" || typeof sessionId !== "string") return "";
  return quoted(tracks.find(sessionId, "toolCalls", id)?.title ?? id);
}

function textOf(content: unknown): string {
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? text.slice(0, SHOWN).replaceAll("\n", " ") : "";
}

function quoted(text: string): string {
  return text === "" ? "" : `“${text}”`;
}
