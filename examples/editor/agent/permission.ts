import {
  methods,
  type PermissionOption,
  type RequestPermissionResponse,
  type ToolCallUpdate,
  type ToolKind,
} from "@agentclientprotocol/sdk";
import type { Turn } from "./turn.js";
import { TurnCancelled } from "./turnCancelled.js";

const optionsFor = (what: string): PermissionOption[] => [
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
  turn: Turn,
  kind: ToolKind,
  what: string,
  toolCall: ToolCallUpdate,
): Promise<boolean> {
  const { session } = turn;
  if (session.modeId === "auto" || session.allowed.has(kind)) return true;
  const { outcome } = await ask(turn, toolCall, optionsFor(what));
  if (outcome.outcome === "cancelled") throw new TurnCancelled();
  if (outcome.optionId === "allow-always") session.allowed.add(kind);
  return outcome.optionId === "allow-once" || outcome.optionId === "allow-always";
}

async function ask(
  { client, session, signal }: Turn,
  toolCall: ToolCallUpdate,
  options: PermissionOption[],
): Promise<RequestPermissionResponse> {
  try {
    return await client.request(
      methods.client.session.requestPermission,
      { sessionId: session.id, toolCall, options },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
  } catch (error) {
    throw signal.aborted ? new TurnCancelled() : error;
  }
}
