import {
  type AgentContext,
  type CreateElicitationRequest,
  methods,
  type PermissionOption,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/unstable";
import type { FormAnswers, SessionClient } from "../sessionClient.js";
import { createUpdateTranslatorV1, toToolCallV1 } from "./updates.js";

const { elicitation, session } = methods.client;

/** Creates a session client that uses protocol version 1. */
export function createClientV1(
  context: AgentContext,
  sessionId: string,
  capabilities: SessionClient["capabilities"],
): SessionClient {
  const translate = createUpdateTranslatorV1();
  return {
    protocolVersion: 1,
    capabilities,
    async send(event) {
      for (const update of translate(event))
        await context.notify(session.update, { sessionId, update });
    },
    async requestPermission({ toolCallId, call, options }, signal) {
      const params: RequestPermissionRequest = {
        sessionId,
        toolCall: toToolCallV1(toolCallId, call),
        options: options.map((option): PermissionOption => ({ ...option })),
      };
      const { outcome } = await context.request(session.requestPermission, params, {
        ...(signal && { cancellationSignal: signal }),
      });
      return outcome.outcome === "selected" ? outcome.optionId : undefined;
    },
    async requestForm({ message, ...form }) {
      const requestedSchema = { type: "object", ...form };
      const params = { sessionId, mode: "form", message, requestedSchema };
      const answer = await context.request(elicitation.create, params as CreateElicitationRequest);
      return answer.action === "accept"
        ? ((answer as { content?: FormAnswers }).content ?? {})
        : undefined;
    },
    request: (method, params, signal) =>
      context.request<unknown, object>(
        method,
        { sessionId, ...params },
        { ...(signal && { cancellationSignal: signal }) },
      ),
    reportWaiting: () => Promise.resolve(),
  };
}
