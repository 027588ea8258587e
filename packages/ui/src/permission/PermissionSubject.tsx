import type { Permission } from "@acp-store/core";
import { useToolCall } from "@acp-store/react";
import type { ReactElement } from "react";
import { CallContentView } from "../toolCall/CallContentView.js";
import { hasContent, RawData } from "../toolCall/RawData.js";
import { getCommandLine } from "./getCommandLine.js";
import { toolCallTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The details of a permission request, completed with the details of its tool call. */
export function PermissionSubject({ permission }: { permission: Permission }): ReactElement | null {
  const { toolCall } = permission;
  const texts = useTexts("toolCall", toolCallTexts);
  const call = useToolCall(permission.toolCallId ?? "", { sessionId: permission.sessionId });
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const rawInput = hasContent(toolCall?.rawInput) ? toolCall?.rawInput : call?.rawInput;
  const kind = toolCall?.kind ?? call?.kind ?? "other";
  const { subject, description } = permission;
  const command = subject?.type === "command" ? subject.command : getCommandLine(rawInput);
  const title = toolCall?.title ?? permission.title;
  if (content.length === 0 && !hasContent(rawInput) && !command && !description) return null;
  return (
    <div className="acp-request-subject">
      {description && <p className="acp-request-description">{description}</p>}
      {command !== undefined && command !== title && <code className="acp-command">{command}</code>}
      {content.map((item, index) => (
        <CallContentView key={index} item={item} kind={kind} />
      ))}
      <RawData label={texts.rawInput} value={rawInput} />
    </div>
  );
}
