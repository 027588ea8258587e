import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { TerminalLogin } from "@acp-store/client";
import type { PageRequest, PageRequests } from "@acp-store/fleet/mirror";
import type { AgentLaunch, Fleet, FleetAgent, FleetOptions } from "@acp-store/fleet/owner";
import { checkParams } from "../checkParams.js";
import {
  inputParams,
  resizeParams,
  shownParams,
  signInParams,
  TERMINAL_METHODS,
  type TerminalEvent,
  type TerminalSize,
} from "../client/terminalMessages.js";
import { openPseudoTerminal, type PseudoTerminal } from "./openPseudoTerminal.js";

/** Sign-ins in a terminal: the option `terminals` of a server. */
export interface TerminalSignIns {
  /** Tells agents that users can sign in in a terminal. It fits the option `connect` of a fleet. */
  readonly connect: NonNullable<FleetOptions["connect"]>;
  /** Answers the requests of pages that may manage agents, like the option `requests` of a host. */
  readonly requests: (context: { readonly fleet: Fleet }) => PageRequests;
}

/** The request of a page for a sign-in. */
interface SignInCall {
  readonly request: PageRequest;
  readonly size: TerminalSize;
}

/** A sign-in that has not ended. */
interface RunningSignIn {
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
}

/**
 * Lets pages that may manage agents sign in to an agent in a terminal, with the methods of the type `terminal`. The
 * server runs the agent's own program in a pseudoterminal, with the arguments and variables that the
 * agent has named, and without a shell. A page chooses the agent and the method, and never sends a command. After exit
 * code 0, the agent is connected again. The program and its process group are ended when the page cancels the
 * request or is gone, and when the server stops.
 *
 * Needs the package `@lydell/node-pty` on the server. On a page, `createTerminalsClient` of
 * `@acp-store/server/client` makes the requests.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 *
 * @example
 * ```ts
 * import { serveAgents } from "@acp-store/server";
 * import { terminalSignIns } from "@acp-store/server/terminals";
 *
 * await serveAgents({ agents: [], pageDir: "dist", terminals: terminalSignIns() });
 * ```
 */
export function terminalSignIns(): TerminalSignIns {
  /** The request that has called `authenticate`, so that a program never runs in the terminal of another page. */
  const currentCall = new AsyncLocalStorage<SignInCall>();
  const running = new Map<string, RunningSignIn>();
  const terminals = new Map<string, PseudoTerminal>();

  async function runLogin(login: TerminalLogin, launch: AgentLaunch): Promise<void> {
    const call = currentCall.getStore();
    if (call === undefined)
      throw new Error(`${login.name} needs a page that shows terminals and may manage agents.`);
    const { signal, report } = call.request;
    const send = (event: TerminalEvent): void => report(event);
    signal.throwIfAborted();
    const terminal = await openPseudoTerminal(
      { ...launch, args: [...launch.args, ...login.args], env: { ...launch.env, ...login.env } },
      { size: call.size, onOutput: (data) => send({ type: "output", data }) },
    );
    const terminalId = randomUUID();
    terminals.set(terminalId, terminal);
    signal.addEventListener("abort", terminal.end);
    if (signal.aborted) terminal.end();
    send({ type: "started", terminalId });
    const { exitCode, endedBecause } = await terminal.exited;
    terminals.delete(terminalId);
    signal.removeEventListener("abort", terminal.end);
    signal.throwIfAborted();
    send({ type: "exit", exitCode });
    if (endedBecause !== undefined) throw new Error(endedBecause);
    if (exitCode !== 0)
      throw new Error(`${login.name} failed: the program exited with code ${exitCode}.`);
  }

  /** Runs one sign-in of an agent at a time. */
  async function exclusively(
    { id, name }: FleetAgent["definition"],
    signal: AbortSignal,
    run: () => Promise<unknown>,
  ): Promise<void> {
    // The program of a cancelled sign-in may still be ending.
    for (let other = running.get(id); other !== undefined; other = running.get(id)) {
      if (!other.signal.aborted)
        throw new Error(`Another terminal is signing in to ${name}. Close that one first.`);
      await other.ended;
    }
    const ended = run().finally(() => running.delete(id));
    running.set(id, { signal, ended: ended.then(ignore, ignore) });
    await ended;
  }

  function requests({ fleet }: { readonly fleet: Fleet }): PageRequests {
    async function signIn(params: unknown, request: PageRequest): Promise<void> {
      const { agentId, methodId, ...size } = checkParams(signInParams, params);
      const agent = request.sees(agentId) ? fleet.agents.get(agentId) : undefined;
      if (agent === undefined) throw new Error(`There is no agent ${JSON.stringify(agentId)}.`);
      await exclusively(agent.definition, request.signal, async () => {
        await agent.start();
        requireTerminalMethod(agent, methodId);
        const call: SignInCall = { request, size };
        await currentCall.run(call, () => agent.connection.authenticate(methodId));
      });
    }

    function requireTerminal(terminalId: string): PseudoTerminal {
      const terminal = terminals.get(terminalId);
      if (terminal === undefined) throw new Error("The program in this terminal has ended.");
      return terminal;
    }

    return {
      [TERMINAL_METHODS.signIn]: signIn,
      [TERMINAL_METHODS.input]: (params) => {
        const { terminalId, data } = checkParams(inputParams, params);
        requireTerminal(terminalId).write(data);
      },
      [TERMINAL_METHODS.resize]: (params) => {
        const { terminalId, ...size } = checkParams(resizeParams, params);
        requireTerminal(terminalId).resize(size);
      },
      [TERMINAL_METHODS.shown]: (params) => {
        const { terminalId, characters } = checkParams(shownParams, params);
        requireTerminal(terminalId).addShown(characters);
      },
    };
  }

  return {
    requests,
    connect(_agentId, _store, options, { launch }) {
      if (launch === undefined) return options;
      return {
        ...options,
        terminalLogin: async (login) => runLogin(login, await launch()),
      };
    },
  };
}

/** @throws an error for the user if the agent has no such method, or one without a terminal. */
function requireTerminalMethod({ definition, store }: FleetAgent, methodId: string): void {
  const method = store.getState().agent.authMethods?.find(({ id }) => id === methodId);
  if (method?.type === "terminal") return;
  throw new Error(
    `${definition.name} does not offer the sign-in ${JSON.stringify(methodId)} in a terminal.`,
  );
}

function ignore(): void {}
