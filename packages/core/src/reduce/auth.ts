import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { AgentAuth, AuthAccount, AuthStep } from "../state/agent.js";
import { shareStructure } from "../state/shareStructure.js";

/**
 * Records that the user signs in or out, or that a request was refused because nobody is signed in.
 * Only the newest sign-in counts. A request that was sent before it may still be refused.
 */
export function reduceAuth(tx: Transaction, { auth, at }: EventOf<"auth">): void {
  const before = tx.root.agent.auth;
  if (auth.status === "required" && auth.error !== undefined && before?.status === "in_progress")
    return;
  if (auth.status === "failed" && !isSigningIn(before, auth.methodId)) return;
  const isLogout = auth.status === "required" && auth.error === undefined;
  setAuth(tx, auth, at, isLogout ? undefined : before?.accounts);
}

function isSigningIn(auth: AgentAuth | undefined, methodId: string): boolean {
  return auth?.status === "in_progress" && auth.methodId === methodId;
}

/** Records the agent's own report. The response to a running sign-in decides how it ends. */
export function reduceAuthReported(
  tx: Transaction,
  { state, accounts, at }: EventOf<"auth_reported">,
): void {
  const before = tx.root.agent.auth;
  const step = stepOfReport(state, before && stepOf(before));
  if (step !== undefined) setAuth(tx, step, at, accounts);
}

/** Returns the step after a report. A report of an unknown state changes nothing. */
function stepOfReport(state: string, before: AuthStep | undefined): AuthStep | undefined {
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
export function confirmSignIn(tx: Transaction, at: number): void {
  const before = tx.root.agent.auth;
  if (before !== undefined && isSignInMissing(before))
    setAuth(tx, { status: "done" }, at, before.accounts);
}

/** Fails the sign-in that was in progress when the connection was lost. */
export function failSignIn(tx: Transaction, message: string, at: number): void {
  const before = tx.root.agent.auth;
  if (before?.status !== "in_progress") return;
  const { methodId, accounts } = before;
  setAuth(tx, { status: "failed", methodId, error: { message } }, at, accounts);
}

function setAuth(
  tx: Transaction,
  step: AuthStep,
  at: number,
  accounts: readonly AuthAccount[] | undefined,
): void {
  const { agent } = tx.root;
  const before = agent.auth;
  const isSame =
    before !== undefined &&
    (before.status === step.status || (isSignInMissing(before) && isSignInMissing(step)));
  const auth: AgentAuth = {
    ...step,
    since: isSame ? before.since : at,
    ...(accounts !== undefined && accounts.length > 0 && { accounts }),
  };
  tx.setRootField("agent", shareStructure(agent, { ...agent, auth }));
}

function isSignInMissing({ status }: AuthStep): boolean {
  return status === "required" || status === "failed";
}

function stepOf({ since: _since, accounts: _accounts, ...step }: AgentAuth): AuthStep {
  return step;
}
