/** The size of a terminal in characters. */
export interface TerminalSourceSize {
  /** The number of characters in a row. */
  readonly columns: number;
  /** The number of rows. */
  readonly rows: number;
}

/** The options of a sign-in in a terminal. */
export interface TerminalSourceOptions extends TerminalSourceSize {
  /** Ends the program when it is aborted. */
  readonly signal: AbortSignal;
  /** Called with what the program writes. `onShown` is called back when the page has shown it. */
  readonly onOutput: (data: string, onShown: () => void) => void;
  /** Called when the program has exited, before the agent is connected again. */
  readonly onExit: (exitCode: number) => void;
}

/** Sign-ins in a terminal, such as `createTerminalsClient(fleet)` of `@acp-store/server/client`. */
export interface TerminalSource {
  /** Runs the program of an agent with one of its sign-in methods. */
  signIn(
    agentId: string,
    methodId: string,
    options: TerminalSourceOptions,
  ): {
    /** Resolves when the agent can be used. Rejects with a message for the user. */
    readonly done: Promise<void>;
    /** Sends what the user types. */
    write(data: string): void;
    /** Changes the size of the terminal. */
    resize(size: TerminalSourceSize): void;
  };
}
