import { closeSync, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { devNull } from "node:os";
import type { Writable } from "node:stream";

/** The time that an agent has to exit after it has closed its end of a pipe, in ms. */
const EXIT_DELAY_MS = 250;

/**
 * Returns stdout as a stream that can end. An agent may close its stdout before it exits, but
 * `process.stdout` cannot be closed.
 */
export function openStdout(hasAgentExited: () => boolean): Writable {
  if (!isPipe(1)) return process.stdout;
  const out = new Socket({ fd: 1, readable: false, writable: true });
  return out.once("close", () => releaseUnless(hasAgentExited, 1));
}

/** Returns stderr as a stream that waits for a slow reader without blocking this process. */
export function openStderr(): Writable {
  return isPipe(2) ? new Socket({ fd: 2, readable: false, writable: true }) : process.stderr;
}

/** Closes stdin, so that further writes by the editor fail. */
export function closeStdin(hasAgentExited: () => boolean): void {
  process.stdin.destroy();
  if (isPipe(0)) process.stdin.once("close", () => releaseUnless(hasAgentExited, 0));
}

/**
 * Releases a descriptor unless the agent exits within a short time. If it does, this process exits
 * as well, which closes the descriptor. The number must not be free even for a moment in that case:
 * Node.js would crash if another thread opened a file under it.
 */
function releaseUnless(hasAgentExited: () => boolean, descriptor: 0 | 1): void {
  setTimeout(() => hasAgentExited() || release(descriptor), EXIT_DELAY_MS).unref();
}

function isPipe(descriptor: 0 | 1 | 2): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFIFO() || stats.isSocket();
}

/**
 * Closes a descriptor that Node.js keeps open, and reopens it as the null device so that no other
 * file gets its number.
 */
function release(descriptor: 0 | 1): void {
  closeSync(descriptor);
  openSync(devNull, "r+");
}
