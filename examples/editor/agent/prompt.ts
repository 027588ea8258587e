import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { PromptBlock, PromptEvent } from "./event.js";
import { getPromptText, selectScript } from "./script/selectScript.js";
import { accelerate } from "./pace.js";
import { findTitle } from "./session.js";
import { getScriptSpeed } from "./settings.js";
import { createTurn, type Turn, type TurnOptions } from "./turn.js";
import { TurnCancelledError } from "./turnCancelledError.js";

const CONTEXT_SIZE = 128_000;
const CHARACTERS_PER_TOKEN = 4;
const TITLE_LENGTH = 60;

/** A prompt that the session has accepted but not played yet. */
export interface AcceptedPrompt {
  /** The prompt as recorded in the transcript. */
  readonly prompt: PromptEvent;
  /** Plays the script. Rejects with any error except a cancellation. */
  play(): Promise<"end_turn" | "cancelled">;
}

/**
 * Accepts a prompt and starts its turn. A session runs one turn at a time.
 *
 * @throws {RequestError} if another turn is running.
 */
export function acceptPrompt(
  content: readonly PromptBlock[],
  options: TurnOptions,
): AcceptedPrompt {
  const { session } = options;
  if (session.turn)
    throw RequestError.invalidRequest({}, "a turn is already running; cancel it first");
  const controller = new AbortController();
  session.turn = controller;
  const prompt: PromptEvent = { type: "prompt", messageId: session.ids.next("message"), content };
  session.transcript.add(prompt);
  const signal = AbortSignal.any([controller.signal, options.signal]);
  const pace = accelerate(options.pace, getScriptSpeed(session));
  const turn = createTurn({ ...options, pace, signal });
  return { prompt, play: () => play(turn, getPromptText(content)) };
}

async function play(turn: Turn, text: string): Promise<"end_turn" | "cancelled"> {
  const { session } = turn;
  try {
    session.characters += text.length;
    await sendTitle(turn, text);
    await selectScript(session, text)(turn);
    await sendUsage(turn);
    return "end_turn";
  } catch (error) {
    if (error instanceof TurnCancelledError) return "cancelled";
    throw error;
  } finally {
    await runCleanups(turn);
    session.turn = undefined;
  }
}

/** Sends the title, which is the first prompt unless the user renamed the session, and the time. */
async function sendTitle(turn: Turn, prompt: string): Promise<void> {
  const title = findTitle(turn.session.transcript)?.title ?? shortenToTitle(prompt);
  await turn.emit({ type: "title", title, updatedAt: new Date().toISOString() });
}

function shortenToTitle(prompt: string): string {
  const [line = ""] = prompt.split("\n");
  return (line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line) || "Untitled";
}

async function sendUsage(turn: Turn): Promise<void> {
  const used = Math.ceil(turn.session.characters / CHARACTERS_PER_TOKEN);
  await turn.emit({ type: "usage", used, size: CONTEXT_SIZE });
}

async function runCleanups(turn: Turn): Promise<void> {
  for (const clean of turn.cleanups.reverse()) {
    // The client may have disconnected, in which case the update cannot be delivered.
    await clean().catch(() => {});
  }
}
