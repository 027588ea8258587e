import type { Permission, ToolCall, ToolCallContent, ToolCallPhase } from "@acp-store/core";
import { isDiff } from "../diff/isDiff.js";

/** The phases in which a call shows the changes of its request, if the agent sends none itself. */
const PHASES: ReadonlySet<ToolCallPhase> = /* @__PURE__ */ new Set([
  "rejected",
  "running",
  "completed",
]);

interface KnownCall {
  readonly permission: Permission | undefined;
  readonly call: ToolCall;
}

/** By the call as it is in the state, so that a call that did not change keeps its reference. */
const shownCalls = new WeakMap<ToolCall, KnownCall>();

/**
 * Returns the content of a tool call as it is shown. Many agents replace the changes that they asked
 * for by a text, or remove them. The permission request still has them.
 */
export function getShownContent(
  { content, phase }: ToolCall,
  permission: Permission | undefined,
): readonly ToolCallContent[] {
  if (!PHASES.has(phase) || content.some(isDiff)) return content;
  const changes = permission?.toolCall?.content?.filter(isDiff) ?? [];
  return changes.length === 0 ? content : [...changes, ...content];
}

/** Returns a tool call with the content that is shown. */
export function withShownContent(call: ToolCall, permission: Permission | undefined): ToolCall {
  const known = shownCalls.get(call);
  if (known?.permission === permission && known !== undefined) return known.call;
  const content = getShownContent(call, permission);
  const shown = content === call.content ? call : { ...call, content };
  shownCalls.set(call, { permission, call: shown });
  return shown;
}
