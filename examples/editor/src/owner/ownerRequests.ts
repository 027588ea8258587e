/** A link that admits one phone. */
export interface PhoneInvitation {
  readonly link: string;
  /** The time at which the link expires, in ms since the epoch. */
  readonly expiresAt: number;
}

/** The requests of a tab to the owner that are neither actions of the store nor of the agent. */
export const OwnerRequest = {
  /** Ends the connection, so that a tab connects to a new agent. */
  reconnect: "_editor/reconnect",
  /** Removes what this browser has saved of `sessionId`, and closes the session. */
  forgetSession: "_editor/forgetSession",
  /** Returns a link for a phone, as a {@link PhoneInvitation}. */
  invitePhone: "_editor/invitePhone",
  /** Refuses the phone with the id `phone` from now on. */
  disconnectPhone: "_editor/disconnectPhone",
} as const;
