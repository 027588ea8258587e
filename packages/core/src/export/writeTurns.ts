import { byteLength } from "../reduce/utf8.js";
import type { Session } from "../state/state.js";
import { type HandoffTurn, listTurns, type TurnWriter } from "./handoffTurns.js";
import { PARAGRAPH_BREAK } from "./markdownText.js";

interface TurnsOptions {
  /** The largest size of the text, in bytes. */
  readonly room: number;
  readonly writer: TurnWriter;
}

interface WrittenTurns {
  readonly text: string;
  /** The number of turns that are summarized. */
  readonly summarized: number;
  /** The number of turns that are left out. */
  readonly left: number;
}

/** The length of the headings, and of the note about turns that are left out. */
const HEADINGS_BYTES = 120;
/** The length of the heading of a turn, and of the note about its parts that are left out. */
const TURN_BYTES = 100;
/** The share of the room that is kept for summaries. */
const SUMMARIES_SHARE = 0.3;

/**
 * Writes the turns of a session: the newest ones completely, then a line for each older one, as far as they fit. Only
 * the newest turn may be written in part.
 */
export function writeTurns(session: Session, options: TurnsOptions): WrittenTurns {
  const { writer } = options;
  const turns = listTurns(session);
  const summaries = turns.map((turn) => writer.summarize(turn));
  const sizes = summaries.map((summary) => byteLength(summary) + 1);
  let summariesBytes = sizes.reduce((sum, size) => sum + size, 0);
  let room = options.room - HEADINGS_BYTES;
  const maxSummaries = Math.floor(room * SUMMARIES_SHARE);
  const complete: string[] = [];
  let next = turns.length - 1;
  for (; next >= 0; next--) {
    const [turn, size = 0] = [turns[next], sizes[next]];
    if (turn === undefined) break;
    summariesBytes -= size;
    const reserved = Math.min(summariesBytes, maxSummaries);
    const isNewest = complete.length === 0;
    const written = writeTurn(writer, turn, room - reserved, isNewest);
    if (written === undefined) break;
    room -= byteLength(written) + PARAGRAPH_BREAK.length;
    complete.push(written);
  }
  const lines: string[] = [];
  for (; next >= 0; next--) {
    room -= sizes[next] ?? 0;
    if (room < 0) break;
    lines.push(summaries[next] ?? "");
  }
  const left = next + 1;
  if (left > 0) lines.push(`- ${left} older ${left === 1 ? "turn is" : "turns are"} left out.`);
  const parts = [
    ...(lines.length > 0 ? ["## Earlier turns", lines.reverse().join("\n")] : []),
    ...(complete.length > 0 ? ["## Last turns", ...complete.reverse()] : []),
  ];
  return {
    text: parts.join(PARAGRAPH_BREAK),
    summarized: turns.length - complete.length - left,
    left,
  };
}

/** Returns a turn that fits, or `undefined`. The newest turn may lack its first parts. */
function writeTurn(
  writer: TurnWriter,
  turn: HandoffTurn,
  maxBytes: number,
  isNewest: boolean,
): string | undefined {
  let room = maxBytes - TURN_BYTES;
  const { parts, left } = writer.write(turn, (text) => {
    const size = byteLength(text) + PARAGRAPH_BREAK.length;
    if (size > room) return false;
    room -= size;
    return true;
  });
  if (left > 0 && (!isNewest || parts.length === 0)) return undefined;
  const note = left > 0 ? [`*${left} earlier steps of this turn are left out.*`] : [];
  return [`### Turn ${turn.number}`, ...note, ...parts].join(PARAGRAPH_BREAK);
}
