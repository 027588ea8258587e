import type { AgentLaunch } from "@acp-store/fleet/owner";
import type * as NodePty from "@lydell/node-pty";
import type { TerminalSize } from "../client/terminalMessages.js";

/** The number of characters that a page may be behind before the program has to wait. */
const MAX_UNSHOWN = 256_000;
/** The number of characters behind at which the program continues. */
const RESUME_UNSHOWN = 64_000;
/** The number of characters of output after which the program is ended. */
const MAX_OUTPUT = 4_000_000;
/** The time in ms that the processes get between SIGHUP and SIGKILL. */
const KILL_GRACE_MS = 2_000;

const isWindows = process.platform === "win32";

/** The end of a program. */
export interface TerminalExit {
  readonly exitCode: number;
  /** The reason why it was ended, for the user. Absent if it has exited by itself. */
  readonly endedBecause?: string;
}

/** A program in a pseudoterminal. */
export interface PseudoTerminal {
  /** Resolves when the program has exited and all of its output was reported. */
  readonly exited: Promise<TerminalExit>;
  write(data: string): void;
  resize(size: TerminalSize): void;
  /** Counts the output that was shown, so that the program can continue. */
  addShown(characters: number): void;
  /** Ends the program and its process group, even if they ignore the hangup. */
  end(): void;
}

interface PseudoTerminalOptions {
  readonly size: TerminalSize;
  readonly onOutput: (data: string) => void;
}

/**
 * Starts a program in a pseudoterminal, without a shell. It does not outlive this process.
 *
 * @throws an error for the user if `@lydell/node-pty` is not installed or the program cannot be started.
 */
export async function openPseudoTerminal(
  { command, args, env, cwd = process.cwd() }: AgentLaunch,
  { size: { columns, rows }, onOutput }: PseudoTerminalOptions,
): Promise<PseudoTerminal> {
  const { spawn } = await loadNodePty();
  const pty = spawn(command, [...args], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { ...process.env, COLORTERM: "truecolor", ...env },
  });
  let unshown = 0;
  let total = 0;
  let endedBecause: string | undefined;
  let hasExited = false;
  let killTimer: ReturnType<typeof setTimeout> | undefined;

  /** Signals the program and its process group. It leads one, because it has its own terminal. */
  function kill(signal: "SIGHUP" | "SIGKILL"): void {
    try {
      if (isWindows) pty.kill();
      else process.kill(-pty.pid, signal);
    } catch {
      // All of its processes have exited.
    }
  }
  const killAtExit = (): void => kill("SIGKILL");
  process.once("exit", killAtExit);

  function end(): void {
    if (hasExited || killTimer !== undefined) return;
    killTimer = setTimeout(kill, KILL_GRACE_MS, "SIGKILL").unref();
    kill("SIGHUP");
    // The exit is only noticed at the end of the output.
    pty.resume();
  }

  pty.onData((data) => {
    if (killTimer !== undefined) return;
    total += data.length;
    if (total > MAX_OUTPUT) {
      endedBecause = `The program was ended because it wrote more than ${MAX_OUTPUT / 1_000_000} MB.`;
      return end();
    }
    unshown += data.length;
    if (unshown > MAX_UNSHOWN) pty.pause();
    onOutput(data);
  });

  const exited = new Promise<TerminalExit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      hasExited = true;
      process.off("exit", killAtExit);
      if (killTimer !== undefined) {
        clearTimeout(killTimer);
        kill("SIGKILL");
      }
      // Shells report a signal in the same way.
      const code = signal ? 128 + signal : exitCode;
      resolve({ exitCode: code, ...(endedBecause !== undefined && { endedBecause }) });
    });
  });

  return {
    exited,
    end,
    write(data) {
      if (!hasExited) pty.write(data);
    },
    resize(size) {
      if (!hasExited) pty.resize(size.columns, size.rows);
    },
    addShown(characters) {
      // A page cannot have shown more than it got.
      unshown = Math.max(0, unshown - characters);
      if (unshown < RESUME_UNSHOWN && !hasExited) pty.resume();
    },
  };
}

async function loadNodePty(): Promise<typeof NodePty> {
  try {
    return await import("@lydell/node-pty");
  } catch (error) {
    throw new Error(
      'A sign-in in a terminal needs the package "@lydell/node-pty" on the server. Install it there, and restart the server.',
      { cause: error },
    );
  }
}
