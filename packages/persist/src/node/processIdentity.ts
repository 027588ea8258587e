import { readFileSync } from "node:fs";
import { codeOf } from "./fileAccess.js";

/** Identifies a process of this machine. */
export interface ProcessIdentity {
  /** The id of the process, which the system gives to another one after its end. */
  readonly pid: number;
  /** The boot and the time at which the process started. Only Linux tells it without a program. */
  readonly start?: string;
}

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  const stat = readStat(pid);
  return { pid, ...(stat && { start: stat.start }) };
}

/** Returns whether a process runs. Without its start, another process with the same id counts as well. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  if (!hasProcess(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  return !stat.hasEnded && (start === undefined || start === stat.start);
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be signaled.
    return codeOf(error) === "EPERM";
  }
}

function readStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program comes before these fields, and may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = ""] = fields;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // A zombie has ended, and its parent has not noticed.
    return { hasEnded: /[ZX]/.test(state), start: `${boot}/${fields[19]}` };
  } catch {
    return undefined;
  }
}
