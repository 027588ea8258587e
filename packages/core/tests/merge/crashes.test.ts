import { deserialize, type Frame, serializeSession } from "@acp-store/core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject } from "../../src/json.js";
import { expectToFold } from "../support/refolded.js";
import { screenOf } from "../support/screen.js";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

// Each recording is a session with two turns. The agent is killed while a command of the second one
// runs, loads the session, runs a third turn, is killed, and loads the session again.

const FOLDER = join(import.meta.dirname, "../fixtures/crashes");

/** The changes of the screen by the load: the added lines, and the status of the last call. */
interface Change {
  readonly added: readonly string[];
  readonly before: string;
  readonly after: string;
}

const CHANGES: Record<string, Change> = {
  claude: {
    added: ["user: [Request interrupted by user for tool use]"],
    before: "pending",
    after: "failed",
  },
  codex: {
    // The agent says so whenever it loads a session.
    added: ["agent: Config warning: Codex could not find bubblewrap on PATH."],
    before: "in_progress",
    after: "in_progress",
  },
  copilot: { added: [], before: "pending", after: "pending" },
  gemini: { added: [], before: "pending", after: "pending" },
  opencode: { added: [], before: "in_progress", after: "completed" },
  qwen: { added: [], before: "failed", after: "failed" },
};

/** Returns the frames of the three processes of the agent. */
function processesOf(name: string): [Frame[], Frame[], Frame[]] {
  const processes: Frame[][] = [];
  const lines = readFileSync(join(FOLDER, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  for (const frame of lines.map((line) => JSON.parse(line) as Frame)) {
    if (methodOf(frame) === "initialize") processes.push([]);
    processes.at(-1)?.push(frame);
  }
  return processes as [Frame[], Frame[], Frame[]];
}

function methodOf({ msg }: Frame): unknown {
  return isObject(msg) ? msg["method"] : undefined;
}

function observeAll(store: TrackedStore, frames: readonly Frame[]): void {
  for (const frame of frames) store.observe(frame);
}

/** Returns the lines of the screen. `lastCall` is the status of the last call, which they leave out. */
function screen(store: TrackedStore, lastCallId: string) {
  const [sessionId = ""] = store.getState().sessions.keys();
  const all = screenOf(store.getState(), sessionId).map((line) =>
    line.startsWith("agent: Config warning") ? line.slice(0, line.indexOf(". ") + 1) : line,
  );
  const isLast = (line: string): boolean => line.includes(` ${lastCallId}: `);
  return {
    lines: all.filter((line) => !isLast(line)),
    lastCall: all.filter(isLast).map((line) => line.slice(0, line.indexOf(" "))),
  };
}

function lastCallOf({ getState }: TrackedStore): string {
  const [session] = getState().sessions.values();
  return [...(session?.toolCalls.keys() ?? [])].at(-1) ?? "";
}

describe.each(Object.entries(CHANGES))(
  "a crash of %s in the middle of a turn",
  (name, { added, before, after }) => {
    const [first, second, third] = processesOf(name);
    const promptAt = second.findIndex((frame) => methodOf(frame) === "session/prompt");

    it("keeps everything that was on the screen, and shows nothing twice", () => {
      const store = trackedStore();
      observeAll(store, first);
      const callId = lastCallOf(store);
      const { lines, lastCall } = screen(store, callId);
      expect(lastCall).toEqual([before]);
      observeAll(store, second.slice(0, promptAt));
      expect(screen(store, callId)).toEqual({ lines: [...lines, ...added], lastCall: [after] });
      observeAll(store, second.slice(promptAt));
      const continued = screen(store, callId);
      expect(continued.lines[lines.length + added.length]).toBe(
        "user: say: Continuing after the crash.",
      );
      store.takePatches();
      observeAll(store, third);
      expect(screen(store, callId)).toEqual(continued);
      // A replay of what is known changes nothing.
      expect(store.takePatches().filter(({ path }) => path[0] === "sessions")).toEqual([]);
      expectToFold(store, 1);
    });

    it("keeps everything of a saved session", () => {
      const live = trackedStore();
      observeAll(live, first);
      const [sessionId = ""] = live.getState().sessions.keys();
      const store = trackedStore();
      store.restoreSession(deserialize(serializeSession(live.getState(), sessionId)));
      const callId = lastCallOf(store);
      const { lines } = screen(store, callId);
      observeAll(store, second.slice(0, promptAt));
      expect(screen(store, callId)).toEqual({ lines: [...lines, ...added], lastCall: [after] });
    });

    it("shows nothing twice if the user sends a prompt before the replay is complete", () => {
      const loadAt = second.findIndex((frame) => methodOf(frame) === "session/load");
      const prompt = second[promptAt] as Frame;
      const usual = trackedStore();
      observeAll(usual, [...first, ...second.slice(0, promptAt + 1)]);
      for (let sentAt = loadAt + 1; sentAt < promptAt; sentAt++) {
        const store = trackedStore();
        const rest = second.slice(sentAt, promptAt);
        observeAll(store, [...first, ...second.slice(0, sentAt), prompt, ...rest]);
        const { lines } = screen(store, "");
        expect(lines.toSorted()).toEqual(screen(usual, "").lines.toSorted());
      }
    });
  },
);
