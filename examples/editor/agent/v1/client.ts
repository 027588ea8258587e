import {
  methods,
  type AgentContext,
  type ClientCapabilities,
  type CreateElicitationRequest,
  type RequestPermissionRequest,
} from "@agentclientprotocol/sdk";
import type { Answers, Client } from "../client.js";
import { callOf, createWriterV1 } from "./updates.js";

const { elicitation, fs, session } = methods.client;

/** The client of a session, spoken to in version 1. */
export function clientV1(
  context: AgentContext,
  sessionId: string,
  offered: ClientCapabilities | undefined,
): Client {
  const write = createWriterV1();

  const fillIn: Client["fillIn"] = async ({ message, ...form }, signal) => {
    const requestedSchema = { type: "object", ...form };
    const params = { sessionId, mode: "form", message, requestedSchema };
    const answer = await context.request(
      elicitation.create,
      params as CreateElicitationRequest,
      takenBackBy(signal),
    );
    return answer.action === "accept"
      ? ((answer as { content?: Answers }).content ?? {})
      : undefined;
  };

  const readFile: Client["readFile"] = async (path) =>
    (await context.request(fs.readTextFile, { sessionId, path })).content;

  return {
    async show(act) {
      for (const update of write(act)) await context.notify(session.update, { sessionId, update });
    },
    async ask({ toolCallId, call, options }, signal) {
      const toolCall = callOf(toolCallId, call);
      const params: RequestPermissionRequest = { sessionId, toolCall, options: [...options] };
      const taken = takenBackBy(signal);
      const { outcome } = await context.request(session.requestPermission, params, taken);
      return outcome.outcome === "selected" ? outcome.optionId : undefined;
    },
    ...(offered?.elicitation?.form && { fillIn }),
    ...(offered?.fs?.readTextFile && { readFile }),
  };
}

const takenBackBy = (signal: AbortSignal) => ({
  cancellationSignal: signal,
  stopWaitingOnCancel: true,
});
