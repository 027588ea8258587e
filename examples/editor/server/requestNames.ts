/** The requests of the page that the server answers besides those of the packages. */
export const REQUESTS = {
  /** Returns a session as JSON. */
  exportSession: "editor/exportSession",
  /** Removes what is saved of a session, and closes the session. */
  forgetSession: "editor/forgetSession",
  /** Sends a message to an agent again, and returns its answer. */
  resend: "editor/resend",
  /** Returns the budget of each session, or `null`. */
  readBudget: "editor/readBudget",
  /** Reports the parts of the recording, and returns the path of its `file`. */
  readRecording: "editor/readRecording",
} as const;
