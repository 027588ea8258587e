import type { PromptContent } from "@acp-store/core/actions";

/** Something that the user can mention in a prompt with `@`. */
export interface Mention {
  /**
   * The address. It identifies the mention among those of all sources. The agent can read a `file:` or web address itself, so
   * that a mention can be sent as a link.
   */
  readonly uri: string;
  /** The kind, which decides the icon. */
  readonly kind: "file" | "symbol" | "session" | "change" | "diff" | "other";
  /** The name, such as that of a file without its folder. */
  readonly label: string;
  /** More about it, such as the folder of a file. */
  readonly detail?: string | undefined;
  /** The text after `@` in the prompt, such as the path of a file. Default: the label. */
  readonly text?: string | undefined;
}

/** The session whose prompt contains a mention. */
export interface MentionSession {
  /** The id of the session. */
  readonly sessionId: string;
  /** The working directory of the agent. */
  readonly cwd: string | undefined;
}

/** The content of a mention. Without text and data, the mention is sent as a link. */
export type MentionContent = Omit<PromptContent, "name" | "uri">;

/**
 * Finds what the user can mention, such as files or symbols, and reads it.
 *
 * @example
 * ```ts
 * const issues: MentionSource = {
 *   search: async (query) => [{ uri: "https://example.com/7", kind: "other", label: `Issue ${query}` }],
 *   read: async ({ uri }, _session, signal) => ({ text: await (await fetch(uri, { signal })).text() }),
 * };
 * ```
 */
export interface MentionSource {
  /**
   * Resolves with the mentions that match a query, the best one first. Only the first 30 are shown. It is called for each key, and
   * the previous search is aborted. An error is shown to the user.
   */
  search(query: string, session: MentionSession, signal: AbortSignal): Promise<readonly Mention[]>;
  /** Resolves with the content of a mention that the user has chosen. An error is shown to the user. */
  read(mention: Mention, session: MentionSession, signal: AbortSignal): Promise<MentionContent>;
}

/** The texts of an item that a query is compared with. */
export interface ItemTexts<Item> {
  /** Returns the name, in which a match is better. */
  nameOf(item: Item): string;
  /** Returns the whole text, such as a path. */
  textOf(item: Item): string;
}
