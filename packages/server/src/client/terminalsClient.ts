import type { RemoteFleet } from "@acp-store/fleet/mirror";
import {
  type InputParams,
  MAX_INPUT,
  type ResizeParams,
  type ShownParams,
  type SignInParams,
  TERMINAL_METHODS,
  terminalEvent,
  type TerminalSize,
} from "./terminalMessages.js";

/** The options of a sign-in in a terminal. */
export interface TerminalSignInOptions extends TerminalSize {
  /** Ends the program when it is aborted. */
  readonly signal: AbortSignal;
  /**
   * Called with what the program writes. Call `onShown` when the page has shown it: the server stops reading
   * from a program that is far ahead of the page.
   */
  readonly onOutput: (data: string, onShown: () => void) => void;
  /** Called when the program has exited, before the agent is connected again. */
  readonly onExit?: (exitCode: number) => void;
}

/** A running sign-in in a terminal. */
export interface TerminalSignIn {
  /**
   * Resolves when the user has signed in and the agent is connected again. Rejects with a message for the user if
   * the program cannot be started or exits with another code than 0, and like `RemoteFleet.request`.
   */
  readonly done: Promise<void>;
  /** Sends input to the program, such as the keys that the user presses. */
  write(data: string): void;
  /** Changes the size of the terminal: 2 to 500 columns, and 1 to 200 rows. */
  resize(size: TerminalSize): void;
}

/** The sign-ins of a page in a terminal. */
export interface TerminalsClient {
  /**
   * Runs the program of an agent in a terminal of the server, with the arguments and the variables of one of its
   * sign-in methods of the type `terminal`. An agent has one sign-in at a time.
   */
  signIn(agentId: string, methodId: string, options: TerminalSignInOptions): TerminalSignIn;
}

/**
 * Returns the sign-ins of a page in a terminal, for which the server has `terminalSignIns`. The page needs the right
 * to manage agents.
 *
 * @example
 * ```ts
 * const terminals = createTerminalsClient(fleet);
 * const signIn = terminals.signIn("gemini", "login", {
 *   columns: 80,
 *   rows: 24,
 *   signal: AbortSignal.timeout(60_000),
 *   onOutput: (data, onShown) => screen.write(data, onShown),
 * });
 * signIn.write("my name\r");
 * await signIn.done;
 * ```
 */
export function createTerminalsClient(fleet: Pick<RemoteFleet, "request">): TerminalsClient {
  return {
    signIn(agentId, methodId, { columns, rows, signal, onOutput, onExit }) {
      let terminalId: string | undefined;
      let size: TerminalSize = { columns, rows };
      let input = "";
      let shown = 0;
      const isSending = { input: false, shown: false };

      /** Sends what has accumulated, one request after the other, so that they stay few and in order. */
      async function send(name: "input" | "shown"): Promise<void> {
        if (isSending[name]) return;
        isSending[name] = true;
        try {
          while (terminalId !== undefined && !signal.aborted && hasMore(name))
            await fleet.request(TERMINAL_METHODS[name], takeParams(name, terminalId));
        } catch {
          // The program has ended, or the connection is lost. `done` has the reason.
        } finally {
          isSending[name] = false;
        }
      }

      function hasMore(name: "input" | "shown"): boolean {
        return name === "input" ? input !== "" : shown > 0;
      }

      function takeParams(name: "input" | "shown", id: string): InputParams | ShownParams {
        if (name === "input") {
          const data = input.slice(0, MAX_INPUT);
          input = input.slice(MAX_INPUT);
          return { terminalId: id, data };
        }
        const characters = shown;
        shown = 0;
        return { terminalId: id, characters };
      }

      function resize(next: TerminalSize): void {
        size = next;
        if (terminalId === undefined || signal.aborted) return;
        const params: ResizeParams = { terminalId, ...size };
        fleet.request(TERMINAL_METHODS.resize, params).catch(() => {});
      }

      function onProgress(value: unknown): void {
        const { data: event } = terminalEvent.safeParse(value);
        if (event === undefined || signal.aborted) return;
        if (event.type === "exit") return onExit?.(event.exitCode);
        if (event.type === "started") {
          terminalId = event.terminalId;
          // Both may have changed while the program was started.
          if (size.columns !== columns || size.rows !== rows) resize(size);
          return void send("input");
        }
        onOutput(event.data, () => {
          shown += event.data.length;
          void send("shown");
        });
      }

      const params: SignInParams = { agentId, methodId, columns, rows };
      const request = fleet.request(TERMINAL_METHODS.signIn, params, { signal, onProgress });
      return {
        done: request.then(() => {}),
        resize,
        write(data) {
          input += data;
          void send("input");
        },
      };
    },
  };
}
