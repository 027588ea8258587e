import type { ContentBlock } from "../state/content.js";
import type { Handoff } from "./createHandoff.js";

/**
 * Returns the content blocks of a prompt that continues a session with another agent: what the user wants, and the
 * record of the session.
 *
 * @param embeds - Whether the record is an embedded resource, which the agent must support
 * (`promptCapabilities.embeddedContext`). Default: it is a text block, which every agent reads.
 *
 * @example
 * ```ts
 * const { capabilities } = store.getState().agent;
 * await agent.prompt(sessionId, handoffBlocks(handoff, "Continue the work."));
 * ```
 */
export function handoffBlocks(
  { text }: Handoff,
  instruction: string,
  embeds = false,
): readonly ContentBlock[] {
  const resource = { uri: "acp-store:earlier-session.md", mimeType: "text/markdown", text };
  return [
    { type: "text", text: instruction },
    embeds ? { type: "resource", resource } : { type: "text", text },
  ];
}
