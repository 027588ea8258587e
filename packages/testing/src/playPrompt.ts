import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { AgentScript, StopReason } from "./agentScript.js";
import type { Channel } from "./channel.js";
import type { PromptBlock, PromptEvent } from "./events.js";
import { getPromptText } from "./promptText.js";
import { callScript } from "./scriptErrors.js";
import type { OpenSession } from "./session.js";
import { type SessionClient, toUpdateEvent } from "./sessionClient.js";
import type { Sessions } from "./sessions.js";
import { createStage, type Stage } from "./stage.js";
import { createSteps } from "./steps.js";
import { runCleanups } from "./toolCall.js";
import type { Subagent, Turn } from "./turn.js";
import { TurnCancelledError, untilCancelled } from "./turnCancelledError.js";

/** The parts of an agent that both protocol versions share. */
export interface AgentParts {
  readonly script: AgentScript;
  readonly sessions: Sessions;
  readonly channel: Pick<Channel, "sendRaw" | "crash">;
}

interface PromptOptions {
  readonly session: OpenSession;
  readonly client: SessionClient;
  /** Creates the client side of a session of a subagent. */
  readonly createClient: (session: OpenSession) => SessionClient;
  readonly content: readonly PromptBlock[];
  readonly signal: AbortSignal;
}

/** A prompt that the session has accepted but not played yet. */
export interface AcceptedPrompt {
  /** The prompt as recorded in the transcript. */
  readonly prompt: PromptEvent;
  /** Plays the script. Rejects with any error except a cancellation. */
  play(): Promise<StopReason>;
}

/**
 * Accepts a prompt and starts its turn. A session runs one turn at a time.
 *
 * @throws RequestError if another turn is running.
 */
export function acceptPrompt(parts: AgentParts, options: PromptOptions): AcceptedPrompt {
  const { session, content } = options;
  if (session.turn)
    throw RequestError.invalidRequest({}, "a turn is already running; cancel it first");
  const controller = new AbortController();
  session.turn = controller;
  const prompt: PromptEvent = { type: "prompt", messageId: session.ids.next("message"), content };
  session.add(prompt);
  const signal = AbortSignal.any([controller.signal, options.signal]);
  return { prompt, play: () => playTurn(parts, { ...options, signal }) };
}

async function playTurn(parts: AgentParts, options: PromptOptions): Promise<StopReason> {
  const { session, client, signal } = options;
  const { speed = Number.POSITIVE_INFINITY, onPrompt } = parts.script;
  const stage = createStage({
    session,
    client,
    signal,
    speed: typeof speed === "function" ? speed(session) : speed,
  });
  try {
    const turn = createTurn(parts, options, stage);
    return (await callScript(() => onPrompt(turn))) ?? "end_turn";
  } catch (error) {
    await runCleanups(stage);
    if (signal.aborted || error instanceof TurnCancelledError) return "cancelled";
    throw error;
  } finally {
    session.turn = undefined;
  }
}

function createTurn(parts: AgentParts, options: PromptOptions, stage: Stage): Turn {
  const { content, signal } = options;
  return {
    ...createSteps(stage),
    text: getPromptText(content),
    content,
    signal,
    speed: stage.speed,
    cancelled: untilCancelled(signal, new Promise<never>(() => {})).catch(() => {}),
    subagent: (title) => startSubagent(parts, options, stage, title),
    sendRaw: parts.channel.sendRaw,
    crash(reason = "The agent crashed.") {
      parts.channel.crash(reason);
      const ended = Promise.reject<never>(new TurnCancelledError());
      // A script that does not wait for the crash must not end the test run.
      ended.catch(() => {});
      return ended;
    },
  };
}

async function startSubagent(
  { sessions }: AgentParts,
  { session, createClient, signal }: PromptOptions,
  stage: Stage,
  title: string,
): Promise<Subagent> {
  const sessionId = `${session.sessionId}/${session.ids.next("subagent")}`;
  const report = (state: object): Promise<void> => {
    const capabilities = { cancel: {} };
    const update = { sessionUpdate: "subagent_update", sessionId, title, capabilities, state };
    return stage.emit(toUpdateEvent(stage.client.protocolVersion, update));
  };
  const child = sessions.openChild(sessionId, session.cwd);
  const controller = new AbortController();
  child.turn = controller;
  const childStage = createStage({
    session: child,
    client: createClient(child),
    signal: AbortSignal.any([controller.signal, signal]),
    speed: stage.speed,
  });
  stage.cleanups.push(() => runCleanups(childStage));
  await report({ state: "running" });
  const end = (stopReason: StopReason): Promise<void> => {
    child.turn = undefined;
    return report({ state: "idle", stopReason });
  };
  return {
    ...createSteps(childStage),
    signal: controller.signal,
    end: async () => {
      if (controller.signal.aborted) await runCleanups(childStage);
      await end(controller.signal.aborted ? "cancelled" : "end_turn");
    },
  };
}
