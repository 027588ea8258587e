/** The requests of a tab to the owner that are neither actions of the store nor of the agent. */
export const OwnerRequest = {
  /** Ends the connection, so that a tab connects to a new agent. */
  reconnect: "editor/reconnect",
  /** Removes what this browser has saved of `sessionId`, and closes the session. */
  forgetSession: "editor/forgetSession",
} as const;
