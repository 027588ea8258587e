import { getCommandLine, type ToolCallContent } from "@acp-store/core";
import { type PendingPermission, useToolCall } from "@acp-store/react";
import type { ReactElement } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { useAcpUi } from "../context/acpUi.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { CallContentView } from "../toolCall/CallContentView.js";
import { hasContent, RawData } from "../toolCall/RawData.js";
import { MAX_TITLE_CHARACTERS } from "../toolCall/toolKinds.js";
import { toolCallTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** More content is shown on request. */
const MAX_SUBJECT_ITEMS = 10;

interface PermissionSubjectProps {
  readonly permission: PendingPermission;
}

/** The details of a permission request, completed with the details of its tool call. */
export function PermissionSubject({ permission }: PermissionSubjectProps): ReactElement | null {
  const { toolCall, displayTitle = "" } = permission;
  const { Output, ProposedEdits } = useAcpUi().slots;
  const texts = useTexts("toolCall", toolCallTexts);
  const call = useToolCall(permission.toolCallId ?? "", { sessionId: permission.sessionId });
  const source = toolCall?.content?.length ? toolCall : call;
  const content = source?.content ?? [];
  const { shown, ...rest } = useFirstItems(content, MAX_SUBJECT_ITEMS);
  const rawInput = hasContent(toolCall?.rawInput) ? toolCall?.rawInput : call?.rawInput;
  const kind = toolCall?.kind ?? call?.kind ?? "other";
  const { subject, description } = permission;
  const command = subject?.type === "command" ? subject.command : getCommandLine(rawInput);
  const callTitle = toolCall?.title || call?.title || "";
  const isCallShown = displayTitle.includes(callTitle) || callTitle === command;
  const hasLongTitle = displayTitle.length > MAX_TITLE_CHARACTERS;
  const hasText = command || description || !isCallShown || hasLongTitle;
  const renderItem = (item: ToolCallContent, index: number): ReactElement => (
    <CallContentView key={index} item={item} kind={kind} call={source} />
  );
  if (content.length === 0 && !hasContent(rawInput) && !hasText) return null;
  return (
    <div className="acp-request-subject">
      {hasLongTitle && <Output text={displayTitle} label={texts.completeTitle} />}
      {description && (
        <p className="acp-request-description">
          <ClippedText text={description} />
        </p>
      )}
      {!isCallShown && (
        <p className="acp-request-description">
          <ClippedText text={callTitle} />
        </p>
      )}
      {command !== undefined && command !== displayTitle && (
        <code className="acp-command">
          <ClippedText text={command} />
        </code>
      )}
      <ProposedEdits permission={permission} content={shown}>
        {renderItem}
      </ProposedEdits>
      <ShowAllItems {...rest} />
      <RawData label={texts.rawInput} value={rawInput} />
    </div>
  );
}
