import type { Block } from "../act.js";
import type { DemoSession } from "../session.js";
import type { Turn } from "../turn.js";
import { echo } from "./echo.js";
import { failingTool } from "./failingTool.js";
import { form } from "./form.js";
import { longCommand } from "./longCommand.js";
import { tour } from "./tour.js";

export type Script = (turn: Turn) => Promise<void>;

/** Picks the script for a prompt: a slash command, the tour for the first prompt, or an echo. */
export function scriptFor(session: DemoSession, prompt: string): Script {
  const [, name, rest = ""] = /^\/(\S+)\s*(.*)/s.exec(prompt) ?? [];
  if (name === "long") return (turn) => longCommand(turn, rest);
  if (name === "fail") return failingTool;
  if (name === "form") return form;
  if (name === "demo") return tour;
  if (name !== undefined) return (turn) => echo(turn, prompt, `I know no command \`/${name}\`.`);
  if (!session.hasToured) return tour;
  if (/\blong(-running| running)? command\b/i.test(prompt))
    return (turn) => longCommand(turn, prompt);
  return (turn) => echo(turn, prompt);
}

/** The words of a prompt; a link counts by its name. */
export function promptText(prompt: readonly Block[]): string {
  const words = prompt.map(({ type, text, name }) => (type === "resource_link" ? name : text));
  return words
    .filter((word) => typeof word === "string")
    .join(" ")
    .trim();
}
