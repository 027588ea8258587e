import type { Message } from "../state/entities.js";
import type { Session } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { createCallWriter } from "./callMarkdown.js";
import { details, escapeHtml } from "./markdownText.js";
import { blocksOfRun, describeEnd, writeBlock, writePlan } from "./sessionMarkdown.js";

/** The options of {@link toMarkdown}. */
export interface MarkdownOptions {
  /** Returns a text of the session without secrets. Called with each text, path and address. */
  readonly redact?: (text: string) => string;
  /** Writes only this turn. Default: the whole session. */
  readonly turnId?: string;
}

const HEADINGS = { user: "You", agent: "Agent" } as const;

/**
 * Returns a session, or one turn of it, as Markdown that is readable where it is pasted: messages, plans, tool
 * calls with their commands, output, differences and the decisions of the user, and turns that ended badly. Tool
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
    const { role } = message;
    const blocks = blocksOfRun(message, item.run).map((block) => writeBlock(block, redact));
    const content = blocks.filter((text) => text !== "");
    if (content.length === 0) return;
    if (role === "thought") return void parts.push(details("Thought", content));
    // A message into the running turn does not end it.
    if (role === "user" && message.turnId !== openTurn) endTurn();
    if (author !== role || role === "user") parts.push(`## ${HEADINGS[role]}`);
    author = role;
    if (role === "user") openTurn = message.turnId;
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
    }
  }

  for (const item of session.timeline)
    if (turnId === undefined || turnOf(session, item) === turnId) addItem(item);
  endTurn();
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns the turn in which an item first appeared. */
function turnOf(session: Session, { type, id }: TimelineItem): string | undefined {
  if (type === "message") return session.messages.get(id)?.turnId;
  if (type === "tool_call") return session.toolCalls.get(id)?.turnId;
  return undefined;
}
