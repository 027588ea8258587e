import type { FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { Limits } from "../limits.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredTerminal } from "../state/storedEntities.js";
import { keepUnknownFields, patchMeta, setMeta } from "./fieldPatches.js";
import { creationTimes } from "./times.js";
import { appendBounded, EMPTY_OUTPUT, outputSnapshot, readTerminalData } from "./terminalOutput.js";

const PATCHED_FIELDS = [
  "command",
  "cwd",
  "exitStatus",
  "size",
  "capabilities",
  "released",
  "truncated",
] as const;

/**
 * Creates or updates a terminal. Absent fields stay and `null` clears. `output` replaces the output,
 * unless the client reports it live: then a snapshot is only a part of the existing output.
 */
export function reduceTerminal(tx: Transaction, event: EventOf<"terminal">, limits: Limits): void {
  const session = tx.session(event.sessionId);
  const { terminals } = session.tables;
  if (event.created) resetTerminal(tx, session, event.terminalId);
  ensureTerminal(tx, session, event.terminalId);
  tx.update(terminals, event.terminalId, (draft) => {
    const before = terminals.get(event.terminalId);
    if (before === undefined) return;
    const isLive = before.live === true;
    for (const field of PATCHED_FIELDS) {
      if (field === "truncated" && isLive) continue;
      const value = event.patch[field];
      if (value === null) delete draft[field];
      else if (value !== undefined)
        Object.assign(draft, { [field]: shareStructure(before[field], value) });
    }
    if (event.output !== undefined && !isLive) {
      delete draft.partial;
      Object.assign(draft, outputSnapshot(event.output, limits));
    }
    keepUnknownFields(draft, before, event.extra);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

/**
 * Appends output to a terminal and drops the oldest bytes beyond the limit. A chunk of bytes may end
 * within a character, which the next chunk completes.
 */
export function reduceTerminalOutput(
  tx: Transaction,
  event: EventOf<"terminal_output">,
  limits: Limits,
): void {
  const { terminalId } = event;
  const session = tx.session(event.sessionId);
  const { terminals } = session.tables;
  ensureTerminal(tx, session, terminalId);
  if (event.live) beginLiveOutput(tx, session, terminalId);
  const before = terminals.base(terminalId);
  const output = terminals.textBuffer(terminalId, "output");
  if (before === undefined || output === undefined) return;
  const { text, partial } = readTerminalData(before.partial, event.data);
  if (text === "" && partial === before.partial) return;
  const { edit, outputBytes, truncatedBytes } = appendBounded(output, text, before, limits);
  const fields: FieldValue[] = [
    ["outputBytes", outputBytes],
    ["truncatedBytes", truncatedBytes],
  ];
  if (partial !== before.partial) fields.push(["partial", partial]);
  tx.editText(terminals, terminalId, "output", edit, fields);
}

function ensureTerminal(tx: Transaction, session: SessionRecord, terminalId: string): void {
  if (session.tables.terminals.has(terminalId)) return;
  const created: StoredTerminal = {
    terminalId,
    ...EMPTY_OUTPUT,
    ...creationTimes(tx, session),
  };
  tx.create(session.tables.terminals, terminalId, created);
}

/**
 * Starts the live output of a terminal. Live output is complete, so it replaces whatever earlier
 * `terminal/output` responses contained.
 */
function beginLiveOutput(tx: Transaction, session: SessionRecord, terminalId: string): void {
  const { terminals } = session.tables;
  if (terminals.base(terminalId)?.live) return;
  tx.update(terminals, terminalId, (draft) => {
    delete draft.truncated;
    delete draft.partial;
    Object.assign(draft, EMPTY_OUTPUT, { live: true });
  });
}

/** Resets a terminal whose id the client used for a new one. It keeps its position. */
function resetTerminal(tx: Transaction, session: SessionRecord, terminalId: string): void {
  tx.update(session.tables.terminals, terminalId, (draft) => {
    for (const field of Object.keys(draft)) {
      if (field !== "terminalId" && !Object.hasOwn(EMPTY_OUTPUT, field))
        Reflect.deleteProperty(draft, field);
    }
    Object.assign(draft, EMPTY_OUTPUT, creationTimes(tx, session));
  });
}
