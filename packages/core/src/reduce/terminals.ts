import { type AcpPatch, assignment, type PatchPath } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf, TerminalData } from "../events/event.js";
import type { Limits } from "../limits.js";
import { shareStructure } from "../state/shareStructure.js";
import { type Held, openText } from "../state/grow.js";
import { GrownText } from "../state/grownText.js";
import { Growing } from "../state/growing.js";
import type { Terminal } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/tree.js";
import type { Writable } from "../state/writable.js";
import { byteLength, bytesAt } from "../state/utf8.js";
import { decodeChunk } from "./bytes.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra } from "./patchFields.js";

const PATCHED = [
  "command",
  "cwd",
  "exitStatus",
  "size",
  "capabilities",
  "released",
  "truncated",
] as const;
const COUNTED = ["outputBytes", "truncatedBytes", "partial"] as const;
const EMPTY = { output: "", outputBytes: 0, truncatedBytes: 0 } as const;

export function reduceTerminal(tx: Transaction, event: EventOf<"terminal">, limits: Limits): void {
  const session = tx.session(event.sessionId);
  if (event.created) clearTerminal(tx, session, event.terminalId);
  ensureTerminal(tx, session, event.terminalId);
  const before = session.tables.terminals.get(event.terminalId) as Terminal;
  const isPart = before.live === true;
  const output =
    event.output === undefined || isPart ? undefined : snapshotOf(event.output, limits);
  tx.update(session, "terminals", event.terminalId, (draft) => {
    for (const field of PATCHED) {
      if (field === "truncated" && isPart) continue;
      const value = event.patch[field];
      if (value === null) delete draft[field];
      else if (value !== undefined)
        Object.assign(draft, { [field]: shareStructure(before[field], value) });
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
  const session = tx.session(event.sessionId);
  ensureTerminal(tx, session, event.terminalId);
  if (event.live) beginLive(tx, session, event.terminalId);
  const held = tx.peek(session, "terminals", event.terminalId) as Held<Terminal>;
  const { base, grown: output } = openText(held, "output");
  const { text, partial } = read(base.partial, event.data);
  if (text === "" && partial === base.partial) return;
  const { rest, ...counts } = bounded(output.append(text), base, byteLength(text), limits);
  const next: Writable<Terminal> = { ...base };
  next.outputBytes = counts.outputBytes;
  next.truncatedBytes = counts.truncatedBytes;
  if (partial !== undefined) next.partial = partial;
  else if (base.partial !== undefined) delete next.partial;
  tx.grow(
    session,
    "terminals",
    event.terminalId,
    held,
    new Growing<Terminal>(next, "output", rest),
  );
  const path = ["sessions", session.id, "terminals", event.terminalId];
  recordOutput(tx, [...path, "output"], output, { text, rest, ...counts });
  for (const field of COUNTED) {
    if (base[field] === next[field]) continue;
    const place = [...path, field];
    tx.record(
      assignment(place, base[field], next[field]),
      assignment(place, next[field], base[field]),
    );
  }
}

function ensureTerminal(tx: Transaction, session: SessionRecord, terminalId: string): void {
  if (session.tables.terminals.has(terminalId)) return;
  const created: Terminal = { terminalId, ...EMPTY };
  tx.create(session, "terminals", terminalId, created, "terminal");
}

/** Whoever adds the output as it comes gives all of it: what answers said before is part of that. */
function beginLive(tx: Transaction, session: SessionRecord, terminalId: string): void {
  const held = tx.peek(session, "terminals", terminalId) as Held<Terminal>;
  if (openText(held, "output").base.live) return;
  tx.update(session, "terminals", terminalId, (draft) => {
    delete draft.truncated;
    delete draft.partial;
    Object.assign(draft, EMPTY, { live: true });
  });
}

/** What an earlier terminal of this id left behind. It keeps its place. */
function clearTerminal(tx: Transaction, session: SessionRecord, terminalId: string): void {
  tx.update(session, "terminals", terminalId, (draft) => {
    for (const field of Object.keys(draft))
      if (field !== "terminalId" && !Object.hasOwn(EMPTY, field)) delete draft[field as "partial"];
    Object.assign(draft, EMPTY);
  });
}

interface Bounded {
  readonly rest: GrownText;
  readonly dropped: string;
  readonly outputBytes: number;
  readonly truncatedBytes: number;
}

/** The oldest bytes go first. `added`: bytes that `output` has more than `before` counts. */
function bounded(
  output: GrownText,
  before: Pick<Terminal, "outputBytes" | "truncatedBytes">,
  added: number,
  limits: Limits,
): Bounded {
  const { truncatedBytes } = before;
  const outputBytes = before.outputBytes + added;
  const excess = outputBytes - limits.terminalBytes;
  if (excess <= 0) return { rest: output, dropped: "", outputBytes, truncatedBytes };
  const { rest, dropped, gone } = output.drop(excess, bytesAt);
  return {
    rest,
    dropped,
    outputBytes: outputBytes - gone,
    truncatedBytes: truncatedBytes + gone,
  };
}

/** Patches of the size of what came and went. */
function recordOutput(
  tx: Transaction,
  path: PatchPath,
  before: GrownText,
  { text, rest, dropped }: { text: string; rest: GrownText; dropped: string },
): void {
  if (!tx.isRecording || text === "") return;
  if (dropped.length > before.length) {
    return tx.record(
      { op: "replace", path, value: rest.value() },
      { op: "replace", path, value: before.value() },
    );
  }
  const length = rest.length - text.length;
  const shorten: AcpPatch = { op: "replace", path: [...path, "length"], value: length };
  if (dropped === "") return tx.record({ op: "append", path, value: text }, shorten);
  tx.record(
    { op: "append", path, value: text, dropped: dropped.length },
    { op: "add", path: [...path, 0], value: dropped },
  );
  // Applied before the one above: the way back goes through them from the last to the first.
  tx.inversePatches.push(shorten);
}

type Output = Pick<Terminal, "output" | "outputBytes" | "truncatedBytes" | "partial">;

function snapshotOf(data: TerminalData | null, limits: Limits): Output {
  const { text, partial } = data === null ? { text: "" } : read(undefined, data);
  const nothing = { outputBytes: 0, truncatedBytes: 0 };
  const { rest, outputBytes, truncatedBytes } = bounded(
    GrownText.of(text),
    nothing,
    byteLength(text),
    limits,
  );
  return {
    output: rest.value(),
    outputBytes,
    truncatedBytes,
    ...(partial !== undefined && { partial }),
  };
}

function read(partial: string | undefined, data: TerminalData): { text: string; partial?: string } {
  if ("text" in data) return { text: data.text, ...(partial !== undefined && { partial }) };
  return decodeChunk(partial, data.base64);
}
