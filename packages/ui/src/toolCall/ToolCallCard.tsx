import type { Permission, ToolCall } from "@acp-store/core";
import { usePermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { PermissionOutcome } from "../permission/PermissionOutcome.js";
import type { TimeSpan } from "../time/Duration.js";
import { Icon } from "../controls/Icon.js";
import { CallContentView } from "./CallContentView.js";
import { useAcpUi } from "../context/acpUi.js";
import {
  type ToolCallApproval,
  type ToolCallPhase,
  getToolCallPhase,
  getToolCallSpan,
} from "./toolCallPhase.js";
import { CallStatus } from "./CallStatus.js";
import { getToolKindInfo, getToolCallTitle } from "./toolKinds.js";
import { LocationList } from "./LocationList.js";
import { hasContent, RawData } from "./RawData.js";

/** The props of {@link ToolCallCard}. */
export interface ToolCallCardProps {
  /** The id of the tool call. */
  readonly id: string;
  /** The permission requests of the tool call. */
  readonly permissionIds: readonly string[];
}

/** One tool call. Each card reads its own call, so an update renders only this card. */
export function ToolCallCard({ id, permissionIds }: ToolCallCardProps): ReactElement | null {
  const call = useToolCall(id);
  const approval = useApproval(permissionIds.at(-1) ?? "");
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  if (call === undefined) return null;

  const phase = getToolCallPhase(call, approval);
  const hasBody = call.content.length > 0 || hasRawData(call);
  const isOpen = hasBody && (choice ?? isOpenByDefault(call, phase));
  const span = getToolCallSpan(call, phase, approval);
  const heading = <ToolCallHeading call={call} phase={phase} span={span} />;
  return (
    <article
      className={`acp-ui acp-call acp-call-${phase.name}`}
      aria-label={getToolCallTitle(call.title || call.name, call.kind)}
    >
      {hasBody ? (
        <button
          type="button"
          className="acp-call-header acp-call-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChoice(!isOpen)}
        >
          {heading}
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
      ) : (
        <div className="acp-call-header">{heading}</div>
      )}
      <LocationList call={call} />
      <div id={bodyId} className="acp-call-body" hidden={!isOpen}>
        {isOpen && <ToolCallBody call={call} isRunning={phase.name === "running"} />}
      </div>
      {permissionIds.map((permissionId) => (
        <PermissionOutcome key={permissionId} id={permissionId} />
      ))}
    </article>
  );
}

interface ToolCallHeadingProps {
  readonly call: ToolCall;
  readonly phase: ToolCallPhase;
  readonly span: TimeSpan | undefined;
}

function ToolCallHeading({ call, phase, span }: ToolCallHeadingProps): ReactElement {
  const { ToolCallLineCount } = useAcpUi().slots;
  return (
    <>
      <Icon name={getToolKindInfo(call.kind).icon} className="acp-call-icon" />
      <span className={`acp-call-title ${call.kind === "execute" ? "acp-call-command" : ""}`}>
        {getToolCallTitle(call.title || call.name, call.kind)}
      </span>
      <ToolCallLineCount content={call.content} />
      <CallStatus phase={phase} span={span} />
    </>
  );
}

function ToolCallBody({ call, isRunning }: { call: ToolCall; isRunning: boolean }): ReactElement {
  const { content, kind, rawInput, rawOutput } = call;
  return (
    <>
      {content.map((item, index) => (
        <CallContentView key={index} item={item} kind={kind} isCallRunning={isRunning} />
      ))}
      {hasRawData(call) && (
        <div className="acp-raw-data-list">
          <RawData label="Raw input" value={rawInput} />
          <RawData label="Raw output" value={rawOutput} />
        </div>
      )}
    </>
  );
}

function hasRawData({ rawInput, rawOutput }: ToolCall): boolean {
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
