import type { AcpEvent } from "@acp-store/core";
import { isObject } from "./json.js";

/** Which fields say what an event is about, in the order in which they are told. */
const TELLING = [
  "toolCallId",
  "permissionId",
  "terminalId",
  "planId",
  "compactionId",
  "childSessionId",
  "role",
  "messageId",
  "turnId",
  "id",
  "state",
  "status",
  "stopReason",
  "optionId",
  "currentModeId",
  "reason",
] as const;

/**
 * An event in a few words: its type, what it is about, and what became of it.
 *
 * @example
 * ```ts
 * describeEvent(entry.event); // "tool_call call_1 completed"
 * ```
 */
export function describeEvent(event: AcpEvent): string {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  const patch = isObject(fields["patch"]) ? fields["patch"] : {};
  const words = TELLING.map((name) => fields[name]).filter((word) => typeof word === "string");
  const status = typeof patch["status"] === "string" ? [patch["status"]] : [];
  return [event.type, ...words, ...status].join(" ");
}
