import {
  type AcpState,
  isOpenPhase,
  type Permission,
  type PermissionOption,
  selectPermissionTitle,
  type Subagent,
  type Terminal,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { type ReadForChat, selectToolCallPermission } from "@acp-store/core/reads";
import type { ThreadMessage, ToolCallMessagePart } from "@assistant-ui/react";

/**
 * The entity behind a tool call part, in its `artifact`: a tool call with the terminals that show its
 * output, a subagent, or a permission request that names no tool call.
 */
export type AcpToolArtifact =
  | {
      readonly type: "tool_call";
      /** The tool call, with its status, diffs and locations. */
      readonly toolCall: ToolCall;
      /** The terminals in the content of the call, in order. */
      readonly terminals: readonly Terminal[];
    }
  | {
      readonly type: "subagent";
      /** The subagent. Its messages are in the `messages` of the part. */
      readonly subagent: Subagent;
    }
  | {
      readonly type: "permission";
      /** The permission request. */
      readonly permission: Permission;
    };

type ToolApproval = NonNullable<ToolCallMessagePart["approval"]>;
type ToolArgs = ToolCallMessagePart["args"];

const ARTIFACT_TYPES: ReadonlySet<unknown> = new Set<AcpToolArtifact["type"]>([
  "tool_call",
  "subagent",
  "permission",
]);

/**
 * Returns whether the `artifact` of a tool call part is one of this runtime.
 *
 * @example
 * ```tsx
 * function Diff({ artifact }: ToolCallMessagePartProps) {
 *   if (!isAcpToolArtifact(artifact) || artifact.type !== "tool_call") return null;
 *   return artifact.toolCall.content.map((item) =>
 *     item.type === "diff" && "newText" in item ? <pre key={item.path}>{item.newText}</pre> : null,
 *   );
 * }
 * ```
 */
export function isAcpToolArtifact(artifact: unknown): artifact is AcpToolArtifact {
  return (
    typeof artifact === "object" &&
    artifact !== null &&
    "type" in artifact &&
    ARTIFACT_TYPES.has(artifact.type)
  );
}

/**
 * Converts a tool call. In the thread of a subagent, which is read-only, a pending permission
 * request is left out: the part of the subagent has it.
 */
export function toToolCallPart(
  sessionId: string,
  toolCallId: string,
  isReadonly: boolean,
  read: ReadForChat,
): ToolCallMessagePart | undefined {
  const toolCall = read((state) => state.sessions.get(sessionId)?.toolCalls.get(toolCallId));
  if (toolCall === undefined) return undefined;
  const permission = read((state) => selectToolCallPermission(state, sessionId, toolCallId));
  const terminals = toolCall.content.flatMap((item) =>
    item.type === "terminal"
      ? (read((state) => state.sessions.get(sessionId)?.terminals.get(item.terminalId)) ?? [])
      : [],
  );
  const { phase, startedAt, endedAt } = toolCall;
  const isOver = !isOpenPhase(phase);
  const artifact: AcpToolArtifact = { type: "tool_call", toolCall, terminals };
  return {
    type: "tool-call",
    toolCallId,
    toolName: toolCall.kind,
    ...toArgs(toolCall.rawInput),
    ...(isOver && { result: toResult(toolCall, terminals) }),
    ...(isOver && phase !== "completed" && { isError: true }),
    ...(startedAt !== undefined && {
      timing: { startedAt, ...(endedAt !== undefined && { completedAt: endedAt }) },
    }),
    ...approvalField(permission, isReadonly, read),
    artifact,
  };
}

/** Converts a subagent, with the permission request that it or one of its own subagents waits for. */
export function toSubagentPart(
  sessionId: string,
  childId: string,
  isReadonly: boolean,
  read: ReadForChat,
  selectMessages: (state: AcpState, sessionId: string) => readonly ThreadMessage[],
): ToolCallMessagePart | undefined {
  const subagent = read((state) => state.sessions.get(sessionId)?.subagents.get(childId));
  if (subagent === undefined) return undefined;
  const messages = read((state) => selectMessages(state, childId));
  const permission = read((state) => oldestPending(state, childId, new Set()));
  const { title, description, state } = subagent;
  const isOver = state?.state === "idle";
  const artifact: AcpToolArtifact = { type: "subagent", subagent };
  return {
    type: "tool-call",
    toolCallId: childId,
    toolName: "subagent",
    ...toArgs({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    }),
    ...(isOver && { result: state.error?.message ?? state.stopReason ?? "" }),
    ...(isOver && state.error != null && { isError: true }),
    ...approvalField(permission, isReadonly, read),
    messages,
    artifact,
  };
}

/** Converts a permission request that names no tool call. */
export function toPermissionPart(
  sessionId: string,
  permissionId: string,
  isReadonly: boolean,
  read: ReadForChat,
): ToolCallMessagePart | undefined {
  const permission = read((state) => state.sessions.get(sessionId)?.permissions.get(permissionId));
  if (permission === undefined || permission.toolCallId !== undefined) return undefined;
  if (permission.policyPending) return undefined;
  const { status, optionId, options, subject } = permission;
  const artifact: AcpToolArtifact = { type: "permission", permission };
  return {
    type: "tool-call",
    toolCallId: permissionId,
    toolName: "permission",
    ...toArgs(subject),
    ...(status !== "pending" && {
      result: options.find((option) => option.optionId === optionId)?.name ?? status,
    }),
    ...approvalField(permission, isReadonly, read),
    artifact,
  };
}

/** Input that is not an object is passed as the argument `input`. */
function toArgs(input: unknown): Pick<ToolCallMessagePart, "args" | "argsText"> {
  const args = isArgs(input) ? input : input === undefined || input === null ? {} : toArgsOf(input);
  return { args, argsText: JSON.stringify(args) };
}

function toArgsOf(input: unknown): ToolArgs {
  const wrapped: unknown = { input };
  return isArgs(wrapped) ? wrapped : {};
}

/** Everything in the state is JSON, so any object has JSON values. */
function isArgs(value: unknown): value is ToolArgs {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the tool's own output, or else the text of its content and the output of its terminals. */
function toResult({ rawOutput, content }: ToolCall, terminals: readonly Terminal[]): unknown {
  if (rawOutput !== undefined && rawOutput !== null) return rawOutput;
  return [...content.flatMap(textOf), ...terminals.map(({ output }) => output)].join("\n");
}

function textOf(item: ToolCallContent): readonly string[] {
  return item.type === "content" && item.content.type === "text" ? [item.content.text] : [];
}

function approvalField(
  permission: Permission | undefined,
  isReadonly: boolean,
  read: ReadForChat,
): { readonly approval?: ToolApproval } {
  if (permission === undefined || (isReadonly && permission.status === "pending")) return {};
  return { approval: toApproval(permission, read) };
}

/** Kinds that the protocol does not define are passed unchanged. */
const OPTION_KINDS: Readonly<Record<string, string>> = {
  allow_once: "allow-once",
  allow_always: "allow-always",
  reject_once: "reject-once",
  reject_always: "reject-always",
};

function toApproval(permission: Permission, read: ReadForChat): ToolApproval {
  const { permissionId, options, rule } = permission;
  const prompt = read((state) => selectPermissionTitle(state, permission));
  return {
    id: permissionId,
    ...(prompt !== undefined && { prompt }),
    options: options.map(({ optionId, name, kind }) => ({
      id: optionId,
      label: name,
      kind: (Object.hasOwn(OPTION_KINDS, kind) && OPTION_KINDS[kind]) || kind,
    })),
    ...(rule !== undefined && { reason: rule }),
    ...outcomeOf(permission),
  };
}

function outcomeOf({ status, reason, optionId, options }: Permission): Partial<ToolApproval> {
  if (status === "pending") return {};
  const selected = options.find((option) => option.optionId === optionId);
  if (status === "cancelled" || selected === undefined) return { resolution: "cancelled" };
  return {
    approved: !isRejection(selected),
    optionId: selected.optionId,
    ...(reason === "policy" && { isAutomatic: true }),
  };
}

function isRejection({ kind }: PermissionOption): boolean {
  return kind.startsWith("reject");
}

/** Returns the oldest pending permission request of a session and its subagents. */
function oldestPending(
  state: AcpState,
  sessionId: string,
  visited: Set<string>,
): Permission | undefined {
  const session = state.sessions.get(sessionId);
  if (session === undefined || visited.has(sessionId)) return undefined;
  visited.add(sessionId);
  const pending = [
    ...session.pendingPermissions.map((id) => session.permissions.get(id)),
    ...[...session.subagents.keys()].map((id) => oldestPending(state, id, visited)),
  ];
  return pending
    .filter((permission) => permission !== undefined)
    .reduce<Permission | undefined>(
      (oldest, next) => (oldest === undefined || next.ordinal < oldest.ordinal ? next : oldest),
      undefined,
    );
}
