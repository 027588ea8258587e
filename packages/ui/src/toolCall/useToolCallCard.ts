import type { Permission, ToolCall, ToolCallContent } from "@acp-store/core";
import { usePermission, useSessionId, useToolCall } from "@acp-store/react";
import { useKeptChoice } from "../context/useKeptChoice.js";
import { isDiff } from "../diff/isDiff.js";
import type { IconName } from "../controls/iconPaths.js";
import { toolCallPhaseTexts, toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { TimeSpan } from "../time/Duration.js";
import { hasContent } from "./RawData.js";
import { getShownContent } from "./shownContent.js";
import type { ToolCallCardProps } from "../context/slots.js";
import { getPhaseDisplay, getToolCallSpan, type PhaseDisplay } from "./toolCallPhase.js";
import { getToolCallTitle, getToolKindIcon, MAX_TITLE_CHARACTERS } from "./toolKinds.js";

/** A tool call as its card shows it. */
export interface ToolCallCardState {
  /** The tool call. */
  readonly call: ToolCall;
  /** The title. It is never empty. */
  readonly title: string;
  /** The icon of the kind of tool. */
  readonly icon: IconName;
  /** Where the call stands, with its label and icon. */
  readonly status: PhaseDisplay;
  /** The time that the call has run, or `undefined` if it is unknown. */
  readonly span: TimeSpan | undefined;
  /** The content of the call. Begins with the changes of its request if the agent sends none itself. */
  readonly content: readonly ToolCallContent[];
  /** Whether there is anything to show below the heading. */
  readonly hasBody: boolean;
  /** Whether the body is shown. Edits, also rejected ones, commands and failures start open. */
  readonly isOpen: boolean;
  /** Shows or hides the body. */
  toggle(): void;
}

const NO_PERMISSIONS: readonly string[] = [];

/**
 * Returns the logic of `ToolCallCard`, for your own markup. `undefined` for an unknown id.
 *
 * @example
 * ```tsx
 * function Call({ id }: { id: string }) {
 *   const card = useToolCallCard({ id });
 *   return <p>{card && `${card.title}: ${card.status.label}`}</p>;
 * }
 * ```
 */
export function useToolCallCard(props: ToolCallCardProps): ToolCallCardState | undefined {
  const { id, permissionIds = NO_PERMISSIONS, startsClosed = false } = props;
  const call = useToolCall(id);
  const permissionId = permissionIds.at(-1) ?? "";
  const permission = usePermission(permissionId);
  const phaseTexts = useTexts("toolCallPhase", toolCallPhaseTexts);
  const kindTitles = useTexts("toolKindTitle", toolKindTitles);
  const [choice, setChoice] = useKeptChoice(`${useSessionId()} ${id}`);
  if (call === undefined) return undefined;
  const title = call.title || call.name;
  const content = getShownContent(call, permission);
  const hasBody =
    content.length > 0 || hasRawData(call) || (title?.length ?? 0) > MAX_TITLE_CHARACTERS;
  const isOpen = hasBody && (choice ?? (!startsClosed && isOpenByDefault(call, content)));
  return {
    call,
    title: getToolCallTitle(title, call.kind, kindTitles),
    icon: getToolKindIcon(call.kind),
    status: getPhaseDisplay(call, phaseTexts),
    span: getToolCallSpan(call, getAllowedAt(permission)),
    content,
    hasBody,
    isOpen,
    toggle: () => setChoice(!isOpen),
  };
}

/** Returns whether a tool call has raw input or output. */
export function hasRawData({ rawInput, rawOutput }: ToolCall): boolean {
  return hasContent(rawInput) || hasContent(rawOutput);
}

function getAllowedAt(permission: Permission | undefined): number | undefined {
  const chosen = permission?.options.find(({ optionId }) => optionId === permission.optionId);
  return chosen?.kind.startsWith("allow") ? permission?.settledAt : undefined;
}

/** Returns whether a card starts open. Edits, commands and failures do, reads do not. */
function isOpenByDefault({ kind, phase }: ToolCall, content: readonly ToolCallContent[]): boolean {
  // The permission request above the composer already shows the content.
  if (content.length === 0 || phase === "awaiting_permission") return false;
  return phase === "failed" || kind === "execute" || content.some(isDiff);
}
