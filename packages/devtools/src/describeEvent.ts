import type { CommitRecord } from "@acp-store/core";
import { isObject } from "./json.js";

/** The fields that identify the subject of an event, in the order of the description. */
const DESCRIPTIVE_FIELDS = [
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
 * Describes an event in a few words: its type, the entity it is about, and the new status.
 *
 * @example
 * ```ts
 * describeEvent(entry.event); // "tool_call call_1 completed"
 * ```
 */
export function describeEvent(event: CommitRecord["event"]): string {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  const patch = isObject(fields["patch"]) ? fields["patch"] : {};
  const words = DESCRIPTIVE_FIELDS.map((name) => fields[name]).filter(
    (word) => typeof word === "string",
  );
  const status = typeof patch["status"] === "string" ? [patch["status"]] : [];
  return [event.type, ...words, ...status].join(" ");
}
