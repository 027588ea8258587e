import { closeSync, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { devNull } from "node:os";
import type { Writable } from "node:stream";

/** Time for an agent to be gone once it has closed its end, in ms. */
const GRACE_MS = 250;

/** Our stdout, as a stream that can end. Node's own never does, but an agent's may before the agent. */
export function openStdout(isOver: () => boolean): Writable {
  if (!isPipe(1)) return process.stdout;
  const out = new Socket({ fd: 1, readable: false, writable: true });
  return out.once("close", () => letGoUnless(isOver, 1));
}

/** Tells whoever writes to us that nothing is read any more. */
export function closeStdin(isOver: () => boolean): void {
  process.stdin.destroy();
  if (isPipe(0)) process.stdin.once("close", () => letGoUnless(isOver, 0));
}

/**
 * Usually the agent is just ending, and its end is ours, which closes everything. Then the number is
 * better not free even for a moment: another thread that opens a file in it would bring Node down.
 */
function letGoUnless(isOver: () => boolean, descriptor: 0 | 1): void {
  setTimeout(() => isOver() || letGo(descriptor), GRACE_MS).unref();
}

function isPipe(descriptor: 0 | 1): boolean {
  const kind = fstatSync(descriptor);
  return kind.isFIFO() || kind.isSocket();
}

/** Node keeps these open to the last. The number must not come to stand for another file. */
function letGo(descriptor: 0 | 1): void {
  closeSync(descriptor);
  openSync(devNull, "r+");
}
