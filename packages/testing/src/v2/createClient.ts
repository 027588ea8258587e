import {
  type AgentContext,
  type CreateElicitationRequest,
  methods,
  type PermissionOption,
  type SessionUpdate,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import {
  createFormParams,
  createRequestOptions,
  readFormAnswers,
  type SessionClient,
} from "../sessionClient.js";
import { toToolCallV2, toUpdatesV2 } from "./updates.js";

const { elicitation, session } = methods.client;

/** Creates a session client that uses protocol version 2. */
export function createClientV2(
  context: AgentContext,
  sessionId: string,
  capabilities: SessionClient["capabilities"],
): SessionClient {
  const send = (update: SessionUpdate): Promise<void> =>
    context.notify(session.update, { sessionId, update });
  let waiting = 0;
  return {
    protocolVersion: 2,
    capabilities,
    async send(event) {
      for (const update of toUpdatesV2(event)) await send(update);
    },
    async requestPermission({ toolCallId, call, options }, signal) {
      const params = {
        sessionId,
        title: `Allow "${call.title ?? toolCallId}"?`,
        subject: { type: "tool_call" as const, toolCall: toToolCallV2(toolCallId, call) },
        options: options.map((option): PermissionOption => ({ ...option })),
      };
      const { outcome } = await context.request(
        session.requestPermission,
        params,
        createRequestOptions(signal),
      );
      return outcome.outcome === "selected"
        ? (outcome as { optionId: string }).optionId
        : undefined;
    },
    async requestForm(form) {
      const params = createFormParams(sessionId, form) as CreateElicitationRequest;
      return readFormAnswers(await context.request(elicitation.create, params));
    },
    request: (method, params, signal) =>
      context.request<unknown, object>(
        // The types of the SDK accept unknown methods only as extensions, but a script may send any.
        method as `_${string}`,
        { sessionId, ...params },
        createRequestOptions(signal),
      ),
    async reportWaiting(isWaiting) {
      waiting += isWaiting ? 1 : -1;
      // The agent waits until its last question is answered.
      if (isWaiting && waiting === 1)
        await send({ sessionUpdate: "state_update", state: "requires_action" });
      if (waiting === 0) await send({ sessionUpdate: "state_update", state: "running" });
    },
  };
}
