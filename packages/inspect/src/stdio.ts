import { closeSync, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { devNull } from "node:os";
import type { Writable } from "node:stream";

/** Our stdout, as a stream that can end. Node's own never does, but an agent's may before the agent. */
export function openStdout(): Writable {
  if (!isPipe(1)) return process.stdout;
  const out = new Socket({ fd: 1, readable: false, writable: true });
  return out.once("close", () => letGo(1));
}

/** Tells whoever writes to us that nothing is read any more. */
export function closeStdin(): void {
  process.stdin.destroy();
  if (isPipe(0)) process.stdin.once("close", () => letGo(0));
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
