import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";

/** The number of files to keep. The oldest are dropped. */
const MAX_FILES = 1000;

/** Records that the agent wrote a file through the client. */
export function reduceFileWritten(tx: Transaction, event: EventOf<"file_written">): void {
  const session = tx.find(event.sessionId);
  if (session === undefined || session.fields.closed) return;
  const { path, operation, added, removed } = event;
  const files = session.fields.writtenFiles ?? [];
  const file = { path, operation, added, removed };
  const at = files.findIndex((each) => each.path === path);
  const next =
    at < 0
      ? [...files, file].slice(-MAX_FILES)
      : files.map((each, index) => (index === at ? file : each));
  tx.setSessionField(session, "writtenFiles", next);
}
