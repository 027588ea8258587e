import {
  isOpenPhase,
  type Permission,
  type PermissionOption,
  selectPermissionTitle,
  type Terminal,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { type ReadForChat, selectToolCallPermission } from "@acp-store/core/reads";
import type { AcpApprovalDescriptor, AcpToolOutput, AcpUIMessagePart } from "./uiMessage.js";

/** Converts a tool call, with the permission request that belongs to it. */
export function toToolPart(
  sessionId: string,
  toolCallId: string,
  read: ReadForChat,
): AcpUIMessagePart | undefined {
  const call = read((state) => state.sessions.get(sessionId)?.toolCalls.get(toolCallId));
  if (call === undefined) return undefined;
  const permission = read((state) => selectToolCallPermission(state, sessionId, toolCallId));
  const terminals = call.content.flatMap((item) =>
    item.type === "terminal"
      ? (read((state) => state.sessions.get(sessionId)?.terminals.get(item.terminalId)) ?? [])
      : [],
  );
  const { kind, title, name, status, phase, locations } = call;
  return {
    type: `tool-${kind}`,
    toolCallId,
    ...(title !== undefined && { title }),
    toolMetadata: {
      status,
      phase,
      ...(name !== undefined && { name }),
      paths: locations.map(({ path }) => path),
    },
    ...progressOf(call, terminals, permission, read),
  };
}

/** Converts a permission request that names no tool call. */
export function toPermissionPart(
  sessionId: string,
  permissionId: string,
  read: ReadForChat,
): AcpUIMessagePart | undefined {
  const permission = read((state) => state.sessions.get(sessionId)?.permissions.get(permissionId));
  if (permission === undefined || permission.toolCallId !== undefined) return undefined;
  if (permission.policyPending) return undefined;
  const { subject } = permission;
  const approval = requestOf(permission, read);
  const title = approval.requestReason;
  const common = {
    type: "tool-permission" as const,
    toolCallId: permissionId,
    ...(title !== undefined && { title }),
  };
  const input: unknown = subject ?? {};
  const answer = answerOf(permission);
  if (answer === "pending") return { ...common, state: "approval-requested", input, approval };
  return answer === "cancelled"
    ? { ...common, state: "output-error", input, errorText: "The request was cancelled." }
    : {
        ...common,
        state: "approval-responded",
        input,
        approval: { ...approval, approved: answer === "approved" },
      };
}

/**
 * Returns the answers that a permission request offers, by the tool part that has it. Empty for parts
 * without a request.
 *
 * @example
 * ```ts
 * const [part] = toUIMessages(store.getState(), "s1").at(-1)?.parts ?? [];
 * const [option] = part ? getApprovalOptions(part) : [];
 * if (part && "approval" in part && part.approval && option)
 *   store.respondToPermission(part.approval.id, option.optionId);
 * ```
 */
export function getApprovalOptions(part: AcpUIMessagePart): readonly PermissionOption[] {
  const descriptor = "approval" in part ? part.approval?.descriptor : undefined;
  return isDescriptor(descriptor) ? descriptor.options : [];
}

function isDescriptor(value: unknown): value is AcpApprovalDescriptor {
  return typeof value === "object" && value !== null && "options" in value;
}

type Answer = "approved" | "cancelled" | "pending" | "rejected";

function answerOf({ status, optionId, options }: Permission): Answer {
  if (status === "pending") return "pending";
  const selected = options.find((option) => option.optionId === optionId);
  if (status === "cancelled" || selected === undefined) return "cancelled";
  return selected.kind.startsWith("reject") ? "rejected" : "approved";
}

function requestOf(permission: Permission, read: ReadForChat) {
  const { permissionId, toolCall, options, optionId, reason, _meta } = permission;
  const requestReason = read((state) => selectPermissionTitle(state, permission));
  const content = toolCall?.content ?? undefined;
  const descriptor: AcpApprovalDescriptor = {
    options,
    ...(optionId !== undefined && { optionId }),
    ...(content !== undefined && { content }),
    ...(_meta !== undefined && { _meta }),
  };
  return {
    id: permissionId,
    descriptor,
    ...(requestReason !== undefined && { requestReason }),
    ...(reason === "policy" && { isAutomatic: true }),
  };
}

/** Returns the state of a tool part, with the fields that belong to it. */
function progressOf(
  call: ToolCall,
  terminals: readonly Terminal[],
  permission: Permission | undefined,
  read: ReadForChat,
) {
  const { phase, content, locations, rawInput, rawOutput } = call;
  const input: unknown = rawInput ?? {};
  const output: AcpToolOutput = {
    content,
    terminals,
    locations,
    ...(rawOutput !== undefined && { rawOutput }),
  };
  const isOver = !isOpenPhase(phase);
  const answer = permission && answerOf(permission);
  const request = permission && requestOf(permission, read);

  if (request !== undefined && answer === "pending")
    return { state: "approval-requested", input, approval: request } as const;
  if (request !== undefined && phase === "rejected")
    return { state: "output-denied", input, approval: { ...request, approved: false } } as const;
  const granted = request !== undefined &&
    answer === "approved" && { ...request, approved: true as const };
  const approval = granted && { approval: granted };
  if (isOver && phase !== "completed") {
    const errorText = errorTextOf(call, terminals);
    return { state: "output-error", input, errorText, ...approval } as const;
  }
  if (isOver) return { state: "output-available", input, output, ...approval } as const;
  if (content.length > 0 || rawOutput !== undefined)
    return { state: "output-available", input, output, preliminary: true, ...approval } as const;
  if (granted) return { state: "approval-responded", input, approval: granted } as const;
  return rawInput === undefined
    ? ({ state: "input-streaming" } as const)
    : ({ state: "input-available", input } as const);
}

/** A part with an error has no output, so the text of the call is in the error. */
function errorTextOf(call: ToolCall, terminals: readonly Terminal[]): string {
  const { phase, content, rawOutput } = call;
  const texts = [...content.flatMap(textOf), ...terminals.map(({ output }) => output)];
  const text = texts.join("\n").trim();
  if (phase === "failed" && text === "" && rawOutput != null)
    return typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput);
  if (text !== "") return text;
  if (phase === "failed") return "The tool call failed.";
  if (phase === "rejected") return "The tool call was rejected.";
  return phase === "cancelled"
    ? "The tool call was cancelled."
    : "The turn ended before the tool call was completed.";
}

function textOf(item: ToolCallContent): readonly string[] {
  return item.type === "content" && item.content.type === "text" ? [item.content.text] : [];
}
