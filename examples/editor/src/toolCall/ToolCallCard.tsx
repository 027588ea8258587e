import type { Permission, ToolCall } from "@acp-store/core";
import { usePermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { ToolCallLineCount } from "../diff/ToolCallLineCount.js";
import { PermissionOutcome } from "../permission/PermissionOutcome.js";
import { Icon } from "../ui/Icon.js";
import { CallContentView } from "./CallContentView.js";
import { type ToolCallPhase, getToolCallPhase } from "./toolCallPhase.js";
import { CallStatus } from "./CallStatus.js";
import { getToolKindInfo, getToolCallTitle } from "./toolKinds.js";
import { LocationList } from "./LocationList.js";
import { hasContent, RawData } from "./RawData.js";

interface ToolCallCardProps {
  readonly id: string;
  readonly permissionIds: readonly string[];
}

/** One tool call. Each card reads its own call, so an update renders only this card. */
export function ToolCallCard({ id, permissionIds }: ToolCallCardProps): ReactElement | null {
  const call = useToolCall(id);
  const needsApproval = usePermission(permissionIds.at(-1) ?? "", isPending);
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  if (call === undefined) return null;

  const phase = getToolCallPhase(call, needsApproval);
  const hasBody = call.content.length > 0 || hasRawData(call);
  const isOpen = hasBody && (choice ?? isOpenByDefault(call, phase));
  const heading = <ToolCallHeading call={call} phase={phase} />;
  return (
    <article
      className={`call call-${phase.name}`}
      aria-label={getToolCallTitle(call.title || call.name, call.kind)}
    >
      {hasBody ? (
        <button
          type="button"
          className="call-header call-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setChoice(!isOpen)}
        >
          {heading}
          <Icon name="chevron" className="disclosure-icon" />
        </button>
      ) : (
        <div className="call-header">{heading}</div>
      )}
      <LocationList call={call} />
      <div id={bodyId} className="call-body" hidden={!isOpen}>
        {isOpen && <ToolCallBody call={call} />}
      </div>
      {permissionIds.map((permissionId) => (
        <PermissionOutcome key={permissionId} id={permissionId} />
      ))}
    </article>
  );
}

function ToolCallHeading({ call, phase }: { call: ToolCall; phase: ToolCallPhase }): ReactElement {
  return (
    <>
      <Icon name={getToolKindInfo(call.kind).icon} className="call-icon" />
      <span className={`call-title ${call.kind === "execute" ? "call-command" : ""}`}>
        {getToolCallTitle(call.title || call.name, call.kind)}
      </span>
      <ToolCallLineCount content={call.content} />
      <CallStatus phase={phase} />
    </>
  );
}

function ToolCallBody({ call }: { call: ToolCall }): ReactElement {
  const { content, kind, rawInput, rawOutput } = call;
  return (
    <>
      {content.map((item, index) => (
        <CallContentView key={index} item={item} kind={kind} />
      ))}
      {hasRawData(call) && (
        <div className="raw-data-list">
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

function isPending(permission: Permission | undefined): boolean {
  return permission?.status === "pending";
}

/** Returns whether a card starts open. Edits, commands and failures do, reads do not. */
function isOpenByDefault({ content, kind }: ToolCall, phase: ToolCallPhase): boolean {
  // The permission request above the composer already shows the content.
  if (content.length === 0 || phase.name === "needs_approval") return false;
  return (
    phase.name === "failed" || kind === "execute" || content.some(({ type }) => type === "diff")
  );
}
