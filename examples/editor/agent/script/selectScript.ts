import type { PromptBlock } from "../event.js";
import type { DemoSession } from "../session.js";
import type { Turn } from "../turn.js";
import { echoPrompt } from "./echoPrompt.js";
import { callFailingTool } from "./callFailingTool.js";
import { askWithForm } from "./askWithForm.js";
import { runLongCommand } from "./runLongCommand.js";
import { playTour } from "./playTour.js";

export type Script = (turn: Turn) => Promise<void>;

/** Selects the script for a prompt: a slash command, the tour for the first prompt, or an echo. */
export function selectScript(session: DemoSession, prompt: string): Script {
  const [, name, rest = ""] = /^\/(\S+)\s*(.*)/s.exec(prompt) ?? [];
  if (name === "long") return (turn) => runLongCommand(turn, rest);
  if (name === "fail") return callFailingTool;
  if (name === "form") return askWithForm;
  if (name === "demo") return playTour;
  if (name !== undefined)
    return (turn) => echoPrompt(turn, prompt, `Unknown command \`/${name}\`.`);
  if (!session.hasToured) return playTour;
  if (/\blong(-running| running)? command\b/i.test(prompt))
    return (turn) => runLongCommand(turn, prompt);
  return (turn) => echoPrompt(turn, prompt);
}

/** Returns the text of a prompt. A resource link contributes its name. */
export function getPromptText(prompt: readonly PromptBlock[]): string {
  const texts = prompt.map(({ type, text, name }) => (type === "resource_link" ? name : text));
  return texts
    .filter((text) => typeof text === "string")
    .join(" ")
    .trim();
}
