import { type CompleterResult, createInterface, type Key } from "node:readline";
import { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { createLineQueue } from "./lineQueue.js";
import { createScreen, wrapLine } from "./screen.js";
import type { AnswerOptions, Terminal } from "./terminal.js";
import { inverse, type SafeText, text } from "./view/text.js";

/** The delay before a question accepts an answer, in ms. */
const ARMED_AFTER_MS = 450;
const PROMPT = text`› `;
/**
 * The terminal marks the begin and the end of pasted text, which `readline` reports as keys, and
 * hides its cursor.
 */
const ENTER = "\u001b[?2004h\u001b[?25l";
const LEAVE = "\u001b[?2004l\u001b[?25h";

/**
 * Makes Node ask the terminal for its size. Node handles the signal of a new size later than other
 * events of the same moment, and a stopped program does not get it.
 */
const updateSize = (): void => void process.emit("SIGWINCH", "SIGWINCH");

/** Creates a terminal for a screen and a keyboard. The last line is always an input. */
export function createInteractiveTerminal(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Terminal {
  const screen = createScreen(output);
  const lines = createLineQueue();
  // `readline` edits the line. Its own output would mix with the live lines.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const readline = createInterface({ input, output: nowhere, terminal: true, completer: onTab });
  let liveLines: readonly SafeText[] = [];
  let status: SafeText | undefined;
  let tabListener = (): void => {};
  /** The questions without an answer. The last one is shown. */
  let questions: readonly (AnswerOptions & { readonly hasDraft: boolean })[] = [];
  /** The lines before the one that is edited. Only a paste has several lines. */
  let earlierLines: readonly string[] = [];
  let isPasting = false;
  let isLineEmpty = true;
  let lastKeyAt = 0;
  let hasEnded = false;
  let isClosed = false;
  /** Whether the user has stopped the program with Ctrl-Z, so that only permanent lines are drawn. */
  let isSuspended = false;

  function draw(permanentLines: readonly SafeText[] = []): void {
    if (isClosed) return;
    updateSize();
    if (isSuspended) return screen.draw(permanentLines, [], []);
    const { line, cursor } = readline;
    // The character at the cursor can take two UTF-16 units.
    const [atCursor = " "] = line.slice(cursor);
    const edited = text`${line.slice(0, cursor)}${inverse(atCursor)}${line.slice(cursor + atCursor.length)}`;
    const rows = [...earlierLines.map((earlier) => text`${earlier}`), edited];
    const question = questions.at(-1);
    const label = question?.label ?? PROMPT;
    const inputLines = rows.map((row, index) => (index === 0 ? text`${label}${row}` : row));
    const live = question ? [] : liveLines;
    screen.draw(permanentLines, status ? [...live, status] : live, inputLines);
  }

  /** Empties the input. Returns what was in it. */
  function takeInput(): string[] {
    const taken = [...earlierLines, readline.line];
    if (hasEnded) return taken;
    readline.write(null, { ctrl: true, name: "e" });
    readline.write(null, { ctrl: true, name: "u" });
    earlierLines = [];
    return taken;
  }

  function setInput(newLines: readonly string[]): void {
    takeInput();
    if (hasEnded) return;
    earlierLines = newLines.slice(0, -1);
    readline.write(newLines.at(-1) ?? "");
  }

  /** Called for a Tab key, but not for a tab inside a paste without marks. */
  function onTab(line: string): CompleterResult {
    if (isPasting) return [["\t"], ""];
    tabListener();
    return [[], line];
  }

  function onLine(line: string): void {
    const entered = [...earlierLines, line];
    earlierLines = isPasting ? entered : [];
    if (!isPasting) lines.add(entered.join("\n"));
  }

  function onKey(_text: string | undefined, { name }: Key): void {
    lastKeyAt = performance.now();
    if (name === "paste-start") isPasting = true;
    if (name === "paste-end") isPasting = false;
    if (name === "backspace" && isLineEmpty && earlierLines.length > 0) setInput(earlierLines);
    const isTyped = !isPasting && name !== "paste-end";
    // A terminal without marks sends a paste at once, so look at the line after all of it.
    setImmediate(() => {
      const question = questions.at(-1);
      const isAnswer = isTyped && earlierLines.length === 0 && question?.hasDraft === false;
      if (isAnswer && question?.isComplete?.(readline.line)) lines.add(takeInput().join(""));
      draw();
    });
  }

  function onEnd(): void {
    hasEnded = true;
    lines.end();
  }

  function leave(): void {
    updateSize();
    screen.clear();
    output.write(LEAVE);
    input.setRawMode(false);
  }

  function suspend(): void {
    leave();
    isSuspended = true;
    process.once("SIGCONT", () => {
      input.setRawMode(true);
      output.write(ENTER);
      isSuspended = false;
      draw();
    });
    process.kill(process.pid, "SIGTSTP");
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    leave();
    readline.close();
  }

  output.write(ENTER);
  // Also if the program ends with an error.
  process.once("exit", close);
  output.on("resize", () => draw());
  // This listener comes before the one of readline, and onKey after it.
  input.prependListener("keypress", () => (isLineEmpty = readline.line === ""));
  input.on("keypress", onKey);
  readline.on("line", onLine).on("close", onEnd).on("SIGTSTP", suspend);
  draw();

  return {
    isInteractive: true,
    get rows() {
      return output.rows;
    },
    countRows: (line) => wrapLine(line, output.columns).length,
    print(printed, newLiveLines = liveLines) {
      liveLines = newLiveLines;
      draw(printed);
    },
    readLine: lines.take,
    async waitUntilArmed(signal) {
      const askedAt = performance.now();
      for (;;) {
        const quietFor = performance.now() - Math.max(askedAt, lastKeyAt);
        if (quietFor >= ARMED_AFTER_MS && !isPasting) return;
        await setTimeout(Math.max(1, ARMED_AFTER_MS - quietFor), undefined, { signal });
      }
    },
    async readAnswer(options) {
      const draft = takeInput();
      const question = { ...options, hasDraft: draft.join("") !== "" };
      questions = [...questions, question];
      draw();
      try {
        return await lines.takeNew(options.signal);
      } finally {
        questions = questions.filter((other) => other !== question);
        setInput(draft);
        draw();
      }
    },
    replaceInput(newLines) {
      const before = takeInput();
      setInput(newLines);
      draw();
      return before;
    },
    setStatus(line) {
      status = line;
      draw();
    },
    onTab: (listener) => void (tabListener = listener),
    onInterrupt(listener) {
      readline.on("SIGINT", listener);
      process.on("SIGINT", listener);
    },
    close,
  };
}
