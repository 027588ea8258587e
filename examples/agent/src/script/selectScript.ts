import type { ScriptedSession, Turn } from "@acp-store/testing";
import { askWithForm } from "./askWithForm.js";
import { callFailingTool } from "./callFailingTool.js";
import { echoPrompt } from "./echoPrompt.js";
import { playTour } from "./playTour.js";
import { runLongCommand } from "./runLongCommand.js";

type Script = (turn: Turn) => Promise<void>;

/** The sessions in which this process has played the tour. */
const touredSessions = new WeakSet<ScriptedSession>();

/** Selects the script for a prompt: a slash command, the tour for the first prompt, or an echo. */
export function selectScript({ session, text }: Turn): Script {
  const [, name, rest = ""] = /^\/(\S+)\s*(.*)/s.exec(text) ?? [];
  if (name === "long") return (turn) => runLongCommand(turn, rest);
  if (name === "fail") return callFailingTool;
  if (name === "form") return askWithForm;
  if (name === "demo") return playTour;
  if (name !== undefined) return (turn) => echoPrompt(turn, `Unknown command \`/${name}\`.`);
  if (!hasToured(session)) {
    touredSessions.add(session);
    return playTour;
  }
  if (/\blong(-running| running)? command\b/i.test(text))
    return (turn) => runLongCommand(turn, text);
  return echoPrompt;
}

/** Returns whether the tour was played, in this process or in one that stored the transcript. */
const hasToured = (session: ScriptedSession): boolean =>
  touredSessions.has(session) || session.events.some(({ type }) => type === "plan");
