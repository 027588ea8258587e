/** What the arrows of the log say. */
export const DIRECTIONS = {
  recv: "from the agent",
  sent: "from the client",
  local: "done here",
} as const;
