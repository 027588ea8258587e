import { connectAgent, type TerminalHandlers } from "@acp-store/client";
import { nodeTerminals } from "@acp-store/client/node";
import { type AcpState, type AcpStore, createAcpStore, selectTerminal } from "@acp-store/core";
import { createGate, scriptedAgent, type SessionAccess } from "@acp-store/testing";
import { describe, expect, it } from "vitest";
import { waitForState } from "./support/storeState.js";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

const RUN_FOREVER = ["-e", "console.log('started'); setInterval(() => {}, 1000);"];

/** The requests that the agent of these tests sends to the client. They survive a cancel. */
interface Commands {
  /** Starts a command that runs until it is ended, and resolves with the id of its terminal. */
  start(): Promise<string>;
  waitForExit(terminalId: string): Promise<unknown>;
  getOutput(terminalId: string): Promise<unknown>;
  release(terminalId: string): Promise<unknown>;
}

function createCommands({ request }: SessionAccess): Commands {
  return {
    async start() {
      const params = { command: process.execPath, args: RUN_FOREVER };
      const { terminalId } = (await request("terminal/create", params)) as { terminalId: string };
      return terminalId;
    },
    waitForExit: (terminalId) => request("terminal/wait_for_exit", { terminalId }),
    getOutput: (terminalId) => request("terminal/output", { terminalId }),
    release: (terminalId) => request("terminal/release", { terminalId }),
  };
}

/** Connects an agent that runs real commands through the client. */
async function connectRunner(
  onPrompt: (commands: Commands, text: string) => Promise<unknown>,
  wrap: (handlers: TerminalHandlers) => TerminalHandlers = (handlers) => handlers,
) {
  const store = createAcpStore({ scheduler: "sync" });
  let commands: Commands | undefined;
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    onSession: (access) => void (commands = createCommands(access)),
    onPrompt: async ({ text }) => void (commands && (await onPrompt(commands, text))),
  });
  const agent = await connectAgent(store, connect(), { terminal: wrap(nodeTerminals(store)) });
  const { sessionId } = await agent.newSession({ cwd: await createTemporaryFolder() });
  return { agent, store, sessionId };
}

/** Resolves with the id of a terminal that the state shows and that has not been seen before. */
async function nextTerminal(store: AcpStore, seen: readonly string[] = []): Promise<string> {
  const listTerminals = ({ sessions }: AcpState): string[] =>
    [...sessions.values()].flatMap(({ terminals }) => [...terminals.keys()]);
  const state = await waitForState(store, (current) =>
    listTerminals(current).some((id) => !seen.includes(id)),
  );
  return listTerminals(state).at(-1) ?? "";
}

describe("cancelling a turn", () => {
  it("kills the commands that the client runs for it, and keeps their terminals", async () => {
    let output: unknown;
    const { agent, store, sessionId } = await connectRunner(async (commands) => {
      const terminalId = await commands.start();
      await commands.waitForExit(terminalId);
      output = await commands.getOutput(terminalId);
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
    const { agent, store, sessionId } = await connectRunner(async (commands, text) => {
      const terminalId = await commands.start();
      terminals.push(terminalId);
      if (text === "wait") await commands.waitForExit(terminalId);
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
    const gate = createGate();
    let exit: unknown;
    const { agent, sessionId } = await connectRunner(
      async (commands) => {
        exit = await commands.waitForExit(await commands.start());
      },
      (handlers) => ({
        ...handlers,
        async create(request) {
          const response = await handlers.create(request);
          await gate.pass();
          return response;
        },
      }),
    );
    const turn = agent.prompt(sessionId, "Run it");
    await gate.reached;
    await agent.cancel(sessionId);
    gate.open();
    await turn;
    expect(exit).toMatchObject({ signal: expect.stringMatching(/^SIG/) });
    void agent.close();
  });

  it("does not kill a command that the agent has released, and ignores a failing handler", async () => {
    const killed: string[] = [];
    const released: string[] = [];
    const { agent, store, sessionId } = await connectRunner(
      async (commands) => {
        const terminalId = await commands.start();
        await commands.release(terminalId);
        released.push(terminalId);
        await commands.waitForExit(await commands.start());
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
