import { createInterface } from "node:readline";
import { createInteractiveTerminal } from "./interactiveTerminal.js";
import { createLineQueue } from "./lineQueue.js";
import { type SafeText, toAnsi } from "./view/text.js";

/** The input and output of the program. If it is not interactive, all output is plain lines. */
export interface Terminal {
  /** Whether the input and the output are a terminal. */
  readonly isInteractive: boolean;
  /** The number of rows of the screen. `Infinity` without a screen. */
  readonly rows: number;
  /** Returns the number of rows that a line takes. */
  countRows(line: SafeText): number;
  /**
   * Prints permanent lines. Replaces the live lines above the input if there are new ones, unless
   * the terminal is not interactive.
   */
  print(lines: readonly SafeText[], liveLines?: readonly SafeText[]): void;
  /**
   * Resolves with the next line that is not an answer, or with `undefined` at the end of the input.
   * Rejects when the signal is aborted.
   */
  readLine(signal: AbortSignal): Promise<string | undefined>;
  /**
   * Resolves when a question that was just printed accepts an answer: after 450 ms without a key.
   * Earlier keys were intended for something else. Rejects when the signal is aborted.
   */
  waitUntilArmed(signal: AbortSignal): Promise<void>;
  /**
   * Resolves with an answer, or with `undefined` at the end of the input. The line that the user is
   * editing comes back afterwards, and so does an earlier question. Rejects when the signal is aborted.
   */
  readAnswer(options: AnswerOptions): Promise<string | undefined>;
  /** Replaces the lines that the user is editing, and returns them. */
  replaceInput(lines: readonly string[]): readonly string[];
  /** Shows a line directly above the input, unless the terminal is not interactive. */
  setStatus(line: SafeText | undefined): void;
  /** Registers a listener for the Tab key. */
  onTab(listener: () => void): void;
  /** Registers a listener for Ctrl-C. */
  onInterrupt(listener: () => void): void;
  /** Stops reading the input. */
  close(): void;
}

/** The options of `readAnswer`. */
export interface AnswerOptions {
  readonly label: SafeText;
  readonly signal: AbortSignal;
  /** Returns whether a key submits the answer without the Enter key. */
  readonly isComplete?: (answer: string) => boolean;
}

/** Creates a terminal for the given streams. */
export function createTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal {
  return input.isTTY && output.isTTY
    ? createInteractiveTerminal(input, output)
    : createPlainTerminal(input, output);
}

/** Creates a terminal for pipes. Each line of the input is one prompt or answer, in their order. */
function createPlainTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal {
  const lines = createLineQueue();
  const readline = createInterface({ input, terminal: false });
  readline.on("line", lines.add).on("close", lines.end);
  return {
    isInteractive: false,
    rows: Infinity,
    countRows: () => 1,
    print: (printed) => void output.write(printed.map((line) => `${toAnsi(line)}\n`).join("")),
    readLine: lines.take,
    waitUntilArmed: async () => {},
    readAnswer: ({ signal }) => lines.take(signal),
    replaceInput: () => [],
    setStatus: () => {},
    onTab: () => {},
    onInterrupt: (listener) => void process.on("SIGINT", listener),
    close: () => readline.close(),
  };
}
