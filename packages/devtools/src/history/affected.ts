import type { AcpPatch, TableName } from "@acp-store/core";

/**
 * A part of the state that a commit changed: an entity (`sessionId`, `table`, `id`), a table that was
 * replaced (`sessionId`, `table`), a field of a session or of the state (`field`), or a session that
 * came or went (`sessionId` alone).
 */
export interface Affected {
  readonly sessionId?: string;
  readonly table?: TableName;
  readonly id?: string;
  readonly field?: string;
}

const TABLES: Readonly<Record<TableName, true>> = {
  toolCalls: true,
  plans: true,
  messages: true,
  permissions: true,
  terminals: true,
  turns: true,
  compactions: true,
  subagents: true,
  sessionMessages: true,
};

/** What patches change, each part once. */
export function affectedBy(patches: readonly AcpPatch[]): readonly Affected[] {
  const found: Affected[] = [];
  for (const { path } of patches) {
    const part = partAt(path);
    if (!found.some((other) => isSame(other, part))) found.push(part);
  }
  return found;
}

function partAt([top, session, part, id]: AcpPatch["path"]): Affected {
  if (top !== "sessions") return { field: String(top) };
  const sessionId = String(session);
  if (part === undefined) return { sessionId };
  if (!isTable(part)) return { sessionId, field: String(part) };
  return id === undefined ? { sessionId, table: part } : { sessionId, table: part, id: String(id) };
}

function isTable(part: string | number): part is TableName {
  return Object.hasOwn(TABLES, part);
}

function isSame(a: Affected, b: Affected): boolean {
  return a.sessionId === b.sessionId && a.table === b.table && a.id === b.id && a.field === b.field;
}
