import type { Frame } from "@acp-store/core";
import { createFrameLog } from "./frameLog.js";
import { formatTraceLine } from "./formatTraceLine.js";
import { splitLines } from "./lines.js";
import { printMessage } from "./printMessage.js";
import { createRecorder, type Recorder } from "./recorder.js";
import { createPageConnections } from "./server/pageConnections.js";
import { startPageServer } from "./server/startPageServer.js";

export interface InspectorOptions {
  /** The title of the page: the command of the agent. */
  readonly title: string;
  readonly port: number;
  /** The path of the file to record to. */
  readonly record?: string;
}

/** Some forwarded bytes. */
export interface Chunk {
  readonly dir: Frame["dir"];
  /** The time in ms since the start. */
  readonly t: number;
  readonly bytes: Uint8Array;
}

export interface Inspector {
  inspect(chunk: Chunk): void;
  /**
   * Records the remaining lines and sends them to the pages, followed by how the agent ended. `t`
   * is the time in ms since the start.
   */
  end(reason: string, t: number): Promise<void>;
}

const LOG_LIMITS = { lines: 50_000, characters: 64_000_000 };
const MAX_LINE_BYTES = 128 * 1024 * 1024;
/** The number of characters to show of a line that is too long. */
const PREVIEW_CHARACTERS = 1000;

/** Creates an inspector that turns bytes into frames, for the recording and for the pages. */
export function createInspector({ title, port, record }: InspectorOptions): Inspector {
  const log = createFrameLog(LOG_LIMITS);
  /** The start of the log on the clock of this thread. */
  let startedAt = performance.now();
  const pages = createPageConnections(log, title, () => performance.now() - startedAt);
  let recorder: Recorder | undefined;
  let recordingError: Promise<void> | undefined;
  if (record !== undefined) tryToRecord(() => (recorder = createRecorder(record)));
  void startPageServer(port, pages.add).then(
    ({ address, portNote }) => printMessage(`open ${address} to inspect ${title}${portNote}`),
    (error: unknown) => printMessage(`the page is not available: ${String(error)}`),
  );

  let now = 0;
  let unrecorded = "";
  const createSplitter = (dir: Frame["dir"]) =>
    splitLines((text, isTruncated) => {
      if (text.trim() === "") return;
      const content = isTruncated
        ? `${text.slice(0, PREVIEW_CHARACTERS)}… (a line of more than ${MAX_LINE_BYTES} bytes)`
        : text;
      const line = formatTraceLine(dir, now, content);
      log.append(line);
      if (recorder !== undefined) unrecorded += `${line}\n`;
    }, MAX_LINE_BYTES);
  const splitters = { recv: createSplitter("recv"), sent: createSplitter("sent") };

  function publish(): void {
    tryToRecord(() => recorder?.write(unrecorded));
    unrecorded = "";
    pages.update();
  }

  /**
   * Runs a file operation. A failure is reported once, and the inspector continues without a file.
   */
  function tryToRecord(operation: () => void): void {
    try {
      operation();
    } catch (error) {
      recorder = undefined;
      recordingError = printMessage(`recording to ${record} stopped: ${String(error)}`);
    }
  }

  return {
    inspect({ dir, t, bytes }) {
      now = t;
      startedAt = performance.now() - t;
      splitters[dir].push(bytes);
      publish();
    },
    async end(reason, t) {
      splitters.sent.flush();
      splitters.recv.flush();
      log.append(JSON.stringify({ ended: reason, t }));
      publish();
      tryToRecord(() => recorder?.close());
      await Promise.all([pages.end(reason), recordingError]);
    },
  };
}
