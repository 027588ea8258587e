/** A message that was found. */
export interface FoundMessage {
  /** The agent of the session. */
  readonly agentId: string;
  /** The session. */
  readonly sessionId: string;
  /** The title of the session. Absent if it has none. */
  readonly title?: string;
  /** The key of the message in the `messages` of the session. */
  readonly messageKey: string;
  /** The run of the message: see `selectMessageRun` of `@acp-store/core`. */
  readonly run: number;
  /** The author. */
  readonly role: "agent" | "user";
  /** The time of the message, in ms since the epoch. */
  readonly createdAt: number;
  /** The text around the first found word. */
  readonly snippet: string;
  /** The found words in the snippet: the positions of their first character, and behind their last one. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** A search in the messages of all sessions, such as `createSearchClient(fleet)` of `@acp-store/server/client`. */
export interface SearchSource {
  /**
   * Finds messages with all words of a text, and calls `onHits` with further ones. Resolves at the end. `isCut`:
   * there may be more. Rejects with a message for the user.
   */
  search(
    text: string,
    options: {
      readonly signal: AbortSignal;
      readonly onHits: (hits: readonly FoundMessage[]) => void;
    },
  ): Promise<{ readonly isCut: boolean }>;
}
