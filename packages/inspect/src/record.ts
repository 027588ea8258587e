import { closeSync, existsSync, openSync, renameSync, writeSync } from "node:fs";

/** A trace that is being written. */
export interface Recorder {
  write(lines: string): void;
  close(): void;
}

/**
 * Writes to a new file, for the owner alone, as messages hold what the user works on. Each write is in
 * the file when it returns. A file of that name is kept as `.old`: editors start agents again without
 * being asked, and that must not cost the trace of what went wrong.
 *
 * @throws if the file cannot be opened or written.
 */
export function recordTo(path: string): Recorder {
  if (existsSync(path)) renameSync(path, `${path}.old`);
  const file = openSync(path, "wx", 0o600);
  return {
    write(lines) {
      const bytes = Buffer.from(lines);
      let done = 0;
      while (done < bytes.length) done += writeSync(file, bytes, done);
    },
    close: () => closeSync(file),
  };
}
