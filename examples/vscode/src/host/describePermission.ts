import {
  type AcpState,
  countDiffLines,
  getCommandLine,
  isChangesDiff,
  type Permission,
  selectPermissionTitle,
  selectSubagent,
  selectToolCall,
} from "@acp-store/core";

/** The length at which a command is cut. A notification shows a few lines. */
const MAX_COMMAND_LENGTH = 200;

/** A permission request in the words of a notification. */
export interface DescribedPermission {
  /** One line: the title, and the command or the changed files if the title does not have them. */
  readonly text: string;
  /** Whether the request shows changes of files. */
  readonly hasChanges: boolean;
}

/** Describes a permission request for a notification. */
export function describePermission(state: AcpState, permission: Permission): DescribedPermission {
  const title = selectPermissionTitle(state, permission) ?? "The agent asks for permission";
  const subagent = selectSubagent(state, permission.sessionId);
  const call = selectToolCall(state, permission.sessionId, permission.toolCallId ?? "");
  const content = permission.toolCall?.content ?? call?.content ?? [];
  const changes = content.flatMap((item) => {
    if (item.type !== "diff") return [];
    const paths = isChangesDiff(item) ? item.changes.map(({ path }) => path) : [item.path];
    const lines = countDiffLines(item);
    return paths.map((path, at) => {
      const { added = 0, removed = 0 } = lines[at] ?? {};
      return `${path} +${added} −${removed}`;
    });
  });
  const command =
    permission.subject?.type === "command"
      ? permission.subject.command
      : getCommandLine(permission.toolCall?.rawInput ?? call?.rawInput);
  const details = [
    ...(command === undefined || title.includes(command) ? [] : [clip(command)]),
    ...(changes.length > 2 ? [`${changes.length} files`] : changes),
  ];
  const asking = subagent === undefined ? "" : `Subagent ${subagent.title ?? ""}: `;
  return { text: asking + [title, ...details].join(" · "), hasChanges: changes.length > 0 };
}

function clip(command: string): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length > MAX_COMMAND_LENGTH ? `${line.slice(0, MAX_COMMAND_LENGTH)}…` : line;
}
