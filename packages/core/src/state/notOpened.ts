/** The `detached` of a session that was restored, and that the agent has not tried to open yet. */
export const NOT_OPENED = "The session was restored, and the agent has not opened it yet.";
