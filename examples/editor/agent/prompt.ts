import {
  RequestError,
  type AgentContext,
  type ContentBlock,
  type PromptResponse,
} from "@agentclientprotocol/sdk";
import type { Ids } from "./ids.js";
import type { Pace } from "./pace.js";
import { promptText, scriptFor } from "./script/route.js";
import type { DemoSession } from "./session.js";
import { createTurn, type Turn } from "./turn.js";
import { TurnCancelled } from "./turnCancelled.js";

const CONTEXT_SIZE = 128_000;
const CHARACTERS_PER_TOKEN = 4;
const TITLE_LENGTH = 60;

interface PromptContext {
  readonly client: AgentContext;
  /** Aborts when the client takes the request back, or is gone. */
  readonly signal: AbortSignal;
  readonly ids: Ids;
  readonly pace: Pace;
}

/** Plays the script for one prompt. A session plays one at a time. */
export async function answerPrompt(
  session: DemoSession,
  prompt: readonly ContentBlock[],
  { client, signal, ids, pace }: PromptContext,
): Promise<PromptResponse> {
  if (session.turn) throw RequestError.invalidRequest({}, "a turn is running: cancel it first");
  const controller = new AbortController();
  session.turn = controller;
  const turnSignal = AbortSignal.any([controller.signal, signal]);
  const turn = createTurn({ session, client, ids, pace, signal: turnSignal });
  try {
    const text = promptText(prompt);
    session.characters += text.length;
    await sendTitle(turn, text);
    await scriptFor(session, text)(turn);
    await sendUsage(turn);
    return { stopReason: "end_turn" };
  } catch (error) {
    if (error instanceof TurnCancelled) return { stopReason: "cancelled" };
    throw error;
  } finally {
    await cleanUp(turn);
    session.turn = undefined;
  }
}

async function sendTitle(turn: Turn, prompt: string): Promise<void> {
  if (turn.session.hasTitle) return;
  turn.session.hasTitle = true;
  const [line = ""] = prompt.split("\n");
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line;
  const updatedAt = new Date().toISOString();
  await turn.send({ sessionUpdate: "session_info_update", title: title || "Untitled", updatedAt });
}

async function sendUsage(turn: Turn): Promise<void> {
  const used = Math.ceil(turn.session.characters / CHARACTERS_PER_TOKEN);
  await turn.send({ sessionUpdate: "usage_update", used, size: CONTEXT_SIZE });
}

async function cleanUp(turn: Turn): Promise<void> {
  for (const clean of turn.cleanups.reverse()) {
    // The client may be gone: nobody is left to tell.
    await clean().catch(() => {});
  }
}
