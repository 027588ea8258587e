import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/experimental/v2";
import type { Answers, Client } from "../client.js";
import { callOf, updatesV2 } from "./updates.js";

const { elicitation, session } = methods.client;

/** The client of a session, spoken to in version 2. */
export function clientV2(
  context: AgentContext,
  sessionId: string,
  offered: ClientCapabilities | undefined,
): Client {
  const send = (update: SessionUpdate): Promise<void> =>
    context.notify(session.update, { sessionId, update });

  /** While the user is asked, nothing else goes on. */
  async function waitFor<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
    await send({ sessionUpdate: "state_update", state: "requires_action" });
    const answer = await ask();
    if (!signal.aborted) await send({ sessionUpdate: "state_update", state: "running" });
    return answer;
  }

  const fillIn: Client["fillIn"] = async ({ message, ...form }, signal) => {
    const requestedSchema = { type: "object", ...form };
    const params = { sessionId, mode: "form", message, requestedSchema };
    const answer = await waitFor(signal, () =>
      context.request(elicitation.create, params as CreateElicitationRequest, takenBackBy(signal)),
    );
    return answer.action === "accept"
      ? ((answer as { content?: Answers }).content ?? {})
      : undefined;
  };

  return {
    async show(act) {
      for (const update of updatesV2(act)) await send(update);
    },
    async ask({ toolCallId, call, options }, signal) {
      const params = {
        sessionId,
        title: `Allow "${call.title}"?`,
        subject: { type: "tool_call" as const, toolCall: callOf(toolCallId, call) },
        options: [...options],
      };
      const { outcome } = await waitFor(signal, () =>
        context.request(session.requestPermission, params, takenBackBy(signal)),
      );
      return outcome.outcome === "selected"
        ? (outcome as { optionId: string }).optionId
        : undefined;
    },
    ...(offered?.elicitation?.form && { fillIn }),
  };
}

const takenBackBy = (signal: AbortSignal) => ({
  cancellationSignal: signal,
  stopWaitingOnCancel: true,
});
