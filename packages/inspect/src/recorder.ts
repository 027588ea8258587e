import { closeSync, openSync, renameSync, statSync, writeSync } from "node:fs";

/** Writes a trace to a file. */
export interface Recorder {
  /** Returns when the lines have been written to the file. */
  write(lines: string): void;
  close(): void;
}

/**
 * Creates a file that only its owner can read, because messages contain the user's work. An
 * existing file is renamed to `.old`: editors restart agents automatically, and that must not
 * destroy the trace of a failure.
 *
 * @throws if the file cannot be opened or written.
 */
export function createRecorder(path: string): Recorder {
  // Devices and pipes are not renamed.
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) renameSync(path, `${path}.old`);
  const file = openSync(path, "w", 0o600);
  return {
    write(lines) {
      const bytes = Buffer.from(lines);
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
    },
    close: () => closeSync(file),
  };
}
