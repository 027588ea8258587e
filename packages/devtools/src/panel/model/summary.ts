import type { AcpEvent } from "@acp-store/core";
import { describeEvent } from "../../describeEvent.js";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import type { Tracks } from "./tracks.js";

/** How much of a text a line of the log shows. */
const SHOWN = 120;

/** What a line of the log says besides the kind of the entry. */
export function summaryOf({ event, frame, diagnostics }: HistoryEntry, tracks: Tracks): string {
  if (event !== undefined) return eventSummary(event, tracks);
  const msg = frame?.msg;
  if (!isObject(msg)) return diagnostics[0]?.message ?? "";
  const error = isObject(msg["error"]) ? ` ${String(msg["error"]["message"])}` : "";
  return "id" in msg ? `id ${String(msg["id"])}${error}` : "";
}

/** Titles and texts say more than ids, which are in the detail. */
function eventSummary(event: AcpEvent, tracks: Tracks): string {
  const words = describeEvent(event).slice(event.type.length + 1);
  if ("toolCallId" in event) {
    const title = tracks.find(event.sessionId, "toolCalls", event.toolCallId)?.title;
    return title === undefined ? words : words.replace(event.toolCallId, () => `“${title}”`);
  }
  const text = "content" in event ? textOf(event.content) : "";
  if (text === "") return words;
  const id = "messageId" in event ? event.messageId : undefined;
  return `${id === undefined ? words : words.replace(` ${id}`, "")} “${text}”`;
}

function textOf(content: unknown): string {
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? text.slice(0, SHOWN).replaceAll("\n", " ") : "";
}
