import type { ToolCall, ToolCallContent } from "@acp-store/core";
import { type ReactElement, useId } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { PermissionOutcome } from "../permission/PermissionOutcome.js";
import { toolCallTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CallContentView } from "./CallContentView.js";
import { CallStatus } from "./CallStatus.js";
import { LocationList } from "./LocationList.js";
import { RawData } from "./RawData.js";
import { hasRawData, type ToolCallCardState, useToolCallCard } from "./useToolCallCard.js";
import type { ToolCallCardProps } from "../context/slots.js";
import { MAX_TITLE_CHARACTERS } from "./toolKinds.js";

/** More content is shown on request. */
const MAX_ITEMS = 30;

/** One tool call. Each card reads its own call, so an update renders only this card. */
export function ToolCallCard(props: ToolCallCardProps): ReactElement | null {
  const card = useToolCallCard(props);
  const bodyId = useId();
  if (card === undefined) return null;
  const { call, content, title, hasBody, isOpen, toggle } = card;
  const heading = <ToolCallHeading {...card} />;
  return (
    <article
      className={`acp-ui acp-call acp-call-${call.phase}`}
      aria-label={title}
      data-call={call.toolCallId}
    >
      {hasBody ? (
        <button
          type="button"
          className="acp-call-header acp-call-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={toggle}
        >
          {heading}
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
      ) : (
        <div className="acp-call-header">{heading}</div>
      )}
      <LocationList call={call} />
      <div id={bodyId} className="acp-call-body" hidden={!isOpen}>
        {isOpen && <ToolCallBody call={call} content={content} />}
      </div>
      {props.permissionIds?.map((permissionId) => (
        <PermissionOutcome key={permissionId} id={permissionId} />
      ))}
    </article>
  );
}

function ToolCallHeading({
  call,
  content,
  title,
  icon,
  status,
  span,
}: ToolCallCardState): ReactElement {
  const { ToolCallLineCount } = useAcpUi().slots;
  return (
    <>
      <Icon name={icon} className="acp-call-icon" />
      <span className={`acp-call-title ${call.kind === "execute" ? "acp-call-command" : ""}`}>
        {title}
      </span>
      <ToolCallLineCount content={content} />
      <CallStatus status={status} span={span} />
    </>
  );
}

/** Returns the path of the file whose text is the content of a tool call. */
function getReadPath({ kind, status, locations }: ToolCall): string | undefined {
  if (kind !== "read" || status === "failed" || locations.length > 1) return undefined;
  return locations[0]?.path;
}

interface ToolCallBodyProps {
  readonly call: ToolCall;
  readonly content: readonly ToolCallContent[];
}

function ToolCallBody({ call, content }: ToolCallBodyProps): ReactElement {
  const { kind, phase, rawInput, rawOutput } = call;
  const { Output } = useAcpUi().slots;
  const path = getReadPath(call);
  const texts = useTexts("toolCall", toolCallTexts);
  const { shown, ...rest } = useFirstItems(content, MAX_ITEMS);
  const title = call.title || call.name || "";
  return (
    <>
      {title.length > MAX_TITLE_CHARACTERS && <Output text={title} label={texts.completeTitle} />}
      {shown.map((item, index) => (
        <CallContentView
          key={index}
          item={item}
          kind={kind}
          call={call}
          phase={phase}
          path={path}
        />
      ))}
      <ShowAllItems {...rest} />
      {hasRawData(call) && (
        <div className="acp-raw-data-list">
          <RawData label={texts.rawInput} value={rawInput} />
          <RawData label={texts.rawOutput} value={rawOutput} />
        </div>
      )}
    </>
  );
}
