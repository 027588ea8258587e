import { type PromptContent, type PromptSupport, toPromptBlock } from "@acp-store/core/actions";
import type { FoundMention } from "./searchMentions.js";
import type { MentionSession } from "./mention.js";

/** Reads a mention. One that cannot be read, such as an image, has no content if the agent can read it. */
export async function readMention(
  { mention, source }: FoundMention,
  session: MentionSession,
  support: PromptSupport,
  signal: AbortSignal,
): Promise<PromptContent> {
  const link = { name: mention.label, uri: mention.uri };
  try {
    return { ...(await source.read(mention, session, signal)), ...link };
  } catch (error) {
    if (toPromptBlock(link, support).refusal === undefined) return link;
    throw error;
  }
}
