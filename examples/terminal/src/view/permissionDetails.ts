import { relative } from "node:path";
import {
  type AcpState,
  type ChangesDiffItem,
  isChangesDiff,
  isTextDiff,
  type ContentBlock,
  type TextDiffItem,
  type FileChange,
  type Permission,
  selectPermissionTitle,
  selectSession,
  selectSubagent,
  selectToolCall,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { type HunkLine, listHunks, splitLines } from "@acp-store/core/diff";
import { colored, dim, getContentText, NOTHING, type SafeText, text, toLines } from "./text.js";

/** The maximum number of lines to show for one piece of content, such as a diff. */
const MAX_LINES = 40;
/** The number of unchanged lines to show around a change. */
const CONTEXT_LINES = 2;
/** The first characters of the lines of a diff. */
const SIGNS: Readonly<Record<HunkLine["kind"], string>> = { equal: " ", removed: "-", added: "+" };

/** Returns the title of a permission request, with the subagent that asks. */
export const formatPermissionTitle = (state: AcpState, permission: Permission): SafeText =>
  text`${formatSubagent(state, permission.sessionId)}${getTitle(state, permission)}`;

/** Returns the start of a question that names the subagent of its session. Empty for other sessions. */
export function formatSubagent(state: AcpState, sessionId: string | undefined): SafeText {
  const subagent = sessionId === undefined ? undefined : selectSubagent(state, sessionId);
  return subagent === undefined
    ? NOTHING
    : text`Subagent ${subagent.title || subagent.sessionId}: `;
}

function getTitle(state: AcpState, permission: Permission): string {
  return selectPermissionTitle(state, permission) ?? "The agent requests permission";
}

/**
 * Returns the lines that show what the agent wants to do: its description, the command, the content
 * of the tool call with its diffs, and the files. The details that the request leaves out come from
 * the tool call.
 */
export function formatPermissionDetails(state: AcpState, permission: Permission): SafeText[] {
  const { description, toolCall, sessionId } = permission;
  const session = selectSession(state, sessionId);
  const call = selectToolCall(state, sessionId, permission.toolCallId ?? "");
  const cwd = session?.cwd ?? "";
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const locations = toolCall?.locations?.length ? toolCall.locations : (call?.locations ?? []);
  const command = getCommand(permission, call);
  const diffs = content.flatMap((item) => formatContentItem(item, cwd));
  return [
    ...(description ? limitLines(toLines(description)) : []),
    ...getCallLines(state, permission, call),
    ...(command === undefined ? [] : formatCommand(command, permission)),
    ...diffs,
    ...(diffs.length > 0 ? [] : locations.map(({ path }) => text`${shortenPath(path, cwd)}`)),
  ].map((line) => text`  ${line}`);
}

/** Returns the title of the tool call if the title of the request does not contain it. */
function getCallLines(state: AcpState, permission: Permission, call?: ToolCall): SafeText[] {
  const title = permission.toolCall?.title || call?.title || "";
  return getTitle(state, permission).includes(title) ? [] : toLines(title);
}

function getCommand({ subject, toolCall }: Permission, call?: ToolCall): string | undefined {
  if (subject?.type === "command") return String(subject.command);
  // Agents of version 1 send the command as the input of the tool, some with separate arguments.
  const { command, args } = (toolCall?.rawInput ?? call?.rawInput ?? {}) as Record<string, unknown>;
  const parts = [command, args].flat().filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(" ") : undefined;
}

function formatCommand(command: string, { subject }: Permission): SafeText[] {
  const [first = NOTHING, ...rest] = toLines(command);
  const folder = subject?.type === "command" ? dim(` in ${String(subject.cwd)}`) : NOTHING;
  return [text`$ ${first}${folder}`, ...rest.map((line) => text`  ${line}`)];
}

function formatContentItem(item: ToolCallContent, cwd: string): SafeText[] {
  switch (item.type) {
    case "content":
      return limitLines(toLines(getContentText([item.content as ContentBlock])));
    case "diff":
      if (isTextDiff(item)) return formatDiff(item, cwd);
      return isChangesDiff(item) ? formatChanges(item, cwd) : [];
    default:
      return [];
  }
}

/** Returns the lines of a version 1 diff, with a little context. */
function formatDiff({ path, oldText, newText }: TextDiffItem, cwd: string): SafeText[] {
  const hunks = listHunks(splitLines(oldText ?? ""), splitLines(newText), CONTEXT_LINES);
  const lines = hunks.flatMap((hunk) => [
    `@@ line ${hunk.newStart + 1}`,
    ...hunk.lines.map(({ kind, text: line }) => SIGNS[kind] + line.replace(/\n$/, "")),
  ]);
  return [text`${shortenPath(path, cwd)}`, ...limitLines(lines.map(formatDiffLine))];
}

/** Returns the patch of version 2, or the list of changed files if the agent sends no patch. */
function formatChanges({ changes, patch }: ChangesDiffItem, cwd: string): SafeText[] {
  const files = changes.map((change) => formatChange(change, cwd));
  const lines = patch ? patch.text.trimEnd().split("\n") : [];
  return [...files, ...limitLines(lines.map(formatDiffLine))];
}

function formatChange({ operation, path, oldPath }: FileChange, cwd: string): SafeText {
  const paths = [oldPath, path].filter((name) => name !== undefined);
  const names = paths.map((name) => shortenPath(name, cwd)).join(" → ");
  return text`${dim(operation)} ${names}`;
}

function formatDiffLine(line: string): SafeText {
  if (/^\+(?!\+\+ )/.test(line)) return colored("green", line);
  if (/^-(?!-- )/.test(line)) return colored("red", line);
  return dim(line);
}

/** Returns a path relative to the session's folder if it is inside of it. */
function shortenPath(path: string, cwd: string): string {
  const fromFolder = relative(cwd, path);
  return fromFolder === "" || fromFolder.startsWith("..") ? path : fromFolder;
}

function limitLines(lines: readonly SafeText[]): SafeText[] {
  const hidden = lines.length - MAX_LINES;
  if (hidden <= 0) return [...lines];
  return [...lines.slice(0, MAX_LINES), dim(`… ${hidden} more lines`)];
}
