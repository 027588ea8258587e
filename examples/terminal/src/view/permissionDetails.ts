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
  selectToolCall,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { structuredPatch } from "diff";
import { colored, dim, getContentText, indentLines, sanitizeText } from "./text.js";

/** The maximum number of lines to show for one piece of content, such as a diff. */
const MAX_LINES = 40;
/** The number of unchanged lines to show around a change. */
const CONTEXT_LINES = 2;

/** Returns the title of a permission request. */
export function formatPermissionTitle(state: AcpState, permission: Permission): string {
  const title = selectPermissionTitle(state, permission);
  return sanitizeText(title ?? "The agent requests permission");
}

/**
 * Returns the lines that show what the agent wants to do: its description, the command, the content
 * of the tool call with its diffs, and the files. The details that the request leaves out come from
 * the tool call.
 */
export function formatPermissionDetails(state: AcpState, permission: Permission): string[] {
  const { description, toolCall, sessionId } = permission;
  const session = selectSession(state, sessionId);
  const call = selectToolCall(state, sessionId, permission.toolCallId ?? "");
  const cwd = session?.cwd ?? "";
  const content = toolCall?.content?.length ? toolCall.content : (call?.content ?? []);
  const locations = toolCall?.locations?.length ? toolCall.locations : (call?.locations ?? []);
  const command = getCommand(permission, call);
  const diffs = content.flatMap((item) => formatContentItem(item, cwd));
  return [
    ...(description ? limitLines(sanitizeText(description).split("\n")) : []),
    ...getCallLine(state, permission, call),
    ...(command === undefined ? [] : formatCommand(command, permission)),
    ...diffs,
    ...(diffs.length > 0 ? [] : locations.map(({ path }) => formatPath(path, cwd))),
  ].flatMap((line) => indentLines(line, "  "));
}

/** Returns the title of the tool call if the title of the request does not contain it. */
function getCallLine(state: AcpState, permission: Permission, call?: ToolCall): string[] {
  const title = sanitizeText(permission.toolCall?.title || call?.title || "");
  return formatPermissionTitle(state, permission).includes(title) ? [] : [title];
}

function getCommand({ subject, toolCall }: Permission, call?: ToolCall): string | undefined {
  if (subject?.type === "command") return String(subject.command);
  // Agents of version 1 send the command as the input of the tool, some with separate arguments.
  const { command, args } = (toolCall?.rawInput ?? call?.rawInput ?? {}) as Record<string, unknown>;
  const parts = [command, args].flat().filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(" ") : undefined;
}

function formatCommand(command: string, { subject }: Permission): string[] {
  const [first = "", ...rest] = sanitizeText(command).split("\n");
  const folder = subject?.type === "command" ? dim(` in ${sanitizeText(String(subject.cwd))}`) : "";
  return [`$ ${first}${folder}`, ...rest.map((line) => `  ${line}`)];
}

function formatContentItem(item: ToolCallContent, cwd: string): string[] {
  switch (item.type) {
    case "content":
      return limitLines(getContentText([item.content as ContentBlock]).split("\n"));
    case "diff":
      if (isTextDiff(item)) return formatDiff(item, cwd);
      return isChangesDiff(item) ? formatChanges(item, cwd) : [];
    default:
      return [];
  }
}

/** Returns the lines of a version 1 diff, with a little context. */
function formatDiff({ path, oldText, newText }: TextDiffItem, cwd: string): string[] {
  const options = { context: CONTEXT_LINES };
  const { hunks } = structuredPatch(path, path, oldText ?? "", newText, "", "", options);
  const lines = hunks.flatMap((hunk) => [`@@ line ${hunk.newStart}`, ...hunk.lines]);
  return [formatPath(path, cwd), ...limitLines(lines.map(formatDiffLine))];
}

/** Returns the patch of version 2, or the list of changed files if the agent sends no patch. */
function formatChanges({ changes, patch }: ChangesDiffItem, cwd: string): string[] {
  const files = changes.map((change) => formatChange(change, cwd));
  const lines = patch ? patch.text.trimEnd().split("\n") : [];
  return [...files, ...limitLines(lines.map(formatDiffLine))];
}

function formatChange({ operation, path, oldPath }: FileChange, cwd: string): string {
  const paths = [oldPath, path].filter((name) => name !== undefined);
  const names = paths.map((name) => formatPath(name, cwd)).join(" → ");
  return `${dim(sanitizeText(operation))} ${names}`;
}

function formatDiffLine(line: string): string {
  const text = sanitizeText(line);
  if (/^\+(?!\+\+ )/.test(text)) return colored("green", text);
  if (/^-(?!-- )/.test(text)) return colored("red", text);
  return dim(text);
}

/** Returns a path relative to the session's folder if it is inside of it. */
function formatPath(path: string, cwd: string): string {
  const fromFolder = relative(cwd, path);
  return sanitizeText(fromFolder === "" || fromFolder.startsWith("..") ? path : fromFolder);
}

function limitLines(lines: readonly string[]): string[] {
  const hidden = lines.length - MAX_LINES;
  if (hidden <= 0) return [...lines];
  return [...lines.slice(0, MAX_LINES), dim(`… ${hidden} more lines`)];
}
