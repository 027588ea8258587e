import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk/unstable";
import { cancelWith } from "../cancelWith.js";
import type { FormAnswers, SessionClient } from "../sessionClient.js";
import { toToolCallV1, createUpdateTranslatorV1 } from "./updates.js";

const { elicitation, fs, session } = methods.client;

/** Creates a session client that uses protocol version 1. */
export function createClientV1(
  context: AgentContext,
  sessionId: string,
  capabilities: ClientCapabilities | undefined,
): SessionClient {
  const translate = createUpdateTranslatorV1();

  const requestForm: SessionClient["requestForm"] = async ({ message, ...form }, signal) => {
    const requestedSchema = { type: "object", ...form };
    const params = { sessionId, mode: "form", message, requestedSchema };
    const answer = await context.request(
      elicitation.create,
      params as CreateElicitationRequest,
      cancelWith(signal),
    );
    return answer.action === "accept"
      ? ((answer as { content?: FormAnswers }).content ?? {})
      : undefined;
  };

  const readFile: SessionClient["readFile"] = async (path) =>
    (await context.request(fs.readTextFile, { sessionId, path })).content;

  return {
    async send(event) {
      for (const update of translate(event))
        await context.notify(session.update, { sessionId, update });
    },
    async requestPermission({ toolCallId, call, options }, signal) {
      const toolCall = toToolCallV1(toolCallId, call);
      const params: RequestPermissionRequest = { sessionId, toolCall, options: [...options] };
      const requestOptions = cancelWith(signal);
      const { outcome } = await context.request(session.requestPermission, params, requestOptions);
      return outcome.outcome === "selected" ? outcome.optionId : undefined;
    },
    ...(capabilities?.elicitation?.form && { requestForm }),
    ...(capabilities?.fs?.readTextFile && { readFile }),
  };
}
