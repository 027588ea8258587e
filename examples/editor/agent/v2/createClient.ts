import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { cancelWith } from "../cancelWith.js";
import type { FormAnswers, SessionClient } from "../sessionClient.js";
import { toToolCallV2, toUpdatesV2 } from "./updates.js";

const { elicitation, session } = methods.client;

/** Creates a session client that uses protocol version 2. */
export function createClientV2(
  context: AgentContext,
  sessionId: string,
  capabilities: ClientCapabilities | undefined,
): SessionClient {
  const send = (update: SessionUpdate): Promise<void> =>
    context.notify(session.update, { sessionId, update });

  /** Reports `requires_action` while a request to the user is pending. */
  async function waitFor<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
    await send({ sessionUpdate: "state_update", state: "requires_action" });
    const answer = await ask();
    if (!signal.aborted) await send({ sessionUpdate: "state_update", state: "running" });
    return answer;
  }

  const requestForm: SessionClient["requestForm"] = async ({ message, ...form }, signal) => {
    const requestedSchema = { type: "object", ...form };
    const params = { sessionId, mode: "form", message, requestedSchema };
    const answer = await waitFor(signal, () =>
      context.request(elicitation.create, params as CreateElicitationRequest, cancelWith(signal)),
    );
    return answer.action === "accept"
      ? ((answer as { content?: FormAnswers }).content ?? {})
      : undefined;
  };

  return {
    async send(event) {
      for (const update of toUpdatesV2(event)) await send(update);
    },
    async requestPermission({ toolCallId, call, options }, signal) {
      const params = {
        sessionId,
        title: `Allow "${call.title}"?`,
        subject: { type: "tool_call" as const, toolCall: toToolCallV2(toolCallId, call) },
        options: [...options],
      };
      const { outcome } = await waitFor(signal, () =>
        context.request(session.requestPermission, params, cancelWith(signal)),
      );
      return outcome.outcome === "selected"
        ? (outcome as { optionId: string }).optionId
        : undefined;
    },
    ...(capabilities?.elicitation?.form && { requestForm }),
  };
}
