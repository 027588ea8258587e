import type { Frame } from "@acp-store/core";
import { hideSecrets } from "@acp-store/core/tap";
import { formatEnd } from "@acp-store/devtools";
import { createFrameLog } from "@acp-store/fleet/frames";
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
/** The limits of a line on stdin or stdout, of which a preview is shown if it is longer. */
const MESSAGE_LIMITS = { bytes: 128 * 1024 * 1024, shownCharacters: 1000 };
const STDERR_LIMITS = { bytes: 10_000, shownCharacters: 10_000 };

/** Returns a line to the agent without the secrets of MCP servers. Others stay byte for byte. */
function hideSecretsIn(line: string): string {
  if (!line.includes("mcpServers")) return line;
  try {
    return JSON.stringify(hideSecrets(JSON.parse(line)));
  } catch {
    // Not a message, so it is recorded as the text that it is.
    return line;
  }
}

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
  const createSplitter = (dir: Frame["dir"], { bytes, shownCharacters } = MESSAGE_LIMITS) =>
    splitLines((text, isTruncated) => {
      if (text.trim() === "") return;
      const content = isTruncated
        ? `${text.slice(0, shownCharacters)}… (a line of more than ${bytes} bytes)`
        : text;
      const line = formatTraceLine(dir, now, dir === "sent" ? hideSecretsIn(content) : content);
      log.append(line, dir !== "stderr");
      if (recorder !== undefined) unrecorded += `${line}\n`;
    }, bytes);
  const splitters = {
    recv: createSplitter("recv"),
    sent: createSplitter("sent"),
    stderr: createSplitter("stderr", STDERR_LIMITS),
  };

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
      splitters.stderr.flush();
      const line = formatEnd({ t, reason });
      log.append(line);
      if (recorder !== undefined) unrecorded += `${line}\n`;
      publish();
      tryToRecord(() => recorder?.close());
      await Promise.all([pages.end(reason), recordingError]);
    },
  };
}
