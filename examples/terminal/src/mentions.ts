import { readFile, realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentState, ContentBlock } from "@acp-store/core";
import { getPromptSupport, PROMPT_CONTENT_LIMITS, toPromptBlock } from "@acp-store/core/actions";

/**
 * Returns a prompt with the files that it mentions, such as `@src/cart.js`, in a form that the agent accepts: with
 * their text, or as links. Words that are not the path of a file in the folder stay text only: a pasted text could
 * mention private files.
 */
export async function createPrompt(
  text: string,
  cwd: string,
  agent: AgentState,
): Promise<ContentBlock[]> {
  const names = new Set(
    Array.from(text.matchAll(/(?<=^|\s)@(\S+?)(?=[.,:;!?)]*(?:\s|$))/g), ([, name = ""]) => name),
  );
  const files = await Promise.all(Array.from(names, (name) => readMentioned(cwd, name)));
  const blocks = [...names].flatMap((name, index) => {
    const file = files[index];
    if (file === undefined) return [];
    const result = toPromptBlock({ name, ...file }, getPromptSupport(agent));
    return result.refusal === undefined ? result.block : [];
  });
  return [{ type: "text", text }, ...blocks];
}

/** Returns the address of a file in a folder, with its content if it is text. */
async function readMentioned(
  cwd: string,
  name: string,
): Promise<{ uri: string; text?: string } | undefined> {
  const path = await realpath(resolve(cwd, name)).catch(() => undefined);
  if (path === undefined || !path.startsWith((await realpath(cwd)) + sep)) return undefined;
  const stats = await stat(path);
  if (!stats.isFile()) return undefined;
  const uri = pathToFileURL(path).href;
  if (stats.size > PROMPT_CONTENT_LIMITS.text) return { uri };
  const text = await readFile(path, "utf8").catch(() => "\0");
  return text.includes("\0") ? { uri } : { uri, text };
}
