import type { Permission, ToolCall } from "@acp-store/core";
import { usePermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { DiffCount } from "../diff/DiffCount.js";
import { PermissionRecord } from "../permission/PermissionRecord.js";
import { Icon } from "../ui/Icon.js";
import { CallContent } from "./CallContent.js";
import { type CallPhase, phaseOf } from "./callPhase.js";
import { CallStatus } from "./CallStatus.js";
import { lookOf, titleOf } from "./kinds.js";
import { Locations } from "./Locations.js";
import { isWorthShowing, RawData } from "./RawData.js";

interface ToolCallCardProps {
  readonly id: string;
  readonly permissionIds: readonly string[];
}

/** One tool call; each reads its own, so that an update renders this card alone. */
export function ToolCallCard({ id, permissionIds }: ToolCallCardProps): ReactElement | null {
  const call = useToolCall(id);
  const isAsking = usePermission(permissionIds.at(-1) ?? "", isPending);
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  if (call === undefined) return null;

  const phase = phaseOf(call, isAsking);
  const hasBody = call.content.length > 0 || hasRawData(call);
  const isOpen = hasBody && (choice ?? opensItself(call, phase));
  const heading = <Heading call={call} phase={phase} />;
  return (
    <article
      className={`call call-${phase.name}`}
      aria-label={titleOf(call.title || call.name, call.kind)}
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
          <Icon name="chevron" className="twist" />
        </button>
      ) : (
        <div className="call-header">{heading}</div>
      )}
      <Locations call={call} />
      <div id={bodyId} className="call-body" hidden={!isOpen}>
        {isOpen && <Body call={call} />}
      </div>
      {permissionIds.map((permissionId) => (
        <PermissionRecord key={permissionId} id={permissionId} />
      ))}
    </article>
  );
}

function Heading({ call, phase }: { call: ToolCall; phase: CallPhase }): ReactElement {
  return (
    <>
      <Icon name={lookOf(call.kind).icon} className="call-icon" />
      <span className={`call-title ${call.kind === "execute" ? "call-command" : ""}`}>
        {titleOf(call.title || call.name, call.kind)}
      </span>
      <DiffCount content={call.content} />
      <CallStatus phase={phase} />
    </>
  );
}

function Body({ call }: { call: ToolCall }): ReactElement {
  const { content, kind, rawInput, rawOutput } = call;
  return (
    <>
      {content.map((item, index) => (
        <CallContent key={index} item={item} kind={kind} />
      ))}
      {hasRawData(call) && (
        <div className="raws">
          <RawData label="Raw input" value={rawInput} />
          <RawData label="Raw output" value={rawOutput} />
        </div>
      )}
    </>
  );
}

function hasRawData({ rawInput, rawOutput }: ToolCall): boolean {
  return isWorthShowing(rawInput) || isWorthShowing(rawOutput);
}

function isPending(permission: Permission | undefined): boolean {
  return permission?.status === "pending";
}

/** Edits, commands and failures are worth a look; what was read is only worth a line. */
function opensItself({ content, kind }: ToolCall, phase: CallPhase): boolean {
  // The request beside the composer shows the change already.
  if (content.length === 0 || phase.name === "asking") return false;
  return (
    phase.name === "failed" || kind === "execute" || content.some(({ type }) => type === "diff")
  );
}
