import type { ToolCall } from "./entities.js";
import type { Elicitation, Permission } from "./requests.js";
import type { SessionRecord } from "./sessionRecord.js";
import type { BackgroundWork } from "./sessionParts.js";

/** The work of each list of background work, so that a call is found without a visit to the list. */
const keysOfLists = new WeakMap<readonly BackgroundWork[], ReadonlySet<string>>();

/**
 * Returns whether a call continues in the background (version 2): the agent lists the call itself, or
 * a terminal that the call shows.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#background-work}
 */
export function isBackgroundCall(
  { fields: { background } }: SessionRecord,
  { toolCallId, content }: Pick<ToolCall, "toolCallId" | "content">,
): boolean {
  if (background.length === 0) return false;
  const keys = workKeysOf(background);
  return (
    keys.has(workKey("toolCallId", toolCallId)) ||
    content.some(
      (item) => item.type === "terminal" && keys.has(workKey("terminalId", item["terminalId"])),
    )
  );
}

/** Returns whether a request is about background work: a call, or the terminal of a command. */
export function isBackgroundRequest(
  session: SessionRecord,
  request: Permission | Elicitation,
): boolean {
  const { background } = session.fields;
  if (background.length === 0) return false;
  const call = session.tables.toolCalls.get(request.toolCallId ?? "");
  if (call !== undefined && isBackgroundCall(session, call)) return true;
  const subject = "subject" in request ? request.subject : undefined;
  const terminalId: unknown = subject && Reflect.get(subject, "terminalId");
  return (
    typeof terminalId === "string" && workKeysOf(background).has(workKey("terminalId", terminalId))
  );
}

function workKeysOf(background: readonly BackgroundWork[]): ReadonlySet<string> {
  let keys = keysOfLists.get(background);
  if (keys === undefined) {
    keys = new Set(
      background.flatMap((work) => [
        ...("toolCallId" in work ? [workKey("toolCallId", work.toolCallId)] : []),
        ...("terminalId" in work ? [workKey("terminalId", work.terminalId)] : []),
      ]),
    );
    keysOfLists.set(background, keys);
  }
  return keys;
}

function workKey(field: "toolCallId" | "terminalId", id: unknown): string {
  return `${field} ${String(id)}`;
}
