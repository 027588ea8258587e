import type { Transaction } from "../commit/transaction.js";
import type { EventOf, TerminalData } from "../events/event.js";
import type { Limits } from "../limits.js";
import { adopt } from "../state/adopt.js";
import type { Terminal } from "../state/sessionParts.js";
import type { SessionCell } from "../state/tree.js";
import { appendPatches } from "./append.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra } from "./patchFields.js";
import { bytesOf, byteLength, decodeBytes, dropBytes } from "./utf8.js";

const PATCHED = [
  "command",
  "cwd",
  "exitStatus",
  "size",
  "capabilities",
  "released",
  "truncated",
] as const;

export function reduceTerminal(tx: Transaction, event: EventOf<"terminal">, limits: Limits): void {
  const cell = tx.session(event.sessionId);
  if (event.created) clearTerminal(tx, cell, event.terminalId);
  const before = terminalAt(tx, cell, event.terminalId);
  const output = event.output === undefined ? undefined : snapshotOf(event.output, limits);
  tx.update(cell, "terminals", event.terminalId, (draft) => {
    for (const field of PATCHED) {
      const value = event.patch[field];
      if (value === null) delete draft[field];
      else if (value !== undefined) Object.assign(draft, { [field]: adopt(before[field], value) });
    }
    if (output !== undefined) {
      delete draft.partial;
      Object.assign(draft, output);
    }
    keepExtra(draft, before, event.extra);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

/** Adds output. Bytes may end in the middle of a character; what is missing comes later. */
export function reduceTerminalOutput(
  tx: Transaction,
  event: EventOf<"terminal_output">,
  limits: Limits,
): void {
  const cell = tx.session(event.sessionId);
  const before = terminalAt(tx, cell, event.terminalId);
  const { text, partial } = read(before.partial, event.data);
  const outputBytes = before.outputBytes + byteLength(text);
  const fits = outputBytes <= limits.terminalBytes;
  if (fits && text !== "") append(tx, cell, before, text);
  const kept = fits
    ? { outputBytes }
    : bounded(before.output + text, outputBytes, before.truncatedBytes, limits);
  tx.update(cell, "terminals", event.terminalId, (draft) => {
    Object.assign(draft, kept);
    if (partial === undefined) delete draft.partial;
    else draft.partial = partial;
  });
}

function append(tx: Transaction, cell: SessionCell, before: Terminal, text: string): void {
  const { terminalId, output } = before;
  tx.replace(cell, "terminals", terminalId, { ...before, output: output + text }, (path) =>
    appendPatches([...path, "output"], output, text),
  );
}

function terminalAt(tx: Transaction, cell: SessionCell, terminalId: string): Terminal {
  const known = cell.tables.terminals.get(terminalId);
  if (known !== undefined) return known;
  const created = emptyTerminal(terminalId);
  tx.create(cell, "terminals", terminalId, created, "terminal");
  return created;
}

/** What an earlier terminal of this id left behind. It keeps its place. */
function clearTerminal(tx: Transaction, cell: SessionCell, terminalId: string): void {
  const before = cell.tables.terminals.get(terminalId);
  const empty = emptyTerminal(terminalId);
  tx.replace(cell, "terminals", terminalId, empty, (path) => [
    { op: "replace", path, value: empty },
    { op: "replace", path, value: before },
  ]);
}

function emptyTerminal(terminalId: string): Terminal {
  return { terminalId, output: "", outputBytes: 0, truncatedBytes: 0 };
}

type Output = Pick<Terminal, "output" | "outputBytes" | "truncatedBytes">;

function snapshotOf(data: TerminalData | null, limits: Limits): Output & { partial?: string } {
  if (data === null) return { output: "", outputBytes: 0, truncatedBytes: 0 };
  const { text, partial } = read(undefined, data);
  return {
    ...bounded(text, byteLength(text), 0, limits),
    ...(partial !== undefined && { partial }),
  };
}

/** The oldest bytes go first. */
function bounded(text: string, length: number, truncatedBefore: number, limits: Limits): Output {
  const excess = length - limits.terminalBytes;
  if (excess <= 0) return { output: text, outputBytes: length, truncatedBytes: truncatedBefore };
  const { rest, dropped } = dropBytes(text, excess);
  return { output: rest, outputBytes: length - dropped, truncatedBytes: truncatedBefore + dropped };
}

function read(partial: string | undefined, data: TerminalData): { text: string; partial?: string } {
  if ("text" in data) return { text: data.text, ...(partial !== undefined && { partial }) };
  return decodeBytes(bytesOf(partial, data.base64));
}
