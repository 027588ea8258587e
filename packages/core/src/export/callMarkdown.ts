import stripAnsi from "strip-ansi";
import { listHunks } from "../diff/listHunks.js";
import { splitLines } from "../diff/splitLines.js";
import { getCommandLine } from "../select/getCommandLine.js";
import type { DiffItem, TextDiffItem, ToolCallContent } from "../state/content.js";
import { isChangesDiff, isTextDiff } from "../state/diffs.js";
import type { ToolCall, ToolCallPhase } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type { Session } from "../state/state.js";
import { escapeHtml, fence, link } from "./markdownText.js";

/** The number of unchanged lines around a change. */
const CONTEXT_LINES = 3;

const PHASE_TEXTS: Readonly<Record<ToolCallPhase, string>> = {
  pending: "not started",
  awaiting_permission: "waiting for approval",
  running: "running",
  completed: "done",
  failed: "failed",
  rejected: "rejected",
  cancelled: "cancelled",
  unfinished: "no result",
};

/** The changes to the texts of tool calls. */
interface CallTexts {
  /** Returns a text without secrets. */
  readonly redact: (text: string) => string;
  /** Shortens output and differences. */
  readonly shorten?: (text: string) => string;
}

/** A tool call as Markdown. */
interface WrittenCall {
  /** The title and the phase. */
  readonly summary: string;
  /** The command, the content, and the decisions of the user. */
  readonly parts: readonly string[];
}

/** Returns a function that writes a tool call of a session as Markdown. */
export function createCallWriter(
  { permissions, terminals }: Pick<Session, "permissions" | "terminals">,
  { redact, shorten = (text) => text }: CallTexts,
): (call: ToolCall) => WrittenCall {
  const decisions = new Map<string, Permission[]>();
  for (const permission of permissions.values()) {
    const { toolCallId = "" } = permission;
    decisions.set(toolCallId, [...(decisions.get(toolCallId) ?? []), permission]);
  }

  function writeItem(item: ToolCallContent): string {
    if (isTextDiff(item)) return writeDiff(item, redact, shorten);
    if (isChangesDiff(item)) return writeChanges(item, redact, shorten);
    if (item.type === "terminal") {
      const output = terminals.get(item.terminalId)?.output ?? "";
      return output === "" ? "" : fence(shorten(stripAnsi(redact(output))));
    }
    if (item.type !== "content") return "";
    const { content } = item;
    if (content.type === "text") return fence(shorten(stripAnsi(redact(content.text))));
    if (content.type === "resource_link") return link(redact(content.name), redact(content.uri));
    return `*${escapeHtml(String(content.type))}*`;
  }

  return (call) => {
    const { title, toolCallId, content, rawInput } = call;
    const command = getCommandLine(rawInput);
    const isCommand = command !== undefined && command !== title;
    const parts = [
      ...(isCommand ? [fence(shorten(redact(command)), "sh")] : []),
      ...content.map(writeItem).filter((text) => text !== ""),
      ...(decisions.get(toolCallId) ?? []).flatMap(describeDecision),
    ];
    return { summary: describeCall(call, redact), parts };
  };
}

function describeCall(
  { title, name, kind, phase }: ToolCall,
  redact: (text: string) => string,
): string {
  return `${redact(title || name || kind)} (${PHASE_TEXTS[phase]})`;
}

/** Describes the answer to a permission request. */
function describeDecision({ status, optionId, options, rule, reason }: Permission): string[] {
  if (status === "pending") return ["*Waiting for an answer*"];
  if (status === "cancelled") return ["*Not answered*"];
  const name = options.find((option) => option.optionId === optionId)?.name ?? optionId ?? "";
  const by = rule === undefined ? (reason === "policy" ? " (by a policy)" : "") : ` (${rule})`;
  return [`*Answered: ${escapeHtml(name + by)}*`];
}

function writeDiff(
  item: TextDiffItem,
  redact: (text: string) => string,
  shorten: (text: string) => string,
): string {
  const { path, oldText, newText } = item;
  const hunks = listHunks(
    splitLines(redact(oldText ?? "")),
    splitLines(redact(newText)),
    CONTEXT_LINES,
  );
  const signs = { equal: " ", removed: "-", added: "+" } as const;
  const lines = hunks.flatMap(({ lines: ofHunk }, index) => [
    ...(index === 0 ? [] : ["…"]),
    ...ofHunk.map(({ kind, text }) => signs[kind] + text.replace(/\r?\n$/, "")),
  ]);
  return `\`${escapeHtml(redact(path))}\`\n\n${fence(shorten(lines.join("\n")), "diff")}`;
}

function writeChanges(
  item: DiffItem,
  redact: (text: string) => string,
  shorten: (text: string) => string,
): string {
  const { changes = [], patch } = item;
  const files = changes.map(({ operation, path, oldPath }) => {
    const from = oldPath ? `${redact(oldPath)} → ` : "";
    return `- ${escapeHtml(operation)} \`${escapeHtml(from + redact(path ?? ""))}\``;
  });
  return [files.join("\n"), ...(patch ? [fence(shorten(redact(patch.text)), "diff")] : [])].join(
    "\n\n",
  );
}
