import type { ReactNode } from "react";

/** The props of `ConnectionBanner`. */
export interface ConnectionBannerProps {
  /** Connects again. Without it, the banner of a closed connection has no button for it. */
  readonly onReconnect?: (() => void) | undefined;
  /** Signs in with a method of the agent. Without it, only methods that need a terminal are offered. */
  readonly onSignIn?: ((methodId: string) => void) | undefined;
  /**
   * Signs in with a method that needs a terminal, such as with `authenticate` of a connection that has
   * a `terminalLogin` handler. Resolves when the user has signed in. Rejects with an error whose
   * message is for the user. Without it, only the command of such a method is shown.
   */
  readonly onTerminalSignIn?: ((methodId: string) => Promise<unknown>) | undefined;
  /**
   * The program of the agent and its arguments. With it, the command of each sign-in method that needs
   * a terminal can be copied. `onReconnect` then starts the agent again.
   */
  readonly agentCommand?: readonly string[] | undefined;
  /** The reason why the connection is closed. Default: the reason that the store knows. */
  readonly closed?: ConnectionEndDescription | undefined;
  /** Added to the text while the connection is restored. */
  readonly reconnectingNote?: string | undefined;
  /** Shown below the reason of a closed connection, such as the log of the agent. */
  readonly children?: ReactNode;
}

/** The reason why a connection is closed, for the user. */
export interface ConnectionEndDescription {
  /** The reason in a few words. */
  readonly title: string;
  /** The consequences, or what to do. */
  readonly detail: string;
}
