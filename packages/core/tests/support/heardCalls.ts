type Json = Record<string, unknown>;

/** What was said of a tool call, field by field: the last value of each. */
export type HeardCall = Json & { status: unknown };

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

export function hearToolCall(version: 1 | 2, calls: Map<string, HeardCall>, update: Json): void {
  const call = callAt(calls, update["toolCallId"] as string);
  if (update["sessionUpdate"] === "tool_call_content_chunk") {
    call["content"] = [...(call["content"] as unknown[]), update["content"]];
    return;
  }
  for (const field of FIELDS) {
    const value = update[field];
    if (value === undefined || (value === null && version === 1)) continue;
    const isHeld = call.status === "cancelled" && !FINAL.includes(value);
    if (field !== "status" || !isHeld) call[field] = value ?? DEFAULTS[field];
  }
}

/** In version 1 a request only says what nobody has said before; in version 2 it is an update. */
export function hearRequestedCall(
  version: 1 | 2,
  calls: Map<string, HeardCall>,
  params: Json,
): void {
  const subject = params["subject"] as Json | undefined;
  const sent = (subject?.["toolCall"] ?? params["toolCall"]) as Json | undefined;
  if (sent === undefined) return;
  const isNew = !calls.has(sent["toolCallId"] as string);
  if (version === 2 || isNew) return hearToolCall(version, calls, sent);
  const call = callAt(calls, sent["toolCallId"] as string);
  for (const field of FIELDS)
    if (field !== "status" && sent[field] != null && isUnsaid(call[field]))
      call[field] = sent[field];
}

/** The client stops what runs. */
export function stopCalls(calls: Map<string, HeardCall>): void {
  for (const call of calls.values()) if (!FINAL.includes(call.status)) call.status = "cancelled";
}

function callAt(calls: Map<string, HeardCall>, toolCallId: string): HeardCall {
  const known = calls.get(toolCallId);
  if (known !== undefined) return known;
  const call = { ...DEFAULTS } as HeardCall;
  calls.set(toolCallId, call);
  return call;
}

function isUnsaid(value: unknown): boolean {
  return ["", "[]", "{}", '""', '"other"'].includes(JSON.stringify(value) ?? "");
}
