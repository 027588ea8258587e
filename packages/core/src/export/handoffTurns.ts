import { isChangesDiff, isTextDiff } from "../state/diffs.js";
import type { Message, ToolCall, Turn } from "../state/entities.js";
import type { Session } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { createCallWriter } from "./callMarkdown.js";
import { escapeHtml } from "./markdownText.js";
import { blocksOfRun, describeEnd, writeBlock } from "./sessionMarkdown.js";
import { firstLineWithin, quoteWithin, shortenText } from "./shortenText.js";

/** The items of one turn. A replayed transcript has no turns, so each prompt in it begins one. */
export interface HandoffTurn {
  /** The number of the turn, from 1. */
  readonly number: number;
  readonly turnId: string | undefined;
  readonly turn: Turn | undefined;
  /** The message of the user that began the turn. */
  readonly prompt: Message | undefined;
  readonly items: readonly TimelineItem[];
}

/** Returns the turns of a session, the oldest first. */
export function listTurns(session: Session): readonly HandoffTurn[] {
  const turns: (HandoffTurn & { readonly items: TimelineItem[] })[] = [];
  for (const item of session.timeline) {
    const message = item.type === "message" ? session.messages.get(item.id) : undefined;
    const { role, steering, turnId } = message ?? {};
    const beginsTurn = steering === undefined || steering === "started_turn";
    const prompt = role === "user" && beginsTurn ? message : undefined;
    const last = turns.at(-1);
    // Other items have no turn, or that of a later use of the same id.
    const continues =
      message === undefined ||
      (turnId === undefined ? prompt === undefined : turnId === last?.turnId);
    if (last !== undefined && continues) last.items.push(item);
    else {
      const turn = session.turns.get(turnId ?? "");
      turns.push({ number: turns.length + 1, turnId, turn, prompt, items: [item] });
    }
  }
  return turns;
}

/** The texts of a handoff. */
interface TurnTexts {
  /** Returns a text without secrets. */
  readonly redact: (text: string) => string;
  /** Whether the content of tool calls is included. */
  readonly hasOutput: boolean;
  /** The largest size of a single text, in bytes. */
  readonly maxTextBytes: number;
  /** The prompt that the handoff contains in another place. */
  readonly task: Message | undefined;
}

/** Writes the turns of a session. */
export interface TurnWriter {
  /**
   * Returns the parts of a turn, or as many of its last parts as fit. `left` is the number of parts that do not.
   */
  write(
    turn: HandoffTurn,
    mayAdd: (text: string) => boolean,
  ): { readonly parts: readonly string[]; readonly left: number };
  /** Describes a turn in one line. */
  summarize(turn: HandoffTurn): string;
}

const MAX_LISTED = 5;
const LINE_BYTES = 160;
const AUTHORS = { user: "User", agent: "Agent", thought: "Thought" } as const;

