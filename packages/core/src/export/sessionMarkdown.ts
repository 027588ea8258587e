import type { ContentBlock } from "../state/content.js";
import type { Message, Plan, Turn } from "../state/entities.js";
import { details, escapeHtml, fence, link, quote } from "./markdownText.js";

/** The parts of a session as Markdown. */

/** Returns the blocks of one run of a message. */
export function blocksOfRun(
  { content, runStarts = [] }: Message,
  run: number,
): readonly ContentBlock[] {
  const starts = [0, ...runStarts];
  return content.slice(starts[run], starts[run + 1]);
}

/** Writes a content block. Images and recordings are named. */
export function writeBlock(block: ContentBlock, redact: (text: string) => string): string {
  switch (block.type) {
    case "text":
      return redact(block.text).trim();
    case "image":
      return block.uri
        ? link("Image", redact(block.uri))
        : `*Image (${escapeHtml(block.mimeType)})*`;
    case "audio":
      return `*Recording (${escapeHtml(block.mimeType)})*`;
    case "resource_link":
      return link(redact(block.title || block.name), redact(block.uri));
    case "resource": {
      const { resource } = block;
      const address = redact(resource.uri);
      if (!("text" in resource)) return `*File ${escapeHtml(address)}*`;
      return details(address, [fence(redact(resource.text))]);
    }
    default:
      return `*${escapeHtml(String(block.type))}*`;
  }
}

/** Writes a plan with the status of its steps. */
export function writePlan(plan: Plan, redact: (text: string) => string): string {
  if (plan.type === "markdown") return quote(redact(plan.content ?? ""));
  const steps = (plan.entries ?? []).map(({ content, status }) => {
    const box = status === "completed" ? "[x]" : "[ ]";
    return `- ${box} ${escapeHtml(redact(content))}`;
  });
  return steps.length === 0 ? "" : `**Plan**\n\n${steps.join("\n")}`;
}

/** Describes the end of a turn, unless it ended as expected. */
export function describeEnd(turn: Turn, redact: (text: string) => string): string | undefined {
  const { status, stopReason, error } = turn;
  if (status === "failed") return `Failed: ${redact(error?.message ?? "no reason was given")}`;
  if (status === "interrupted") return "Interrupted";
  if (turn.cancelRequested || stopReason === "cancelled") return "Cancelled";
  if (status !== "ended") return "Not finished yet";
  return stopReason === undefined || stopReason === "end_turn" ? undefined : `Ended: ${stopReason}`;
}
