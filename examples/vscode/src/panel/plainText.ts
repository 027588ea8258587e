import type { ContentBlock, Terminal, ToolCall, ToolCallContent } from "@acp-store/core";

/** Returns content blocks as plain text. A block without text is named by its type. */
export function getBlockText(blocks: readonly ContentBlock[]): string {
  return blocks.map(textOf).join("\n");
}

function textOf(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  return block.type === "resource_link" ? block.name : `[${block.type}]`;
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  pending: "Waiting",
  in_progress: "Running",
  completed: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** Returns the status of a tool call for display. */
export function getStatusText({ status, stale }: ToolCall): string {
  return stale ? "Interrupted" : (STATUS_TEXTS[status] ?? status);
}

/** Returns an item of a tool call's content as plain text. A diff becomes lines with `-` and `+`. */
export function getContentText(item: Exclude<ToolCallContent, { type: "terminal" }>): string {
  if (item.type === "content") return getBlockText([item.content]);
  if (item.type !== "diff") return `[${item.type}]`;
  if ("changes" in item)
    return item.patch?.text ?? item.changes.map(({ path }) => path ?? "").join("\n");
  const lines = [...prefixLines("-", item.oldText), ...prefixLines("+", item.newText)];
  return [item.path, ...lines].join("\n");
}

function prefixLines(prefix: string, text: string | null | undefined): readonly string[] {
  if (!text) return [];
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${prefix} ${line}`);
}

/** Returns the output of a terminal, and its exit code if it failed. */
export function getTerminalText({ output, exitStatus }: Terminal): string {
  const failure = exitStatus?.exitCode ? `\nExit code ${exitStatus.exitCode}` : "";
  return `${output}${failure}`.trimEnd();
}
