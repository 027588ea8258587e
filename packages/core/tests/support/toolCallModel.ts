type Json = Record<string, unknown>;

/** The last value of each field of a tool call, according to its messages. */
export type ToolCallModel = Json & { status: unknown };

const DEFAULTS: Json = { kind: "other", status: "pending", content: [], locations: [] };
const FIELDS = [
  "title",
  "name",
  "kind",
  "status",
  "content",
  "locations",
  "rawInput",
  "rawOutput",
] as const;
const FINAL: readonly unknown[] = ["completed", "failed", "cancelled"];

/** Applies an update of a tool call. */
export function applyToolCall(
  version: 1 | 2,
  calls: Map<string, ToolCallModel>,
  update: Json,
): void {
  const call = getOrAddCall(calls, update["toolCallId"] as string);
  if (update["sessionUpdate"] === "tool_call_content_chunk") {
    call["content"] = [...(call["content"] as unknown[]), update["content"]];
    return;
  }
  for (const field of FIELDS) {
    const value = update[field];
    if (value === undefined || (value === null && version === 1)) continue;
    const staysCancelled = call.status === "cancelled" && !FINAL.includes(value);
    if (field !== "status" || !staysCancelled) call[field] = value ?? DEFAULTS[field];
  }
}

/**
 * Applies the tool call of a permission request. In version 1 it only fills in missing fields; in
 * version 2 it is an update that never moves the status backward.
 */
export function applyRequestedCall(
  version: 1 | 2,
  calls: Map<string, ToolCallModel>,
  params: Json,
): void {
  const subject = params["subject"] as Json | undefined;
  const sent = (subject?.["toolCall"] ?? params["toolCall"]) as Json | undefined;
  if (sent === undefined) return;
  const isNew = !calls.has(sent["toolCallId"] as string);
  if (isNew) return applyToolCall(version, calls, sent);
  if (version === 2) {
    const { status, ...others } = sent;
    const isBackward = !FINAL.includes(status) && (status ?? "pending") === "pending";
    return applyToolCall(version, calls, isBackward ? others : sent);
  }
  const call = getOrAddCall(calls, sent["toolCallId"] as string);
  for (const field of FIELDS)
    if (field !== "status" && sent[field] != null && isMissing(call[field]))
      call[field] = sent[field];
}

/** Applies the client's cancel, which cancels all open calls. */
export function cancelCalls(calls: Map<string, ToolCallModel>): void {
  for (const call of calls.values()) if (!FINAL.includes(call.status)) call.status = "cancelled";
}

function getOrAddCall(calls: Map<string, ToolCallModel>, toolCallId: string): ToolCallModel {
  const known = calls.get(toolCallId);
  if (known !== undefined) return known;
  const call = { ...DEFAULTS } as ToolCallModel;
  calls.set(toolCallId, call);
  return call;
}

function isMissing(value: unknown): boolean {
  return ["", "[]", "{}", '""', '"other"'].includes(JSON.stringify(value) ?? "");
}
