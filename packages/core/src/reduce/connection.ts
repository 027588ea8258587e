import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Connection } from "../state/state.js";
import { settlePendingElicitations } from "./elicitations.js";
import { settlePendingPermissions } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { failTurns } from "./turns.js";

/** What was queued before this connection is not sent by itself over it. */
export function reduceConnecting(tx: Transaction, event: EventOf<"connecting">): void {
  const before = tx.root.connection;
  const isOnTheWay = before?.status === "connecting" || before?.status === "lost";
  const attempt = event.attempt ?? (isOnTheWay ? before.attempt : undefined);
  setConnection(tx, { status: "connecting", ...(attempt !== undefined && { attempt }) });
  for (const session of tx.sessions()) holdQueue(tx, session);
}

export function reduceConnected(tx: Transaction, event: EventOf<"connected">): void {
  const { type: _type, at: _at, protocolVersion, ...agent } = event;
  tx.setRoot("protocolVersion", protocolVersion);
  tx.setRoot("agent", shareStructure(tx.root.agent, agent));
  setConnection(tx, { status: "ready" });
}

/** No answer can come any more: nothing waits and nothing runs from now on. */
export function reduceDisconnected(tx: Transaction, event: EventOf<"disconnected">): void {
  const { reason, retry, at } = event;
  setConnection(tx, {
    status: retry === undefined ? "closed" : "lost",
    ...(reason !== undefined && { reason }),
    ...(retry !== undefined && { attempt: retry.attempt, retryAt: at + retry.retryIn }),
  });
  settlePendingElicitations(tx, "disconnected", at, () => true);
  for (const session of tx.sessions()) {
    settlePendingPermissions(tx, session, "disconnected", at);
    tx.setField(session, "replaying", undefined);
    failTurns(tx, session, reason ?? "The connection to the agent was lost.", at);
    holdQueue(tx, session);
  }
}

function setConnection(tx: Transaction, connection: Connection): void {
  tx.setRoot("connection", shareStructure(tx.root.connection, connection));
}
