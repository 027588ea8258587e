import { once, on } from "node:events";
import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";
import { createLogUpdate } from "log-update";

/** The input and output of the program. If it is not interactive, all output is plain lines. */
export interface Terminal {
  /** Whether the input and the output are a terminal. */
  readonly isInteractive: boolean;
  /** Prints permanent lines. */
  print(lines: readonly string[]): void;
  /** Replaces the live lines at the bottom. Does nothing if the terminal is not interactive. */
  setLiveLines(lines: readonly string[]): void;
  /** Resolves with the next line, or with `undefined` at the end of the input. */
  readLine(prompt: string, options?: ReadLineOptions): Promise<string | undefined>;
  /** Registers a listener for Ctrl-C. */
  onInterrupt(listener: () => void): void;
  /** Stops reading the input. */
  close(): void;
}

/** The options of `readLine`. */
export interface ReadLineOptions {
  /** Rejects when aborted. The line is then read by the next call. */
  readonly signal?: AbortSignal;
  /** Returns whether a line is submitted without the Enter key. */
  readonly isComplete?: (line: string) => boolean;
}

type Output = NodeJS.WriteStream;

/** Creates a terminal for the given streams. */
export function createTerminal(input: NodeJS.ReadStream, output: Output): Terminal {
  const isInteractive = input.isTTY && output.isTTY;
  const readline = createInterface({
    input,
    terminal: isInteractive,
    ...(isInteractive && { output }),
  });
  const nextLine = createLineReader(readline);
  const liveRegion = createLogUpdate(output, { showCursor: true });
  let liveLines: readonly string[] = [];
  let isReading = false;

  function setLiveLines(lines: readonly string[]): void {
    liveLines = lines;
    if (!isInteractive || isReading) return;
    if (lines.length === 0) liveRegion.clear();
    else liveRegion(lines.join("\n"));
  }

  function print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    if (isReading && isInteractive) eraseLine(output);
    else if (isInteractive) liveRegion.clear();
    output.write(lines.map((line) => `${line}\n`).join(""));
    if (isReading && isInteractive) readline.prompt(true);
    else setLiveLines(liveLines);
  }

  return {
    isInteractive,
    print,
    setLiveLines,
    async readLine(prompt, { signal, isComplete } = {}) {
      const onKey = (): void => {
        if (isComplete?.(readline.line)) readline.write(null, { name: "return" });
      };
      if (isInteractive) {
        liveRegion.clear();
        readline.setPrompt(prompt);
        readline.prompt();
        input.on("keypress", onKey);
      }
      isReading = true;
      try {
        return await nextLine(signal);
      } catch (error) {
        if (isInteractive) eraseLine(output);
        throw error;
      } finally {
        isReading = false;
        input.off("keypress", onKey);
      }
    },
    onInterrupt(listener) {
      readline.on("SIGINT", listener);
      process.on("SIGINT", listener);
    },
    close: () => readline.close(),
  };
}

function eraseLine(output: Output): void {
  cursorTo(output, 0);
  clearLine(output, 0);
}

/** Returns a function that reads the next line. An aborted read leaves its line to the next one. */
function createLineReader(
  readline: Interface,
): (signal?: AbortSignal) => Promise<string | undefined> {
  const lines = on(readline, "line", { close: ["close"] });
  let pending: Promise<IteratorResult<unknown>> | undefined;
  return async (signal) => {
    pending ??= lines.next();
    const aborted = signal && once(signal, "abort").then(() => signal.throwIfAborted());
    signal?.throwIfAborted();
    const result = await Promise.race([pending, ...(aborted ? [aborted] : [])]);
    pending = undefined;
    if (!result || result.done) return undefined;
    const [line] = result.value as [string];
    return line;
  };
}
