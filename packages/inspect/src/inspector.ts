import type { Frame } from "@acp-store/core";
import { createFrameLog } from "./frameLog.js";
import { splitLines } from "./lines.js";
import { type Recorder, recordTo } from "./record.js";
import { say } from "./say.js";
import { createPages } from "./server/pages.js";
import { startServer } from "./server/startServer.js";
import { traceLine } from "./traceLine.js";

/** What the inspector is to do. */
export interface InspectorOptions {
  /** The command of the agent, for the page. */
  readonly about: string;
  readonly port: number;
  readonly record?: string;
}

/** Some bytes that went by. */
export interface Passed {
  readonly dir: Frame["dir"];
  /** In ms since the start. */
  readonly t: number;
  readonly bytes: Uint8Array;
}

/** What looks at the bytes that go by. */
export interface Inspector {
  look(passed: Passed): void;
  /** Writes and shows what is left, and how and when the agent ended, in ms since the start. */
  end(reason: string, t: number): Promise<void>;
}

/** What pages that open later still get. */
const KEPT = { lines: 50_000, characters: 64_000_000 };
const LONGEST_LINE = 128 * 1024 * 1024;
/** How much of a line that is too long is shown. */
const SHOWN = 1000;

/** Turns bytes into frames, for the file and for the pages. */
export function createInspector({ about, port, record }: InspectorOptions): Inspector {
  const log = createFrameLog(KEPT);
  const pages = createPages(log, about);
  let complaint: Promise<void> | undefined;
  let recorder: Recorder | undefined;
  if (record !== undefined) attempt(() => (recorder = recordTo(record)));
  void startServer(port, pages.add).then(
    ({ address, remark }) => say(`look at ${about} at ${address}${remark}`),
    (error: unknown) => say(`there is no page to look at: ${String(error)}`),
  );

  let now = 0;
  let fresh = "";
  const splitter = (dir: Frame["dir"]) =>
    splitLines((text, isCut) => {
      if (text.trim() === "") return;
      const shown = isCut
        ? `${text.slice(0, SHOWN)}… (a line of over ${LONGEST_LINE} bytes)`
        : text;
      const line = traceLine(dir, now, shown);
      log.append(line);
      if (recorder !== undefined) fresh += `${line}\n`;
    }, LONGEST_LINE);
  const splitters = { recv: splitter("recv"), sent: splitter("sent") };

  function handOut(): void {
    attempt(() => recorder?.write(fresh));
    fresh = "";
    pages.update();
  }

  /** Without the file the inspector goes on: says so once. */
  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      recorder = undefined;
      complaint = say(`${record} is not written any more: ${String(error)}`);
    }
  }

  return {
    look({ dir, t, bytes }) {
      now = t;
      splitters[dir].push(bytes);
      handOut();
    },
    async end(reason, t) {
      splitters.sent.flush();
      splitters.recv.flush();
      log.append(JSON.stringify({ ended: reason, t }));
      handOut();
      attempt(() => recorder?.close());
      await Promise.all([pages.end(reason), complaint]);
    },
  };
}
