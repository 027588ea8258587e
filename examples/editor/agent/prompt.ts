import { RequestError } from "@agentclientprotocol/sdk";
import type { Block, Prompt } from "./act.js";
import { promptText, scriptFor } from "./script/route.js";
import { titleOf } from "./session.js";
import { createTurn, type Turn, type TurnOptions } from "./turn.js";
import { TurnCancelled } from "./turnCancelled.js";

const CONTEXT_SIZE = 128_000;
const CHARACTERS_PER_TOKEN = 4;
const TITLE_LENGTH = 60;

/** A prompt that was taken in. */
export interface OpenPrompt {
  /** As it stands in the transcript. */
  readonly prompt: Prompt;
  /** Plays the script. Rejects with what went wrong, other than a cancel. */
  play(): Promise<"end_turn" | "cancelled">;
}

/**
 * Takes in one prompt. A session plays one at a time.
 *
 * @throws {RequestError} while another turn runs.
 */
export function takePrompt(content: readonly Block[], options: TurnOptions): OpenPrompt {
  const { session } = options;
  if (session.turn) throw RequestError.invalidRequest({}, "a turn is running: cancel it first");
  const controller = new AbortController();
  session.turn = controller;
  const prompt: Prompt = { type: "prompt", messageId: session.ids.next("message"), content };
  session.transcript.add(prompt);
  const signal = AbortSignal.any([controller.signal, options.signal]);
  const turn = createTurn({ ...options, signal });
  return { prompt, play: () => play(turn, promptText(content)) };
}

async function play(turn: Turn, text: string): Promise<"end_turn" | "cancelled"> {
  const { session } = turn;
  try {
    session.characters += text.length;
    await showTitle(turn, text);
    await scriptFor(session, text)(turn);
    await showUsage(turn);
    return "end_turn";
  } catch (error) {
    if (error instanceof TurnCancelled) return "cancelled";
    throw error;
  } finally {
    await cleanUp(turn);
    session.turn = undefined;
  }
}

async function showTitle(turn: Turn, prompt: string): Promise<void> {
  if (titleOf(turn.session.transcript)) return;
  const [line = ""] = prompt.split("\n");
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line;
  const updatedAt = new Date().toISOString();
  await turn.show({ type: "title", title: title || "Untitled", updatedAt });
}

async function showUsage(turn: Turn): Promise<void> {
  const used = Math.ceil(turn.session.characters / CHARACTERS_PER_TOKEN);
  await turn.show({ type: "usage", used, size: CONTEXT_SIZE });
}

async function cleanUp(turn: Turn): Promise<void> {
  for (const clean of turn.cleanups.reverse()) {
    // The client may be gone: nobody is left to tell.
    await clean().catch(() => {});
  }
}
