import type { CallFields, CallKind } from "./event.js";
import type { PermissionQuestion } from "./sessionClient.js";
import type { Turn } from "./turn.js";
import { TurnCancelledError } from "./turnCancelledError.js";

const createOptions = (subject: string): PermissionQuestion["options"] => [
  { optionId: "allow-once", name: "Allow", kind: "allow_once" },
  { optionId: "allow-always", name: `Allow ${subject} in this session`, kind: "allow_always" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];

/**
 * Asks the user for permission, unless the mode or an earlier answer already grants it. Returns
 * whether the user chose one of the two options that allow the call.
 *
 * @throws {TurnCancelledError} if the turn is cancelled before the user answers.
 */
export async function askPermission(
  { session, client, signal }: Turn,
  kind: CallKind,
  subject: string,
  toolCallId: string,
  call: CallFields,
): Promise<boolean> {
  if (session.settings.mode === "auto" || session.allowed.has(kind)) return true;
  const question = { toolCallId, call, options: createOptions(subject) };
  const answer = client.requestPermission(question, signal);
  const optionId = await awaitUnlessCancelled(signal, answer);
  if (optionId === undefined) throw new TurnCancelledError();
  if (optionId === "allow-always") session.allowed.add(kind);
  return optionId === "allow-once" || optionId === "allow-always";
}

/**
 * Awaits the answer to a request.
 *
 * @throws {TurnCancelledError} if the request failed because the turn was cancelled.
 */
export async function awaitUnlessCancelled<Answer>(
  signal: AbortSignal,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw signal.aborted ? new TurnCancelledError() : error;
  }
}
