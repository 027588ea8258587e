import {
  type AgentApp,
  type AgentCapabilities,
  type AgentContext,
  agent,
  methods,
  type PromptRequest,
} from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";

/** Returns the text of a prompt. */
function getPromptText({ prompt }: Pick<PromptRequest, "prompt">): string {
  return prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
}

interface AgentOptions {
  readonly capabilities?: AgentCapabilities;
  /** Called for each prompt. The turn ends when the returned promise resolves. */
  readonly onPrompt?: (text: string, sessionId: string, client: AgentContext) => Promise<unknown>;
  readonly onInitialize?: (params: { clientCapabilities?: unknown }) => void;
}

/**
 * Creates an agent that speaks version 1 with the official SDK. Its sessions are named `s1`, `s2`
 * and so on.
 */
export function agentV1({
  capabilities = {},
  onPrompt,
  onInitialize,
}: AgentOptions = {}): AgentApp {
  let sessions = 0;
  return agent({ name: "v1" })
    .onRequest(methods.agent.initialize, ({ params }) => {
      onInitialize?.(params);
      return {
        protocolVersion: 1,
        agentInfo: { name: "v1", version: "1" },
        agentCapabilities: capabilities,
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, () => ({ sessionId: `s${++sessions}` }))
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      await onPrompt?.(getPromptText(params), params.sessionId, client);
      return { stopReason: "end_turn" };
    });
}

/**
 * Creates an agent that speaks version 2. It accepts prompts immediately and reports with state
 * updates when it is working.
 */
export function agentV2({
  onPrompt,
}: {
  onPrompt?: (text: string, client: v2.AgentContext) => Promise<unknown>;
} = {}): v2.AgentApp {
  let sessions = 0;
  let messages = 0;
  return v2
    .agent({ name: "v2" })
    .onRequest(v2.methods.agent.initialize, () => ({
      protocolVersion: 2,
      info: { name: "v2", version: "2" },
      capabilities: { session: {} },
    }))
    .onRequest(v2.methods.agent.session.new, () => ({ sessionId: `s${++sessions}` }))
    .onRequest(v2.methods.agent.session.prompt, ({ params, client }) => {
      const { sessionId, prompt } = params;
      const text = prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
      const notify = (update: v2.SessionUpdate) =>
        client.notify(v2.methods.client.session.update, { sessionId, update });
      const work = async (): Promise<void> => {
        await notify({ sessionUpdate: "state_update", state: "running" });
        await onPrompt?.(text as string, client);
        await notify({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
      };
      setImmediate(() => void work());
      return { messageId: `m${++messages}` };
    });
}
