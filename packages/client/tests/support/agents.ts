import {
  type AgentApp,
  type AgentCapabilities,
  type AgentContext,
  agent,
  methods,
  type PromptRequest,
} from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";

/** The words of a prompt. */
function wordsOf({ prompt }: Pick<PromptRequest, "prompt">): string {
  return prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
}

interface AgentSetup {
  readonly capabilities?: AgentCapabilities;
  /** Called for each prompt; the turn ends when it resolves. */
  readonly onPrompt?: (words: string, sessionId: string, client: AgentContext) => Promise<unknown>;
  readonly onInitialize?: (params: { clientCapabilities?: unknown }) => void;
}

/** An agent of version 1, made with the official SDK. Its sessions are named in the order of their making. */
export function agentV1({ capabilities = {}, onPrompt, onInitialize }: AgentSetup = {}): AgentApp {
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
      await onPrompt?.(wordsOf(params), params.sessionId, client);
      return { stopReason: "end_turn" };
    });
}

/** The same in version 2: it says itself when it works, and takes prompts in at once. */
export function agentV2({
  onPrompt,
}: {
  onPrompt?: (words: string) => Promise<unknown>;
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
      const words = prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
      const say = (update: v2.SessionUpdate) =>
        client.notify(v2.methods.client.session.update, { sessionId, update });
      const work = async (): Promise<void> => {
        await say({ sessionUpdate: "state_update", state: "running" });
        await onPrompt?.(words as string);
        await say({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
      };
      setImmediate(() => void work());
      return { messageId: `m${++messages}` };
    });
}
