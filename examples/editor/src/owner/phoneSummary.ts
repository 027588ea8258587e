/** The part of a tool call that a phone shows in a permission request. */
export interface PhoneSummary {
  /** The command line to run. */
  readonly command?: string;
  /** The changed files. The path is relative to the working directory of the session. */
  readonly changes?: readonly {
    readonly path: string;
    readonly added: number;
    readonly removed: number;
  }[];
  /** Whether a text was too long to be sent. Then the request cannot be allowed on a phone. */
  readonly isIncomplete?: boolean;
}

/** The key of the summary in the `_meta` of a permission request. */
export const PHONE_SUMMARY = "editor/summary";
