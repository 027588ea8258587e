import type { Permission, ToolCall } from "@acp-store/core";
import { usePermission, useToolCall } from "@acp-store/react";
import { useState } from "react";
import type { IconName } from "../controls/iconPaths.js";
import { toolCallStatusTexts, toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { TimeSpan } from "../time/Duration.js";
import { hasContent } from "./RawData.js";
import type { ToolCallCardProps } from "../context/slots.js";
import {
  getToolCallPhase,
  getToolCallSpan,
  type ToolCallApproval,
  type ToolCallPhase,
} from "./toolCallPhase.js";
import { getToolCallTitle, getToolKindIcon } from "./toolKinds.js";

/** A tool call as its card shows it. */
export interface ToolCallCardState {
  /** The tool call. */
  readonly call: ToolCall;
  /** The title. It is never empty. */
  readonly title: string;
  /** The icon of the kind of tool. */
  readonly icon: IconName;
  /** The phase, which includes whether the call needs an approval. */
  readonly phase: ToolCallPhase;
  /** The time that the call has run, or `undefined` if it is unknown. */
  readonly span: TimeSpan | undefined;
  /** The state of the latest permission request. */
  readonly approval: ToolCallApproval;
  /** Whether there is anything to show below the heading. */
  readonly hasBody: boolean;
  /** Whether the body is shown. Edits, commands and failures start open. */
  readonly isOpen: boolean;
  /** Shows or hides the body. */
  toggle(): void;
}

const NO_PERMISSIONS: readonly string[] = [];

/**
 * Returns the logic of `ToolCallCard`, for markup of your own. `undefined` for an unknown id.
 *
 * @example
 * ```tsx
 * function Call({ id }: { id: string }) {
 *   const card = useToolCallCard({ id });
 *   return <p>{card && `${card.title}: ${card.phase.label}`}</p>;
 * }
 * ```
 */
export function useToolCallCard(props: ToolCallCardProps): ToolCallCardState | undefined {
  const { id, permissionIds = NO_PERMISSIONS } = props;
  const call = useToolCall(id);
  const approval = useApproval(permissionIds.at(-1) ?? "");
  const statusTexts = useTexts("toolCallStatus", toolCallStatusTexts);
  const kindTitles = useTexts("toolKindTitle", toolKindTitles);
  const [choice, setChoice] = useState<boolean>();
  if (call === undefined) return undefined;
  const phase = getToolCallPhase(call, statusTexts, approval);
  const hasBody = call.content.length > 0 || hasRawData(call);
  const isOpen = hasBody && (choice ?? isOpenByDefault(call, phase));
  return {
    call,
    title: getToolCallTitle(call.title || call.name, call.kind, kindTitles),
    icon: getToolKindIcon(call.kind),
    phase,
    span: getToolCallSpan(call, phase, approval),
    approval,
    hasBody,
    isOpen,
    toggle: () => setChoice(!isOpen),
  };
}

/** Returns whether a tool call has raw input or output. */
export function hasRawData({ rawInput, rawOutput }: ToolCall): boolean {
  return hasContent(rawInput) || hasContent(rawOutput);
}

function useApproval(permissionId: string): ToolCallApproval {
  const isPending = usePermission(permissionId, (permission) => permission?.status === "pending");
  const allowedAt = usePermission(permissionId, getAllowedAt);
  return { isPending, allowedAt };
}

function getAllowedAt(permission: Permission | undefined): number | undefined {
  const chosen = permission?.options.find(({ optionId }) => optionId === permission.optionId);
  return chosen?.kind.startsWith("allow") ? permission?.settledAt : undefined;
}

/** Returns whether a card starts open. Edits, commands and failures do, reads do not. */
function isOpenByDefault({ content, kind }: ToolCall, phase: ToolCallPhase): boolean {
  // The permission request above the composer already shows the content.
  if (content.length === 0 || phase.name === "needs_approval") return false;
  return (
    phase.name === "failed" || kind === "execute" || content.some(({ type }) => type === "diff")
  );
}
