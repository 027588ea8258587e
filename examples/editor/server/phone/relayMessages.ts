/** A phone that may use the page, for display. */
export interface ConnectedPhone {
  readonly id: string;
  readonly name: string;
  /** Whether its page is open. */
  readonly isConnected: boolean;
}

/** A message from the server to the owner tab. `socketId` names the WebSocket of one phone. */
export type RelayDownMessage =
  | { readonly type: "opened"; readonly socketId: string; readonly name: string }
  | { readonly type: "text"; readonly socketId: string; readonly text: string }
  | { readonly type: "closed"; readonly socketId: string }
  | { readonly type: "phones"; readonly phones: readonly ConnectedPhone[] }
  | { readonly type: "invitation"; readonly link: string; readonly expiresAt: number };

/** A message from the owner tab to the server. */
export type RelayUpMessage =
  | { readonly type: "text"; readonly socketId: string; readonly text: string }
  | { readonly type: "close"; readonly socketId: string }
  | { readonly type: "invite" }
  | { readonly type: "disconnect"; readonly phone: string };

/** The codes with which the server closes the WebSocket of a phone. */
export const PhoneCloseCode = {
  /** The user has disconnected the phone. */
  disconnected: 4101,
  /** The tab of the owner is gone. The phone connects again and waits for the next one. */
  ownerGone: 4102,
  /** The phone has opened too many pages. */
  tooManyPages: 4103,
} as const;
