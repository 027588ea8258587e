import type { AcpEvent } from "@acp-store/core";
import { describeEvent } from "../../describeEvent.js";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { answerWords, requestWords } from "./answerWords.js";
import { updateKind } from "./messageNames.js";
import { titleAt, type Tracks } from "./tracks.js";

/** How much of a text a line of the log shows. */
const SHOWN = 120;

/**
 * What a line of the log says besides the name of the message and the type of the event. What has a
 * title is called as it was then.
 */
export function summaryOf(entry: HistoryEntry, tracks: Tracks): string {
  const { index, event, frame, diagnostics } = entry;
  if (event !== undefined) return eventSummary(event, tracks, index);
  const msg = frame?.msg;
  if (diagnostics.length > 0 || !isObject(msg)) return diagnostics[0]?.message ?? "";
  if (updateKind(msg) !== undefined)
    return [namedCall(msg, tracks, index), "said nothing new"].join(" ").trim();
  const error = isObject(msg["error"]) ? ` ${String(msg["error"]["message"])}` : "";
  return "id" in msg ? `id ${String(msg["id"])}${error}` : "";
}

/** Titles and texts say more than ids, which are in the detail. */
function eventSummary(event: AcpEvent, tracks: Tracks, index: number): string {
  if (event.type === "permission_requested") return requestWords(event, tracks, index);
  if (event.type === "permission_settled") return answerWords(event, tracks, index);
  if (event.type === "turn_started") return quoted(textOf(event.prompt?.[0]));
  if (event.type === "turn_ended") return event.stopReason ?? event.error?.message ?? "";
  const words = describeEvent(event).slice(event.type.length + 1);
  if ("toolCallId" in event) {
    const call = tracks.find(event.sessionId, "toolCalls", event.toolCallId);
    const title = titleAt(call, index);
    return title === undefined ? words : words.replace(event.toolCallId, () => `“${title}”`);
  }
  const text = "content" in event ? textOf(event.content) : "";
  if (text === "") return words;
  const id = "messageId" in event ? event.messageId : undefined;
  return `${id === undefined ? words : words.replace(` ${id}`, "")} ${quoted(text)}`;
}

/** The title of the tool call that an update names. */
function namedCall(msg: Readonly<Record<string, unknown>>, tracks: Tracks, index: number): string {
  const params = isObject(msg["params"]) ? msg["params"] : {};
  const update = isObject(params["update"]) ? params["update"] : {};
  const { sessionId } = params;
  const id = update["toolCallId"];
  if (typeof id !== "string" || typeof sessionId !== "string") return "";
  return quoted(titleAt(tracks.find(sessionId, "toolCalls", id), index) ?? id);
}

function textOf(content: unknown): string {
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? text.slice(0, SHOWN).replaceAll("\n", " ") : "";
}

function quoted(text: string): string {
  return text === "" ? "" : `“${text}”`;
}
