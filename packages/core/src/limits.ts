/**
 * How much the store keeps of what could grow without end. The state says what a limit has cost:
 * `truncatedBytes` of a terminal, `dropped` of a session; and a `more_lost` what was not named.
 */
export interface Limits {
  /** Bytes of output kept per terminal, the newest. Default: 1,048,576. */
  readonly terminalBytes: number;
  /** Notices kept per session, the newest. Default: 100. */
  readonly notices: number;
  /** Updates of unknown kinds kept per session, the newest. Default: 100. */
  readonly unknownUpdates: number;
  /** Diagnostics made of one message; the last then tells how many more there are. Default: 100. */
  readonly diagnostics: number;
}

export const DEFAULT_LIMITS: Limits = {
  terminalBytes: 1_048_576,
  notices: 100,
  unknownUpdates: 100,
  diagnostics: 100,
};
