/**
 * Bounds for everything that could otherwise grow without end. The oldest items are dropped first,
 * and the state counts them: `truncatedBytes` of a terminal, `dropped` of a session.
 */
export interface Limits {
  /** The bytes of output kept per terminal. Default: 1,048,576. */
  readonly terminalBytes: number;
  /** The notices kept per session. Default: 100. */
  readonly notices: number;
  /** The updates of unknown kinds kept per session. Default: 100. */
  readonly unknownUpdates: number;
  /**
   * The sessions that exist only because the agent has sent something for them. Messages for further ones
   * are rejected, and requests are cancelled, with the diagnostic `too_many_sessions`. Sessions that the
   * application opens do not count. Subagents count until their parent is closed. Default: 1,000.
   */
  readonly namedSessions: number;
  /**
   * The diagnostics reported per message. If there are more, the last one is `more_lost` with the
   * number of those left out. Default: 100.
   */
  readonly diagnostics: number;
}

/** The limits of a store that is created without any. */
export const DEFAULT_LIMITS: Limits = {
  terminalBytes: 1_048_576,
  notices: 100,
  unknownUpdates: 100,
  namedSessions: 1000,
  diagnostics: 100,
};
