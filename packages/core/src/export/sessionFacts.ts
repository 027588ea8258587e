import type { ModelTokens } from "../state/entities.js";
import type { Compaction, Notice } from "../state/sessionParts.js";
import type { Session } from "../state/state.js";
import { details, escapeHtml, quote } from "./markdownText.js";
import { writeBlock } from "./sessionMarkdown.js";

/** The parts of a session as Markdown that are not part of the conversation itself. */

type Redact = (text: string) => string;

const SEVERITIES: Readonly<Record<string, string>> = {
  info: "Note",
  warning: "Warning",
  error: "Error",
};

/** Writes a notice as a quotation, so that it does not look like an answer of the agent. */
export function writeNotice(notice: Notice, redact: Redact): string {
  const { severity, title, description, count = 1 } = notice;
  const label = Object.hasOwn(SEVERITIES, severity) ? SEVERITIES[severity] : "Note";
  const times = count > 1 ? ` (${count} times)` : "";
  const text = description ? `\n\n${escapeHtml(redact(description))}` : "";
  return quote(`**${label}:** ${escapeHtml(redact(title))}${times}${text}`);
}

/** Writes a compaction with its summary. */
export function writeCompaction(compaction: Compaction, redact: Redact): string {
  const { summary, error } = compaction;
  const blocks = summary.map((block) => writeBlock(block, redact)).filter((text) => text !== "");
  const reason = error ? `: ${redact(error)}` : "";
  const text = `${describeCompaction(compaction)}${reason}`;
  return blocks.length > 0 ? details(text, blocks) : `*${escapeHtml(text)}*`;
}

function describeCompaction({ status, tokensBefore, tokensAfter }: Compaction): string {
  if (status === "failed") return "The context could not be compacted";
  if (status === "cancelled") return "The compaction of the context was stopped";
  if (status !== "completed") return "The compaction of the context did not finish";
  if (tokensBefore === undefined || tokensAfter === undefined) return "Context compacted";
  return `Context compacted: ${format(tokensBefore)} → ${format(tokensAfter)} tokens`;
}

/** Names the session of another agent that a session continues. Empty if there is none. */
export function writeOrigin({ continuedFrom }: Session, redact: Redact): string {
  if (continuedFrom === undefined) return "";
  const { agentId, sessionId } = continuedFrom;
  return `*Continued from the session ${escapeHtml(redact(sessionId))} of the agent ${escapeHtml(redact(agentId))}*`;
}

/** Writes the tokens by model, the costs by currency and the use of the context. Empty if the agent reported none. */
export function writeUsage({ usage, usageTotals }: Session, redact: Redact): string {
  const lines = [
    ...(usageTotals?.tokens ?? []).map((tokens) => describeTokens(tokens, redact)),
    ...(usageTotals?.costs ?? []).map(({ amount, currency }) => `${format(amount)} ${currency}`),
    ...(usage ? [`Context: ${format(usage.used)} of ${format(usage.size)} tokens`] : []),
  ];
  if (lines.length === 0) return "";
  return `## Usage\n\n${lines.map((line) => `- ${escapeHtml(line)}`).join("\n")}`;
}

function describeTokens(
  { model, totalTokens, inputTokens, outputTokens }: ModelTokens,
  redact: Redact,
): string {
  const text = `${format(totalTokens)} tokens (${format(inputTokens)} in, ${format(outputTokens)} out)`;
  return model === undefined ? text : `${redact(model)}: ${text}`;
}

const format = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 4 });
