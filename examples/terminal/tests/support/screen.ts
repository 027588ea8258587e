import { type IPty, spawn } from "@lydell/node-pty";
import { execFileSync } from "node:child_process";
import { setImmediate as nextEvents } from "node:timers/promises";
import xterm from "@xterm/headless";
import { onTestFinished } from "vitest";
import { createEnvironment, MAIN } from "./program.js";

/** The program on the screen of a terminal emulator, with a real pseudoterminal between the two. */
export interface ScreenProgram {
  /** Returns everything that the terminal shows, with the rows that have scrolled off its top. */
  readonly screen: () => string;
  /** Returns every character that the program has written. */
  readonly written: () => string;
  /** Presses keys. */
  type(keys: string): void;
  /** Pastes a text like a terminal: marked, if the program has asked for it. */
  paste(text: string): void;
  /** Changes the size while nothing that the program has written for the old one is on its way. */
  resize(columns: number, rows: number): Promise<void>;
  /** Resolves when the screen contains a text. */
  waitFor(text: string): Promise<void>;
  /** Resolves when a condition is true, which is checked after each change of the screen. */
  waitUntil(condition: (screen: string) => boolean, name: string): Promise<void>;
  /** Resolves when the program has exited, and the screen shows all of its output. */
  readonly exitCode: Promise<number>;
}

interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** The program to start, and its folder. Default: the example, in the folder of the tests. */
  readonly main?: string;
  readonly cwd?: string;
  /** The factor by which the scripted agent is accelerated. */
  readonly speed?: number;
  /** Whether a shell with job control runs the program, so that it can be stopped with Ctrl-Z. */
  readonly isJob?: boolean;
}

/** The turns of the event loop without output after which a stopped program has no more of it. */
const QUIET_TURNS = 20;

function isStopped(pid: number): boolean {
  return execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
    .trim()
    .startsWith("T");
}

/** Starts the program on a screen. */
export function startOnScreen(args: readonly string[], options: ScreenOptions = {}): ScreenProgram {
  const { columns = 80, rows = 24, speed = 1000, main = MAIN, cwd = process.cwd() } = options;
  const program = [process.execPath, main, ...args];
  const [command = "", ...commandArgs] = options.isJob
    ? ["bash", "--norc", "--noprofile", "-ic", '"$@"; read -r; fg', "bash", ...program]
    : program;
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pty: IPty = spawn(command, commandArgs, {
    cwd,
    name: "xterm-256color",
    cols: columns,
    rows,
    env: createEnvironment(speed),
  });
  let written = "";
  const listeners = new Set<() => void>();
  pty.onData((data) => {
    written += data;
    terminal.write(data, () => listeners.forEach((listener) => listener()));
  });
  let hasExited = false;
  const exitCode = new Promise<number>((resolve) => {
    pty.onExit((exit) => {
      hasExited = true;
      // The emulator parses output later than it gets it.
      terminal.write("", () => resolve(exit.exitCode));
    });
  });
  onTestFinished(async () => {
    // An interactive shell ignores SIGTERM.
    if (!hasExited) pty.kill(options.isJob ? "SIGHUP" : "SIGTERM");
    await exitCode;
    terminal.dispose();
  });

  function screen(): string {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_row, index) =>
      active.getLine(index)?.translateToString(true),
    );
    return lines.join("\n").trimEnd();
  }

  function waitUntil(condition: (shown: string) => boolean, name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        listeners.delete(check);
        clearTimeout(timer);
      };
      const check = (): void => {
        if (!condition(screen())) return;
        stop();
        resolve();
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${name} never came true. The screen:\n${screen()}`));
      }, 60_000);
      listeners.add(check);
      check();
    });
  }

  return {
    screen,
    written: () => written,
    type: (keys) => pty.write(keys),
    paste(text) {
      const keys = text.replaceAll("\n", "\r");
      pty.write(terminal.modes.bracketedPasteMode ? `\u001b[200~${keys}\u001b[201~` : keys);
    },
    async resize(newColumns, newRows) {
      process.kill(pty.pid, "SIGSTOP");
      // The signal arrives later on a busy machine, and the last output can still be on its way.
      while (!isStopped(pty.pid)) await nextEvents();
      for (let read = -1; read !== written.length; ) {
        read = written.length;
        for (let turn = 0; turn < QUIET_TURNS; turn++) await nextEvents();
      }
      await new Promise<void>((resolve) => terminal.write("", resolve));
      terminal.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
      process.kill(pty.pid, "SIGCONT");
    },
    waitUntil,
    waitFor: (text) => waitUntil((shown) => shown.includes(text), `"${text}" on the screen`),
    exitCode,
  };
}
