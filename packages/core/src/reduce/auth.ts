import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { AgentAuth, AuthAccount } from "../state/agent.js";
import { shareStructure } from "../state/shareStructure.js";

/**
 * Records that the user signs in or out, or that a request was refused because nobody is signed in.
 * Only the newest sign-in counts. A request that was sent before it may still be refused.
 */
export function reduceAuth(tx: Transaction, { auth }: EventOf<"auth">): void {
  const before = tx.root.agent.auth;
  if (auth.status === "required" && auth.error !== undefined && before?.status === "in_progress")
    return;
  if (auth.status === "failed" && !isSigningIn(before, auth.methodId)) return;
  const isLogout = auth.status === "required" && auth.error === undefined;
  setAuth(tx, auth, isLogout ? undefined : before?.accounts);
}

function isSigningIn(auth: AgentAuth | undefined, methodId: string): boolean {
  return auth?.status === "in_progress" && auth.methodId === methodId;
}

/** Records the agent's own report. The response to a running sign-in decides how it ends. */
export function reduceAuthReported(
  tx: Transaction,
  { state, accounts }: EventOf<"auth_reported">,
): void {
  const before = tx.root.agent.auth;
  const auth = authOfReport(state, before);
  if (auth !== undefined) setAuth(tx, auth, accounts);
}

/** Returns the state after a report. A report of an unknown state changes nothing. */
function authOfReport(state: string, before: AgentAuth | undefined): AgentAuth | undefined {
  switch (state) {
    case "authenticated":
      return before?.status === "done" ? before : { status: "done" };
    case "unauthenticated":
      return before?.status === "in_progress" || before?.status === "failed"
        ? before
        : { status: "required" };
    case "not_required":
      return { status: "not_required" };
    default:
      return before;
  }
}

/**
 * Records that a session was opened, which proves that no sign-in is missing. The user may have
 * signed in outside of the protocol, such as in a terminal.
 */
export function confirmSignIn(tx: Transaction): void {
  const before = tx.root.agent.auth;
  if (before?.status === "required" || before?.status === "failed")
    setAuth(tx, { status: "done" }, before.accounts);
}

/** Fails the sign-in that was in progress when the connection was lost. */
export function failSignIn(tx: Transaction, message: string): void {
  const before = tx.root.agent.auth;
  if (before?.status !== "in_progress") return;
  const { methodId, accounts } = before;
  setAuth(tx, { status: "failed", methodId, error: { message } }, accounts);
}

function setAuth(
  tx: Transaction,
  auth: AgentAuth,
  accounts: readonly AuthAccount[] | undefined,
): void {
  const { accounts: _accounts, ...rest } = auth;
  const { agent } = tx.root;
  const next = { ...rest, ...(accounts !== undefined && accounts.length > 0 && { accounts }) };
  tx.setRootField("agent", shareStructure(agent, { ...agent, auth: next }));
}
