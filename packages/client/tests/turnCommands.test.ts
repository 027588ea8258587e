import { connectAgent, type TerminalHandlers } from "@acp-store/client";
import { nodeTerminals } from "@acp-store/client/node";
import { type AcpStore, createAcpStore, selectTerminal } from "@acp-store/core";
import type { AgentContext } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { agentV1 } from "./support/agents.js";
import { streamTo } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

const sessionId = "s1";
const RUN_FOREVER = ["-e", "console.log('started'); setInterval(() => {}, 1000);"];

/** Starts a command that runs until it is ended. */
async function startCommand(client: AgentContext): Promise<string> {
  const { terminalId } = await client.request("terminal/create", {
    sessionId,
    command: process.execPath,
    args: RUN_FOREVER,
  });
  return terminalId;
}

const waitForExit = (client: AgentContext, terminalId: string) =>
  client.request("terminal/wait_for_exit", { sessionId, terminalId });

/** Connects an agent of the official SDK that runs real commands through the client. */
async function connectRunner(
  onPrompt: (text: string, client: AgentContext) => Promise<unknown>,
  wrap: (handlers: TerminalHandlers) => TerminalHandlers = (handlers) => handlers,
) {
  const store = createAcpStore({ scheduler: "sync" });
  const app = agentV1({ onPrompt: (text, _sessionId, client) => onPrompt(text, client) });
  const agent = await connectAgent(
    store,
    streamTo((agentEnd) => app.connect(agentEnd as never)),
    { terminal: wrap(nodeTerminals(store)) },
  );
  await agent.newSession({ cwd: await createTemporaryFolder() });
  return { agent, store };
}

/** Resolves with the id of a terminal that the state shows and that has not been seen before. */
async function nextTerminal(store: AcpStore, seen: readonly string[] = []): Promise<string> {
  const state = await waitForState(store, ({ sessions }) =>
    [...(sessions.get(sessionId)?.terminals.keys() ?? [])].some((id) => !seen.includes(id)),
  );
  return [...(state.sessions.get(sessionId)?.terminals.keys() ?? [])].at(-1) ?? "";
}

describe("cancelling a turn", () => {
  it("kills the commands that the client runs for it, and keeps their terminals", async () => {
    let output: unknown;
    const { agent, store } = await connectRunner(async (_text, client) => {
      const terminalId = await startCommand(client);
      await waitForExit(client, terminalId);
      output = await client.request("terminal/output", { sessionId, terminalId });
    });
    const turn = agent.prompt(sessionId, "Run it");
    const terminalId = await nextTerminal(store);
    await agent.cancel(sessionId);
    await turn;
    expect(output).toMatchObject({ exitStatus: { signal: expect.stringMatching(/^SIG/) } });
    expect(selectTerminal(store.getState(), sessionId, terminalId)?.exitStatus).toBeDefined();
    void agent.close();
  });

  it("keeps the commands from previous turns running", async () => {
    const terminals: string[] = [];
    const { agent, store } = await connectRunner(async (text, client) => {
      const terminalId = await startCommand(client);
      terminals.push(terminalId);
      if (text === "wait") await waitForExit(client, terminalId);
    });
    await agent.prompt(sessionId, "start a server");
    const server = await nextTerminal(store);
    const turn = agent.prompt(sessionId, "wait");
    await nextTerminal(store, [server]);
    await agent.cancel(sessionId);
    await turn;
    const exitStatuses = terminals.map(
      (terminalId) => selectTerminal(store.getState(), sessionId, terminalId)?.exitStatus,
    );
    expect(exitStatuses).toEqual([undefined, expect.anything()]);
    void agent.close();
  });

  it("kills a command that was still starting", async () => {
    let continueCreate = (): void => {};
    const created = new Promise<void>((resolve) => (continueCreate = resolve));
    let onCreate = (): void => {};
    const creating = new Promise<void>((resolve) => (onCreate = resolve));
    let exit: unknown;
    const { agent } = await connectRunner(
      async (_text, client) => {
        exit = await waitForExit(client, await startCommand(client));
      },
      (handlers) => ({
        ...handlers,
        async create(request) {
          const response = await handlers.create(request);
          onCreate();
          await created;
          return response;
        },
      }),
    );
    const turn = agent.prompt(sessionId, "Run it");
    await creating;
    await agent.cancel(sessionId);
    continueCreate();
    await turn;
    expect(exit).toMatchObject({ signal: expect.stringMatching(/^SIG/) });
    void agent.close();
  });

  it("does not kill a command that the agent has released, and ignores a failing handler", async () => {
    const killed: string[] = [];
    const released: string[] = [];
    const { agent, store } = await connectRunner(
      async (_text, client) => {
        const terminalId = await startCommand(client);
        await client.request("terminal/release", { sessionId, terminalId });
        released.push(terminalId);
        await waitForExit(client, await startCommand(client));
      },
      (handlers) => ({
        ...handlers,
        async kill(request) {
          killed.push(request.terminalId);
          await handlers.kill(request);
          throw new Error("already gone");
        },
      }),
    );
    const turn = agent.prompt(sessionId, "Run it");
    const first = await nextTerminal(store);
    const second = await nextTerminal(store, [first]);
    await agent.cancel(sessionId);
    await turn;
    expect(released).toEqual([first]);
    expect(killed).toEqual([second]);
    void agent.close();
  });
});
