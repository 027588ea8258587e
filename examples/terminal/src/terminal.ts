import { once, on } from "node:events";
import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";
import { createLogUpdate } from "log-update";

/** What the program reads from and writes to. Without a screen behind it, all is plain lines. */
export interface Terminal {
  readonly isScreen: boolean;
  /** Lines that stay. */
  print(lines: readonly string[]): void;
  /** Lines at the bottom that the next call replaces. Without a screen nothing is shown. */
  live(lines: readonly string[]): void;
  /** The next line typed, or `undefined` where there is no more. */
  read(prompt: string, options?: ReadOptions): Promise<string | undefined>;
  /** Calls back for each Ctrl-C. */
  onInterrupt(listener: () => void): void;
  close(): void;
}

export interface ReadOptions {
  /** Gives up: the read rejects, and the line goes to the next one. */
  readonly signal?: AbortSignal;
  /** A line that needs no Enter key. */
  readonly isWhole?: (line: string) => boolean;
}

type Output = NodeJS.WriteStream;

export function createTerminal(input: NodeJS.ReadStream, output: Output): Terminal {
  const isScreen = input.isTTY && output.isTTY;
  const rl = createInterface({ input, terminal: isScreen, ...(isScreen && { output }) });
  const next = lineReader(rl);
  const region = createLogUpdate(output, { showCursor: true });
  let shown: readonly string[] = [];
  let isReading = false;

  function live(lines: readonly string[]): void {
    shown = lines;
    if (!isScreen || isReading) return;
    if (lines.length === 0) region.clear();
    else region(lines.join("\n"));
  }

  function print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    if (isReading && isScreen) eraseLine(output);
    else if (isScreen) region.clear();
    output.write(lines.map((line) => `${line}\n`).join(""));
    if (isReading && isScreen) rl.prompt(true);
    else live(shown);
  }

  return {
    isScreen,
    print,
    live,
    async read(prompt, { signal, isWhole } = {}) {
      const onKey = (): void => {
        if (isWhole?.(rl.line)) rl.write(null, { name: "return" });
      };
      if (isScreen) {
        region.clear();
        rl.setPrompt(prompt);
        rl.prompt();
        input.on("keypress", onKey);
      }
      isReading = true;
      try {
        return await next(signal);
      } catch (error) {
        if (isScreen) eraseLine(output);
        throw error;
      } finally {
        isReading = false;
        input.off("keypress", onKey);
      }
    },
    onInterrupt(listener) {
      rl.on("SIGINT", listener);
      process.on("SIGINT", listener);
    },
    close: () => rl.close(),
  };
}

function eraseLine(output: Output): void {
  cursorTo(output, 0);
  clearLine(output, 0);
}

/** Reads one line after the other; none is lost when a read is given up. */
function lineReader(rl: Interface): (signal?: AbortSignal) => Promise<string | undefined> {
  const lines = on(rl, "line", { close: ["close"] });
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