/** Creates a {@link TurnWriter}. */
export function createTurnWriter(session: Session, texts: TurnTexts): TurnWriter {
  const { redact, hasOutput, maxTextBytes, task } = texts;
  const shorten = (text: string): string => shortenText(text, maxTextBytes);
  const writeCall = createCallWriter(session, { redact, shorten });
  const { cwd } = session;

  function writeItem(item: TimelineItem): string {
    if (item.type === "message") return writeMessage(item);
    if (item.type === "tool_call") {
      const call = session.toolCalls.get(item.id);
      if (call === undefined) return "";
      const { summary, parts } = writeCall(call);
      return [`Tool call: ${line(summary)}`, ...(hasOutput ? parts : [])].join("\n\n");
    }
    if (item.type === "subagent") {
      const { title = "", state } = session.subagents.get(item.id) ?? {};
      return `*Subagent: ${line(redact(title))}${state ? ` (${line(state.state)})` : ""}*`;
    }
    // The handoff has the plans in another place.
    return "";
  }

  function writeMessage(item: Extract<TimelineItem, { type: "message" }>): string {
    const message = session.messages.get(item.id);
    // Thoughts say little about the result, and may be long.
    if (message === undefined || message === task || message.role === "thought") return "";
    const blocks = blocksOfRun(message, item.run).map((block) => writeBlock(block, redact));
    const text = blocks.filter((each) => each !== "").join("\n\n");
    return text === "" ? "" : `${AUTHORS[message.role]}:\n\n${quoteWithin(text, maxTextBytes)}`;
  }

  const line = (text: string): string => escapeHtml(firstLineWithin(text, LINE_BYTES));
  const relative = (path: string): string =>
    cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;

  return {
    write({ items, turn }, mayAdd) {
      const end = turn && describeEnd(turn, redact);
      const parts: string[] = [];
      if (end !== undefined && mayAdd(`*${line(end)}*`)) parts.push(`*${line(end)}*`);
      for (let index = items.length - 1; index >= 0; index--) {
        const item = items[index];
        const text = item === undefined ? "" : writeItem(item);
        if (text === "") continue;
        if (!mayAdd(text)) return { parts: parts.reverse(), left: index + 1 };
        parts.push(text);
      }
      return { parts: parts.reverse(), left: 0 };
    },
    summarize({ number, turn, prompt, items }) {
      const calls = items.flatMap(({ type, id }) =>
        type === "tool_call" ? (session.toolCalls.get(id) ?? []) : [],
      );
      const facts = [...countKinds(calls), ...describeSubagents(items)];
      const files = [...new Set(calls.flatMap(editedPaths))].map((path) =>
        line(redact(relative(path))),
      );
      if (files.length > 0) facts.push(`edited ${listSome(files)}`);
      const end = turn && describeEnd(turn, redact);
      if (end !== undefined) facts.push(line(end));
      const asked = line(prompt === undefined ? "" : redact(plainTextOf(prompt)));
      const answer = findAnswer(items);
      const said = answer === undefined ? "" : line(redact(plainTextOf(answer)));
      return [
        `- Turn ${number}: ${asked === "" ? "(no prompt)" : `“${asked}”`}`,
        ...(facts.length > 0 ? [facts.join(", ")] : []),
        ...(said === "" ? [] : [`answer: “${said}”`]),
      ].join("; ");
    },
  };

  function findAnswer(items: readonly TimelineItem[]): Message | undefined {
    const item = items.findLast(
      ({ type, id }) => type === "message" && session.messages.get(id)?.role === "agent",
    );
    return item && session.messages.get(item.id);
  }
}

/** Returns the text of a message. */
function plainTextOf({ content }: Message): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function countKinds(calls: readonly ToolCall[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of calls) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = Array.from(
    counts,
    ([kind, count]) => `${count} ${escapeHtml(firstLineWithin(kind, 40))}`,
  );
  if (kinds.length === 0) return [];
  return [`${calls.length} tool ${calls.length === 1 ? "call" : "calls"} (${listSome(kinds)})`];
}

function describeSubagents(items: readonly TimelineItem[]): string[] {
  const count = items.filter(({ type }) => type === "subagent").length;
  return count === 0 ? [] : [`${count} ${count === 1 ? "subagent" : "subagents"}`];
}

function editedPaths({ status, content, kind, locations }: ToolCall): readonly string[] {
  if (status !== "completed") return [];
  const paths = content.flatMap((item) => {
    if (item.type !== "diff") return [];
    if (isTextDiff(item)) return [item.path];
    return isChangesDiff(item) ? item.changes.flatMap(({ path }) => path ?? []) : [];
  });
  if (paths.length > 0) return paths;
  const edits = kind === "edit" || kind === "delete" || kind === "move";
  return edits ? locations.map(({ path }) => path) : [];
}

function listSome(items: readonly string[]): string {
  const others = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join(", ") + (others > 0 ? ` and ${others} more` : "");
}
