import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentScript } from "./agentScript.js";
import type { PromptBlock } from "./events.js";
import { getPromptText } from "./promptText.js";
import { callScript } from "./scriptErrors.js";
import type { OpenSession } from "./session.js";

/** The extension request of the adapters of Claude Code and Codex that steers a running turn. */
export const STEERING_METHOD = "_session/steering";

/** The parameters of {@link STEERING_METHOD}. */
interface SteeringRequest {
  readonly sessionId: string;
  readonly prompt: readonly PromptBlock[];
}

/** @throws RequestError if the parameters are malformed. */
export function parseSteeringRequest(params: unknown): SteeringRequest {
  const { sessionId, prompt }: Partial<Record<string, unknown>> = Object(params);
  if (typeof sessionId !== "string" || !Array.isArray(prompt))
    throw RequestError.invalidParams(params);
  return { sessionId, prompt };
}

/** Returns the `_meta` that announces steering, if the script has it. */
export function announceSteering({ onSteer }: AgentScript): object {
  return onSteer === undefined ? {} : { _meta: { steering: { supported: true } } };
}

/**
 * Lets the script decide about a message. An injected message becomes a part of the transcript.
 *
 * @param startTurn Starts a turn with the message that no request waits for.
 * @throws RequestError if the script cannot be steered.
 */
export async function steerTurn(
  { onSteer }: AgentScript,
  session: OpenSession,
  { prompt }: SteeringRequest,
  startTurn: () => void,
): Promise<object> {
  if (onSteer === undefined) throw RequestError.methodNotFound(STEERING_METHOD);
  const message = { session, text: getPromptText(prompt), content: prompt };
  const chosen = await callScript(() => onSteer(message));
  const outcome = chosen ?? (session.turn === undefined ? "promptRequired" : "injected");
  if (outcome === "injected")
    session.add({ type: "prompt", messageId: session.ids.next("message"), content: prompt });
  if (outcome === "startedNewTurn") startTurn();
  return outcome === "promptRequired" ? { outcome, reason: "noRunningTurn" } : { outcome };
}
