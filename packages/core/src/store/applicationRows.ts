import type { Committer } from "../commit/createCommitter.js";
import { exceedsLevels, MAX_LEVELS } from "../depth.js";
import { AcpApplicationRowError } from "../errors.js";
import type { JsonValue } from "../json.js";
import { copyJson } from "../persist/copyJson.js";
import type { CreateId } from "./createIds.js";
import type { AcpStore } from "./types.js";

type RowActions = Pick<AcpStore, "putApplicationRow" | "removeApplicationRow">;

/** Creates the methods of a store for the application's own rows in a timeline. */
export function createRowActions(
  { tree, commitAction }: Pick<Committer, "tree" | "commitAction">,
  createId: CreateId,
): RowActions {
  return {
    putApplicationRow(sessionId, { rowId: givenId, data }) {
      const session = tree.find(sessionId);
      if (session === undefined) throw unknownSession(sessionId);
      if (session.fields.closed) throw sessionClosed(sessionId);
      const rowId = givenId ?? createId("row", (id) => session.tables.applicationRows.has(id));
      commitAction({ type: "application_row", sessionId, rowId, data: jsonOf(data) });
      return rowId;
    },
    removeApplicationRow: (sessionId, rowId) =>
      commitAction({ type: "application_row_removed", sessionId, rowId }),
  };
}

function jsonOf(data: unknown): JsonValue {
  if (exceedsLevels(data, MAX_LEVELS))
    throw notRowJson([], `a value that contains itself, or has more than ${MAX_LEVELS} levels`);
  try {
    return copyJson(data, rejectRowValue) as JsonValue;
  } catch (error) {
    if (error instanceof AcpApplicationRowError) throw error;
    // The value has getters that throw.
    throw notRowJson([], String(error));
  }
}

function rejectRowValue(value: unknown, path: readonly (string | number)[]): never {
  throw notRowJson([...path], Object.prototype.toString.call(value));
}

function notRowJson(path: readonly (string | number)[], found: string): AcpApplicationRowError {
  const location = path.length === 0 ? "" : ` at "${path.join(".")}"`;
  return new AcpApplicationRowError(
    "not_json",
    path,
    `The data of a row must be plain JSON, but it has a value that JSON cannot represent${location}: ${found}. Convert it first.`,
  );
}

function unknownSession(sessionId: string): AcpApplicationRowError {
  return new AcpApplicationRowError(
    "unknown_session",
    [],
    `There is no session "${sessionId}". Open the session before you add rows to it.`,
  );
}

function sessionClosed(sessionId: string): AcpApplicationRowError {
  return new AcpApplicationRowError(
    "session_closed",
    [],
    `Session "${sessionId}" was closed, which freed its rows. Open the session again first.`,
  );
}
