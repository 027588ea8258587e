import type { AgentProcess } from "@acp-store/client/node";
import { WebSocket } from "ws";
import type { AgentLog } from "./agentLog.js";
import { CloseCode, closeSocket, describeExit, isPageUnload } from "./close.js";
import { createFrameLog } from "./frameLog.js";
import { forwardFrames } from "./input.js";
import { logStderr, readStdout } from "./output.js";

/** Above this many buffered bytes, the page is slower than the agent, and the agent has to wait. */
const HIGH_WATER_MARK = 1024 * 1024;

interface HostedAgentOptions {
  /** The id under which a reloaded page finds the agent. Without it, the agent ends with its page. */
  readonly id: string | undefined;
  readonly log: AgentLog;
  readonly start: () => Promise<AgentProcess>;
  /** The time in ms for which the agent runs without a page. */
  readonly keepMs: number;
}

/** An agent process, which may outlive the WebSocket of its page for a short time. */
export interface HostedAgent {
  readonly id: string | undefined;
  readonly log: AgentLog;
  /** Whether a page is connected. */
  isAttached(): boolean;
  /** Whether another page can continue the connection. */
  canContinue(): boolean;
  /** Connects a page, and disconnects an earlier one. */
  attach(socket: WebSocket, options: { readonly sendsHistory: boolean }): void;
  /** Closes the WebSocket of the page and ends the agent. Resolves like `ended`. */
  end(code?: number, reason?: string): Promise<void>;
  /** Resolves when the agent and the processes that it started have ended. Never rejects. */
  readonly ended: Promise<void>;
}

/** Starts an agent. Frames of its first page are kept until it runs. */
export function hostAgent({ id, log, start, keepMs }: HostedAgentOptions): HostedAgent {
  const frames = createFrameLog();
  let child: AgentProcess | undefined;
  let page: WebSocket | undefined;
  let isEnding = false;
  let keepTimer: NodeJS.Timeout | undefined;
  const ended = run();

  async function run(): Promise<void> {
    try {
      child = await start();
    } catch (error) {
      isEnding = true;
      closePage(CloseCode.couldNotStart, error instanceof Error ? error.message : String(error));
      return;
    }
    // Writing fails if the agent has just exited. The page is told about the exit instead.
    child.stdin.on("error", () => {});
    logStderr(child.stderr, log);
    readStdout(child.stdout, log, sendFrame);
    if (isEnding) void child.end();
    else if (page) connectPage(page, child);
    const { exitCode, signal } = await child.exited;
    isEnding = true;
    clearTimeout(keepTimer);
    closePage(CloseCode.agentEnded, describeExit(exitCode, signal));
    await child.end();
  }

  function attach(socket: WebSocket, { sendsHistory }: { readonly sendsHistory: boolean }): void {
    clearTimeout(keepTimer);
    const previous = page;
    page = socket;
    previous?.terminate();
    socket.once("close", (code) => onPageClosed(socket, code));
    if (sendsHistory) socket.send(frames.toMessage(), resumeOutput);
    resumeOutput();
    if (child) connectPage(socket, child);
  }

  function connectPage(socket: WebSocket, { stdin }: AgentProcess): void {
    forwardFrames(socket, stdin, (json) => frames.add("sent", json));
    socket.resume();
  }

  function sendFrame(json: string): void {
    frames.add("recv", json);
    if (page === undefined && !frames.isComplete()) void end();
    if (page?.readyState !== WebSocket.OPEN) return;
    page.send(json, resumeOutput);
    if (page.bufferedAmount > HIGH_WATER_MARK) child?.stdout.pause();
  }

  function resumeOutput(): void {
    if (page === undefined || page.bufferedAmount < HIGH_WATER_MARK / 2) child?.stdout.resume();
  }

  function onPageClosed(socket: WebSocket, code: number): void {
    if (page !== socket) return;
    page = undefined;
    resumeOutput();
    if (id === undefined || !isPageUnload(code) || !frames.isComplete()) void end();
    else keepTimer = setTimeout(() => void end(), keepMs);
  }

  function closePage(code: number, reason: string): void {
    log.end(reason);
    // A paused socket would not receive the answer to its close frame.
    page?.resume();
    if (page) closeSocket(page, code, reason);
  }

  function end(code?: number, reason = ""): Promise<void> {
    isEnding = true;
    clearTimeout(keepTimer);
    if (code !== undefined) closePage(code, reason);
    void child?.end();
    return ended;
  }

  return {
    id,
    log,
    isAttached: () => page !== undefined,
    canContinue: () => !isEnding && frames.isComplete(),
    attach,
    end,
    ended,
  };
}
