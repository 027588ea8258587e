import {
  type AgentContext,
  type CreateElicitationRequest,
  methods,
  type PermissionOption,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/unstable";
import {
  createFormParams,
  createRequestOptions,
  readFormAnswers,
  type SessionClient,
} from "../sessionClient.js";
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
      const { outcome } = await context.request(
        session.requestPermission,
        params,
        createRequestOptions(signal),
      );
      return outcome.outcome === "selected" ? outcome.optionId : undefined;
    },
    async requestForm(form) {
      const params = createFormParams(sessionId, form) as CreateElicitationRequest;
      return readFormAnswers(await context.request(elicitation.create, params));
    },
    request: (method, params, signal) =>
      context.request<unknown, object>(
        method,
        { sessionId, ...params },
        createRequestOptions(signal),
      ),
    reportWaiting: () => Promise.resolve(),
  };
}
