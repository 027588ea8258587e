import type {
  CompactionEvent,
  TerminalEvent,
  TerminalOutputEvent,
  ToolCallEvent,
} from "../events/conversationEvents.js";
import type { ToolCallPatch } from "../events/eventParts.js";
import { readTerminalData } from "../reduce/terminalOutput.js";
import { isMissing } from "../reduce/toolCalls.js";
import { isFinalStatus, type ToolCall } from "../state/entities.js";
import type { Compaction } from "../state/sessionParts.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredTerminal } from "../state/storedEntities.js";
import { isBlank, matchText } from "./matchText.js";

// The part of a replayed entity that the known one lacks, or `undefined` if there is none.

/** Returns the final status of a call that was not finished, and the fields that it lacks. */
export function missingPartOfCall(
  known: ToolCall,
  { patch, extra: _extra, meta: _meta, ...event }: ToolCallEvent,
): ToolCallEvent | undefined {
  const isOver = isFinalStatus(known.status);
  const missing = Object.entries(patch).filter(([name, value]) => {
    const field = name as keyof ToolCallPatch;
    if (value === null) return false;
    if (field === "status") return !isOver && typeof value === "string" && isFinalStatus(value);
    if (isMissing(known, field)) return !isMissing({ [field]: value }, field);
    return !isOver && known[field] !== value && continues(known[field], value);
  });
  if (missing.length === 0) return undefined;
  return { ...event, origin: "update", patch: Object.fromEntries(missing) };
}

/** Returns whether a value only adds to the end of its texts, such as more output of a command. */
function continues(known: unknown, value: unknown): boolean {
  if (typeof known === "string" && typeof value === "string") return value.startsWith(known);
  if (typeof known !== "object" || typeof value !== "object" || known === null || value === null)
    return shareStructure(known, value) === known;
  const names = Object.keys(known);
  return names.every((name) => continues(Reflect.get(known, name), Reflect.get(value, name)));
}

/** Returns the fields that a terminal lacks, and its output if it begins with the known output. */
export function missingPartOfTerminal(
  known: StoredTerminal,
  { patch, output, created: _created, extra: _extra, meta: _meta, ...event }: TerminalEvent,
): TerminalEvent | undefined {
  const missing = Object.fromEntries(
    Object.entries(patch).filter(
      ([field, value]) => value !== null && Reflect.get(known, field) === undefined,
    ),
  );
  const text = output == null ? "" : readTerminalData(undefined, output).text;
  const isLonger = text.length > known.output.length && text.startsWith(known.output);
  if (Object.keys(missing).length === 0 && !isLonger) return undefined;
  return { ...event, patch: missing, ...(isLonger && output !== undefined && { output }) };
}

/** Compares the replayed output of a terminal with the known one. */
export class TerminalOutputMerge {
  #end = 0;
  #partial: string | undefined;
  #isDifferent = false;

  /** Returns the part of a piece of output that follows the known output. */
  missingPart(known: StoredTerminal, event: TerminalOutputEvent): TerminalOutputEvent | undefined {
    if (this.#isDifferent) return undefined;
    const { text, partial } = readTerminalData(this.#partial, event.data);
    this.#partial = partial;
    const match = matchText(known.output, text, this.#end);
    this.#isDifferent = match === undefined || known.truncatedBytes > 0;
    if (match === undefined || this.#isDifferent) return undefined;
    this.#end = match.end + match.rest.length;
    return isBlank(match.rest) ? undefined : { ...event, data: { text: match.rest } };
  }
}

/** Returns the status and the error of a compaction that was running, and its summary if it has none. */
export function missingPartOfCompaction(
  known: Compaction,
  { summary, ...event }: CompactionEvent,
): CompactionEvent | undefined {
  if (known.status !== "in_progress") return undefined;
  return known.summary.length > 0 || summary === undefined ? event : { ...event, summary };
}
