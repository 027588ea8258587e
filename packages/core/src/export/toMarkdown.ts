import type { Message } from "../state/entities.js";
import type { Session } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { createCallWriter } from "./callMarkdown.js";
import { details, escapeHtml } from "./markdownText.js";
import { writeCompaction, writeNotice, writeOrigin, writeUsage } from "./sessionFacts.js";
import { blocksOfRun, describeEnd, writeBlock, writePlan } from "./sessionMarkdown.js";

/** The options of {@link toMarkdown}. */
export interface MarkdownOptions {
  /** Returns a text of the session without secrets. Called with each text, path and address. */
  readonly redact?: (text: string) => string;
  /** Writes only this turn. Default: the whole session. */
  readonly turnId?: string;
}

const HEADINGS = { user: "You", agent: "Agent" } as const;

/** The heading of a message of the user into a running turn, by its delivery. */
const STEERING_HEADINGS = {
  sent: "You, during the turn",
  injected: "You, during the turn",
  started_turn: "You",
  failed: "You (not taken by the agent)",
} as const;

/**
 * Returns a session, or one turn of it, as Markdown that is readable where it is pasted: messages, plans, tool
 * calls with their commands, output, differences and the decisions of the user, notices, compactions, and turns that
 * ended badly. A whole session also has its origin, and the tokens and costs without those of subagents. Tool
 * calls and thoughts are `details` elements of HTML, which GitHub shows closed. Images and recordings are named,
 * not included. A trace is the lossless format.
 *
 * @example
 * ```ts
 * import { toMarkdown } from "@acp-store/core/export";
 *
 * const session = store.getState().sessions.get("s1");
 * if (session !== undefined) console.log(toMarkdown(session));
 * ```
 */
export function toMarkdown(session: Session, options: MarkdownOptions = {}): string {
  const { redact = (text: string) => text, turnId } = options;
  const writeCall = createCallWriter(session, { redact });
  const parts: string[] = [];
  const { title } = session.info;
  if (turnId === undefined && title) parts.push(`# ${escapeHtml(redact(title))}`);
  if (turnId === undefined) parts.push(writeOrigin(session, redact));
  let author: Message["role"] | undefined;
  let openTurn: string | undefined;

  function endTurn(): void {
    const turn = openTurn === undefined ? undefined : session.turns.get(openTurn);
    const end = turn && describeEnd(turn, redact);
    if (end !== undefined) parts.push(`*${escapeHtml(end)}*`);
    openTurn = undefined;
  }

  function addMessage(item: Extract<TimelineItem, { type: "message" }>): void {
    const message = session.messages.get(item.id);
    if (message === undefined) return;
    const { role, steering } = message;
    const blocks = blocksOfRun(message, item.run).map((block) => writeBlock(block, redact));
    const content = blocks.filter((text) => text !== "");
    if (content.length === 0) return;
    if (role === "thought") return void parts.push(details("Thought", content));
    // A message into the running turn does not end it.
    if (role === "user" && message.turnId !== openTurn) endTurn();
    const heading = steering === undefined ? HEADINGS[role] : STEERING_HEADINGS[steering];
    if (author !== role || role === "user") parts.push(`## ${heading}`);
    author = role;
    if (role === "user") {
      openTurn = message.turnId;
      // The earlier turn failed or was interrupted.
      const retried = session.turns.get(openTurn ?? "")?.retryOf;
      if (retried !== undefined && steering === undefined) parts.push("*Sent again*");
    }
    parts.push(...content);
  }

  function addItem(item: TimelineItem): void {
    if (item.type === "message") return addMessage(item);
    if (item.type === "tool_call") {
      const call = session.toolCalls.get(item.id);
      if (call === undefined) return;
      const written = writeCall(call);
      parts.push(details(written.summary, written.parts));
    } else if (item.type === "plan") {
      const plan = session.plans.get(item.id);
      if (plan !== undefined) parts.push(writePlan(plan, redact));
    } else if (item.type === "compaction") {
      const compaction = session.compactions.get(item.id);
      if (compaction !== undefined) parts.push(writeCompaction(compaction, redact));
    }
  }

  /** The turn of the last item. */
  let current: string | undefined;
  const isWanted = (): boolean => turnId === undefined || current === turnId;

  let written = 0;
  /** Adds the notices up to a position in the timeline. */
  function addNotices(end: number): void {
    for (; (session.notices[written]?.position ?? 0) <= end; written++) {
      const notice = session.notices[written];
      if (notice === undefined) return;
      if (isWanted()) parts.push(writeNotice(notice, redact));
    }
  }

  for (const [position, item] of session.timeline.entries()) {
    addNotices(position);
    current = turnOf(session, item, current);
    if (isWanted()) addItem(item);
  }
  addNotices(Infinity);
  endTurn();
  if (turnId === undefined) parts.push(writeUsage(session, redact));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns the turn in which an item first appeared. `before` is that of the item before it. */
function turnOf(
  session: Session,
  { type, id }: TimelineItem,
  before: string | undefined,
): string | undefined {
  if (type === "message") return session.messages.get(id)?.turnId;
  if (type === "tool_call") return session.toolCalls.get(id)?.turnId;
  return before;
}
