import { getPromptSupport } from "../actions/promptBlock.js";
import type { AgentState } from "../state/agent.js";
import type { ContentBlock } from "../state/content.js";
import type { Handoff } from "./createHandoff.js";

/**
 * Returns the content blocks of a prompt that continues a session with another agent: what the user wants, and the
 * record of the session. The record is an embedded resource if the agent supports it, and otherwise a text.
 *
 * @param agent - The state of the agent that gets the prompt. Without it, the record is an embedded resource, for
 * display.
 *
 * @example
 * ```ts
 * const blocks = handoffBlocks(handoff, "Continue the work.", store.getState().agent);
 * await agent.prompt(sessionId, blocks);
 * ```
 */
export function handoffBlocks(
  { text }: Pick<Handoff, "text">,
  instruction: string,
  agent?: AgentState,
): readonly ContentBlock[] {
  const embeds = agent === undefined || getPromptSupport(agent).embedded;
  const resource = { uri: "acp-store:earlier-session.md", mimeType: "text/markdown", text };
  return [
    // Some agents join the texts of a prompt.
    { type: "text", text: `${instruction.trim()}\n\n` },
    embeds ? { type: "resource", resource } : { type: "text", text },
  ];
}
