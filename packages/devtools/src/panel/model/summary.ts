import type { AcpEvent } from "@acp-store/core";
import { describeEvent } from "../../describeEvent.js";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import type { Tracks } from "./tracks.js";

/** How much of a text a line of the log shows. */
const SHOWN = 120;

/** What a line of the log says besides the kind of the entry. */
export function summaryOf(entry: HistoryEntry, tracks: Tracks): string {
  const { event, frame, diagnostics } = entry;
  if (event !== undefined) {
    const words = describeEvent(event).slice(event.type.length + 1);
    const text = textOf("content" in event ? event.content : undefined) || titleOf(event, tracks);
    return text === "" ? words : `${words} “${text}”`;
  }
  const msg = frame?.msg;
  if (!isObject(msg)) return diagnostics[0]?.message ?? "";
  const error = isObject(msg["error"]) ? ` ${String(msg["error"]["message"])}` : "";
  return "id" in msg ? `id ${String(msg["id"])}${error}` : "";
}

function titleOf(event: AcpEvent, tracks: Tracks): string {
  if (!("toolCallId" in event)) return "";
  return tracks.find(event.sessionId, "toolCalls", event.toolCallId)?.title ?? "";
}

function textOf(content: unknown): string {
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? text.slice(0, SHOWN).replaceAll("\n", " ") : "";
}
