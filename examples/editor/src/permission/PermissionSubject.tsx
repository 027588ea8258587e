import type { Permission } from "@acp-store/core";
import { useToolCall } from "@acp-store/react";
import type { ReactElement } from "react";
import { CallContent } from "../toolCall/CallContent.js";
import { isWorthShowing, RawData } from "../toolCall/RawData.js";

/** What the request is about; where it says little itself, what is known of its tool call. */
export function PermissionSubject({ permission }: { permission: Permission }): ReactElement | null {
  const { toolCall } = permission;
  const call = useToolCall(permission.toolCallId ?? "", { sessionId: permission.sessionId });
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const rawInput = isWorthShowing(toolCall?.rawInput) ? toolCall?.rawInput : call?.rawInput;
  const kind = toolCall?.kind ?? call?.kind ?? "other";
  const { subject, description } = permission;
  const command = subject?.type === "command" ? subject.command : commandOf(rawInput);
  const title = toolCall?.title ?? permission.title;
  if (content.length === 0 && !isWorthShowing(rawInput) && !command && !description) return null;
  return (
    <div className="prompt-subject">
      {description && <p className="prompt-about">{description}</p>}
      {command !== undefined && command !== title && <code className="command">{command}</code>}
      {content.map((item, index) => (
        <CallContent key={index} item={item} kind={kind} />
      ))}
      <RawData label="Raw input" value={rawInput} />
    </div>
  );
}

/** Agents that run commands name them so, with the arguments in the line or beside it. */
function commandOf(rawInput: unknown): string | undefined {
  const { command, args } = (rawInput ?? {}) as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return undefined;
  return Array.isArray(args) ? [command, ...args].join(" ") : command;
}
