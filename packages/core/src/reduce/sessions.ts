import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { SessionInfo, Usage } from "../state/sessionParts.js";
import type { SessionField, SessionFields } from "../state/state.js";
import { emptySession, type SessionRecord, TABLE_NAMES } from "../state/tree.js";
import { dropSettledElicitations, settlePendingElicitations } from "./elicitations.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra, patchFields } from "./patchFields.js";
import { settlePendingPermissions } from "./permissions.js";

/** Opening a session that is known already only adds what is new. */
export function reduceSessionOpened(tx: Transaction, event: EventOf<"session_opened">): void {
  const session = tx.session(event.sessionId);
  tx.setField(session, "closed", undefined);
  tx.setField(session, "detached", undefined);
  if (event.cwd !== undefined) tx.setField(session, "cwd", event.cwd);
  const { additionalDirectories } = event;
  if (additionalDirectories) setField(tx, session, "additionalDirectories", additionalDirectories);
  if (event.modes !== undefined) setField(tx, session, "modes", event.modes);
  if (event.configOptions !== undefined)
    setField(tx, session, "configOptions", event.configOptions);
  if (event.commands !== undefined) setField(tx, session, "commands", event.commands);
}

/** Frees the content. The settled permissions stay, and that the session is closed. */
export function reduceSessionClosed(tx: Transaction, event: EventOf<"session_closed">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined || session.fields.closed) return;
  settlePendingPermissions(tx, session, "session_closed", event.at);
  // Those that are settled now stay, for who waits for them.
  dropSettledElicitations(tx, session.id);
  settlePendingElicitations(
    tx,
    "session_closed",
    event.at,
    ({ sessionId }) => sessionId === session.id,
  );
  for (const name of TABLE_NAMES) if (name !== "permissions") tx.clear(session, name);
  tx.setTimeline(
    session,
    session.timeline.value().filter((item) => item.type === "permission"),
  );
  const empty = emptySession(session.id);
  for (const field of Object.keys(session.fields) as (keyof SessionFields)[]) {
    if (field !== "sessionId" && field !== "cwd" && field !== "info")
      setField(tx, session, field, empty[field]);
  }
  tx.setField(session, "closed", true);
}

/** Its content stays: only the agent has lost it. */
export function reduceSessionDetached(tx: Transaction, event: EventOf<"session_detached">): void {
  const session = tx.find(event.sessionId);
  if (session !== undefined && !session.fields.closed)
    tx.setField(session, "detached", event.reason);
}

export function reduceCommands(tx: Transaction, event: EventOf<"commands">): void {
  setField(tx, tx.session(event.sessionId), "commands", event.commands);
}

export function reduceMode(tx: Transaction, event: EventOf<"mode">): void {
  const session = tx.session(event.sessionId);
  const modes = session.fields.modes ?? { availableModes: [] };
  setField(tx, session, "modes", { ...modes, currentModeId: event.currentModeId });
}

export function reduceConfigOptions(tx: Transaction, event: EventOf<"config_options">): void {
  setField(tx, tx.session(event.sessionId), "configOptions", event.configOptions);
}

export function reduceUsage(tx: Transaction, event: EventOf<"usage">): void {
  const session = tx.session(event.sessionId);
  setField(
    tx,
    session,
    "usage",
    tx.root.protocolVersion === 1 ? event.usage : withCost(session, event),
  );
}

/** In version 2 a cost that is not named stays as it was, and `null` clears it. */
function withCost(session: SessionRecord, { usage }: EventOf<"usage">): Usage {
  const { cost = session.fields.usage?.cost, ...rest } = usage;
  return cost == null ? rest : { ...rest, cost };
}

export function reduceSessionInfo(tx: Transaction, event: EventOf<"session_info">): void {
  const session = tx.session(event.sessionId);
  const before = session.fields.info;
  const { title, updatedAt } = event;
  const info: SessionInfo = { ...before };
  patchFields(info, before, { title, updatedAt });
  keepExtra(info, before, event.extra);
  setMeta(info, patchMeta(before._meta, event.meta));
  setField(tx, session, "info", info);
}

export function reduceNotice(tx: Transaction, event: EventOf<"notice">, limit: number): void {
  const session = tx.session(event.sessionId);
  const all = [...session.fields.notices, shareStructure(undefined, event.notice)];
  tx.setField(session, "notices", newest(all, limit));
  countDropped(tx, session, "notices", all.length - limit);
}

export function reduceUnknownUpdate(
  tx: Transaction,
  event: EventOf<"unknown_update">,
  limit: number,
): void {
  const session = tx.session(event.sessionId);
  const all = [...session.fields.unknownUpdates, shareStructure(undefined, event.update)];
  tx.setField(session, "unknownUpdates", newest(all, limit));
  countDropped(tx, session, "unknownUpdates", all.length - limit);
}

function newest<Item>(all: readonly Item[], limit: number): readonly Item[] {
  return all.slice(Math.max(0, all.length - limit));
}

/** What a limit costs can be seen. */
function countDropped(
  tx: Transaction,
  session: SessionRecord,
  name: keyof NonNullable<SessionFields["dropped"]>,
  excess: number,
): void {
  if (excess <= 0) return;
  const { dropped } = session.fields;
  tx.setField(session, "dropped", { ...dropped, [name]: (dropped?.[name] ?? 0) + excess });
}

function setField<Field extends SessionField>(
  tx: Transaction,
  session: SessionRecord,
  field: Field,
  value: SessionFields[Field],
): void {
  tx.setField(session, field, shareStructure(session.fields[field], value));
}
