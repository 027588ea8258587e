import { createAcpStore, type Frame } from "@acp-store/core";
import { createHistory } from "../../history/createHistory.js";
import type { History } from "../../history/types.js";
import { parseTrace, type TraceProblem } from "../../trace/parseTrace.js";
import { createDigest, type Digest } from "./digest.js";

/**
 * What the panel shows: the log of the application's store, or of a trace that was opened. One that
 * nothing comes to any more is detached.
 */
export interface Source {
  readonly history: History;
  readonly digest: Digest;
  /** Such as that of a file. */
  readonly name: string | undefined;
  /** Only of a trace: the lines of its file that could not be read. */
  readonly trace?: { readonly problems: readonly TraceProblem[] };
}

export function liveSource(history: History, name?: string): Source {
  return { history, digest: createDigest(history), name };
}

/** What is shown until there is something. */
export function emptySource(): Source {
  const history = createHistory(createAcpStore());
  history.detach();
  return liveSource(history);
}

/** Plays a trace into a store of its own. */
export function traceSource(name: string, text: string): Source {
  const { frames, problems } = parseTrace(text);
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  // All of the file is in memory already.
  const history = createHistory(store, { limit: Number.MAX_SAFE_INTEGER });
  for (const frame of frames) store.observe(frame);
  history.detach();
  return { ...liveSource(history, name), trace: { problems } };
}

/** The messages of a log, each once, with times in ms since the first; and the entry of each. */
export function messagesOf(history: History): { frames: Frame[]; indices: number[] } {
  const frames: Frame[] = [];
  const indices: number[] = [];
  const seen = new Set<object>();
  let start: number | undefined;
  for (const { frame, index } of history.entries()) {
    if (frame === undefined || seen.has(frame)) continue;
    seen.add(frame);
    start ??= frame.t;
    frames.push({ t: frame.t - start, dir: frame.dir, msg: frame.msg });
    indices.push(index);
  }
  return { frames, indices };
}
