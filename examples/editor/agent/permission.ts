import type { CallFields, CallKind } from "./act.js";
import type { Question } from "./client.js";
import type { Turn } from "./turn.js";
import { TurnCancelled } from "./turnCancelled.js";

const optionsFor = (what: string): Question["options"] => [
  { optionId: "allow-once", name: "Allow", kind: "allow_once" },
  { optionId: "allow-always", name: `Allow ${what} in this session`, kind: "allow_always" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];

/**
 * Asks the user, unless the mode or an earlier answer makes that needless. Only the two options
 * that allow count as a yes.
 *
 * @throws {TurnCancelled} when the turn is cancelled instead of answered.
 */
export async function mayRun(
  { session, client, signal }: Turn,
  kind: CallKind,
  what: string,
  toolCallId: string,
  call: CallFields,
): Promise<boolean> {
  if (session.settings.mode === "auto" || session.allowed.has(kind)) return true;
  const question = { toolCallId, call, options: optionsFor(what) };
  const optionId = await unlessCancelled(signal, client.ask(question, signal));
  if (optionId === undefined) throw new TurnCancelled();
  if (optionId === "allow-always") session.allowed.add(kind);
  return optionId === "allow-once" || optionId === "allow-always";
}

/** A request that is taken back with its turn fails. */
export async function unlessCancelled<Answer>(
  signal: AbortSignal,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw signal.aborted ? new TurnCancelled() : error;
  }
}
