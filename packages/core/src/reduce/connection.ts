import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Connection } from "../state/state.js";
import { failSignIn } from "./auth.js";
import { settlePendingElicitations } from "./elicitations.js";
import { settlePendingPermissions } from "./permissions.js";
import { holdQueue } from "./queue.js";
import { failPendingSettings } from "./settings.js";
import { failOpenTurns } from "./turns.js";

/**
 * Records that a connection is being made. Queued prompts are held, so that prompts queued before
 * this connection are not sent automatically. While a lost connection is restored, prompts are queued for
 * the restored one, so they stay released.
 */
export function reduceConnecting(tx: Transaction, event: EventOf<"connecting">): void {
  const before = tx.root.connection;
  const isRetrying = before?.status === "connecting" || before?.status === "lost";
  const attempt = event.attempt ?? (isRetrying ? before.attempt : undefined);
  setConnection(tx, { status: "connecting", ...(attempt !== undefined && { attempt }) });
  if (attempt === undefined) for (const session of tx.sessions()) holdQueue(tx, session);
}

/** Records what the agent reported about itself when the connection was initialized. */
export function reduceConnected(tx: Transaction, event: EventOf<"connected">): void {
  const { type: _type, at: _at, protocolVersion, ...agent } = event;
  tx.setRootField("protocolVersion", protocolVersion);
  tx.setRootField("agent", shareStructure(tx.root.agent, agent));
  setConnection(tx, { status: "ready" });
}

/**
 * Ends everything that depended on the connection: settles pending requests, fails open turns, takes
 * back settings and holds queued prompts, because no response can arrive. A failed attempt to restore the
 * connection holds no prompt if another one follows.
 */
export function reduceDisconnected(tx: Transaction, event: EventOf<"disconnected">): void {
  const { reason, retry, parked, at } = event;
  const before = tx.root.connection;
  const continuesRetrying = retry !== undefined && before?.attempt !== undefined;
  setConnection(tx, {
    status: retry === undefined ? "closed" : "lost",
    endedAt: before?.status === "closed" ? (before.endedAt ?? at) : at,
    ...presentFields({ reason, parked }),
    ...(retry !== undefined && { attempt: retry.attempt, retryAt: at + retry.retryIn }),
  });
  const message = reason ?? "The connection to the agent was lost.";
  failSignIn(tx, message, at);
  settlePendingElicitations(tx, "disconnected", at);
  for (const session of tx.sessions()) {
    settlePendingPermissions(tx, session, "disconnected", at);
    tx.setSessionField(session, "replaying", undefined);
    tx.setSessionField(session, "replayBegun", undefined);
    failOpenTurns(tx, session, message, at);
    failPendingSettings(tx, session, message);
    if (!continuesRetrying) holdQueue(tx, session);
  }
}

function setConnection(tx: Transaction, connection: Connection): void {
  tx.setRootField("connection", shareStructure(tx.root.connection, connection));
}
