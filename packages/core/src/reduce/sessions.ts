import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { adopt } from "../state/adopt.js";
import type { SessionInfo, Usage } from "../state/sessionParts.js";
import type { SessionField, SessionFields } from "../state/state.js";
import { emptySession, type SessionCell, TABLE_NAMES } from "../state/tree.js";
import { dropSettledElicitations, settlePendingElicitations } from "./elicitations.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra, patchFields } from "./patchFields.js";
import { settlePending } from "./permissions.js";

/** Opening a session that is known already only adds what is new. */
export function openSession(tx: Transaction, event: EventOf<"session_opened">): void {
  const cell = tx.session(event.sessionId);
  tx.setField(cell, "closed", undefined);
  tx.setField(cell, "detached", undefined);
  if (event.cwd !== undefined) tx.setField(cell, "cwd", event.cwd);
  const { additionalDirectories } = event;
  if (additionalDirectories) setField(tx, cell, "additionalDirectories", additionalDirectories);
  if (event.modes !== undefined) setField(tx, cell, "modes", event.modes);
  if (event.configOptions !== undefined) setField(tx, cell, "configOptions", event.configOptions);
  if (event.commands !== undefined) setField(tx, cell, "commands", event.commands);
}

/** Frees the content. The settled permissions stay, and that the session is closed. */
export function closeSession(tx: Transaction, event: EventOf<"session_closed">): void {
  const cell = tx.find(event.sessionId);
  if (cell === undefined || cell.fields.closed) return;
  settlePending(tx, cell, "session_closed", event.at);
  // Those that are settled now stay, for who waits for them.
  dropSettledElicitations(tx, cell.id);
  settlePendingElicitations(
    tx,
    "session_closed",
    event.at,
    ({ sessionId }) => sessionId === cell.id,
  );
  for (const name of TABLE_NAMES) if (name !== "permissions") tx.clear(cell, name);
  tx.setTimeline(
    cell,
    cell.timeline.value().filter((item) => item.type === "permission"),
  );
  const empty = emptySession(cell.id);
  for (const field of Object.keys(cell.fields) as (keyof SessionFields)[]) {
    if (field !== "sessionId" && field !== "cwd" && field !== "info")
      setField(tx, cell, field, empty[field]);
  }
  tx.setField(cell, "closed", true);
}

/** Its content stays: only the agent has lost it. */
export function detachSession(tx: Transaction, event: EventOf<"session_detached">): void {
  const cell = tx.find(event.sessionId);
  if (cell !== undefined && !cell.fields.closed) tx.setField(cell, "detached", event.reason);
}

export function reduceCommands(tx: Transaction, event: EventOf<"commands">): void {
  setField(tx, tx.session(event.sessionId), "commands", event.commands);
}

export function reduceMode(tx: Transaction, event: EventOf<"mode">): void {
  const cell = tx.session(event.sessionId);
  const modes = cell.fields.modes ?? { availableModes: [] };
  setField(tx, cell, "modes", { ...modes, currentModeId: event.currentModeId });
}

export function reduceConfigOptions(tx: Transaction, event: EventOf<"config_options">): void {
  setField(tx, tx.session(event.sessionId), "configOptions", event.configOptions);
}

export function reduceUsage(tx: Transaction, event: EventOf<"usage">): void {
  const cell = tx.session(event.sessionId);
  setField(tx, cell, "usage", tx.root.protocolVersion === 1 ? event.usage : withCost(cell, event));
}

/** In version 2 a cost that is not named stays as it was, and `null` clears it. */
function withCost(cell: SessionCell, { usage }: EventOf<"usage">): Usage {
  const { cost = cell.fields.usage?.cost, ...rest } = usage;
  return cost == null ? rest : { ...rest, cost };
}

export function reduceSessionInfo(tx: Transaction, event: EventOf<"session_info">): void {
  const cell = tx.session(event.sessionId);
  const before = cell.fields.info;
  const { title, updatedAt } = event;
  const info: SessionInfo = { ...before };
  patchFields(info, before, { title, updatedAt });
  keepExtra(info, before, event.extra);
  setMeta(info, patchMeta(before._meta, event.meta));
  setField(tx, cell, "info", info);
}

export function reduceNotice(tx: Transaction, event: EventOf<"notice">, limit: number): void {
  const cell = tx.session(event.sessionId);
  const all = [...cell.fields.notices, adopt(undefined, event.notice)];
  tx.setField(cell, "notices", newest(all, limit));
  countDropped(tx, cell, "notices", all.length - limit);
}

export function keepUnknownUpdate(
  tx: Transaction,
  event: EventOf<"unknown_update">,
  limit: number,
): void {
  const cell = tx.session(event.sessionId);
  const all = [...cell.fields.unknownUpdates, adopt(undefined, event.update)];
  tx.setField(cell, "unknownUpdates", newest(all, limit));
  countDropped(tx, cell, "unknownUpdates", all.length - limit);
}

function newest<Item>(all: readonly Item[], limit: number): readonly Item[] {
  return all.slice(Math.max(0, all.length - limit));
}

/** What a limit costs can be seen. */
function countDropped(
  tx: Transaction,
  cell: SessionCell,
  name: keyof NonNullable<SessionFields["dropped"]>,
  excess: number,
): void {
  if (excess <= 0) return;
  const { dropped } = cell.fields;
  tx.setField(cell, "dropped", { ...dropped, [name]: (dropped?.[name] ?? 0) + excess });
}

function setField<Field extends SessionField>(
  tx: Transaction,
  cell: SessionCell,
  field: Field,
  value: SessionFields[Field],
): void {
  tx.setField(cell, field, adopt(cell.fields[field], value));
}
