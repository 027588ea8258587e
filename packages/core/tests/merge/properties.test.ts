import { deserialize, type Frame, serializeSession } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { expectToFold } from "../support/refolded.js";
import { screenOf } from "../support/screen.js";
import { plain, session, type TrackedStore, trackedStore } from "../support/trackedStore.js";
import { liveFrames, replayFrames, type Transcript, transcripts } from "../support/transcripts.js";

/** The crash, and the load after it. */
interface Crash {
  /** The number of frames of the live run that the client has seen. */
  readonly cut: number;
  /** Whether the client was restarted with a saved session, or only the connection was lost. */
  readonly isRestored: boolean;
  /** The number of frames of the replay before the response. */
  readonly before: number;
  /** The lengths of the chunks. */
  readonly lengths: readonly number[];
}

const crash: fc.Arbitrary<Crash> = fc.record({
  cut: fc.nat(60),
  isRestored: fc.boolean(),
  before: fc.constantFrom(0, 1000),
  lengths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
});

function lengthsOf({ lengths }: Crash): () => number {
  let index = 0;
  return () => lengths[index++ % lengths.length] ?? 1;
}

/** Returns a store after the client and the agent were killed in the middle of a transcript. */
function crashedStore(transcript: Transcript, { cut, isRestored }: Crash, next: () => number) {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/w" });
  for (const frame of liveFrames(transcript, next).slice(0, cut)) store.observe(frame);
  if (!isRestored) {
    store.disconnect();
    return store;
  }
  const restored = trackedStore();
  restored.restoreSession(deserialize(serializeSession(store.getState(), "s1")));
  return restored;
}

function load(store: TrackedStore, replay: readonly Frame[], { before }: Crash): void {
  const params = { sessionId: "s1", cwd: "/w" };
  store.observe(sent({ id: 1, method: "session/load", params }));
  for (const frame of replay.slice(0, before)) store.observe(frame);
  store.observe(recv({ id: 1, result: {} }));
  for (const frame of replay.slice(before)) store.observe(frame);
  // A title ends the last message of a replay that follows the response.
  store.ingest({ sessionId: "s1", update: { sessionUpdate: "session_info_update", title: "T" } });
}

/** Returns the screen of a run without a crash. */
function uninterrupted(transcript: Transcript): string[] {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/w" });
  for (const frame of liveFrames(transcript, () => 1000)) store.observe(frame);
  return screenOf(store.getState());
}

const screen = (store: TrackedStore): string[] => screenOf(store.getState());

/** The number of turns that the client has seen the start of. */
const turnsOf = (store: TrackedStore): number => session(store).turns.size;

describe.each([
  ["without ids", false],
  ["with ids", true],
])("a merged replay of messages %s", (_name, usesIds) => {
  it("completes the transcript, regardless of what the client has seen of it", () => {
    fc.assert(
      fc.property(transcripts(usesIds, true), crash, (transcript, end) => {
        const next = lengthsOf(end);
        const store = crashedStore(transcript, end, next);
        load(store, replayFrames(transcript, next), end);
        expect(screen(store)).toEqual(uninterrupted(transcript));
      }),
      { numRuns: Number(process.env["RUNS"] ?? 100) },
    );
  });

  it("changes nothing when it is loaded again", () => {
    fc.assert(
      fc.property(transcripts(usesIds, true), crash, (transcript, end) => {
        const next = lengthsOf(end);
        const store = crashedStore(transcript, end, next);
        load(store, replayFrames(transcript, next), end);
        store.disconnect();
        const before = { screen: screen(store), messages: plain(session(store).messages) };
        store.takePatches();
        load(store, replayFrames(transcript, next), end);
        expect({ screen: screen(store), messages: plain(session(store).messages) }).toEqual(before);
        const changed = store.takePatches().map(({ path }) => path[2]);
        expect(changed).not.toContain("messages");
        expect(changed).not.toContain("timeline");
      }),
      { numRuns: Number(process.env["RUNS"] ?? 40) },
    );
  });

  it("keeps everything if the agent has lost the unfinished turn, or the start", () => {
    fc.assert(
      fc.property(
        transcripts(usesIds, false),
        crash,
        fc.nat(3),
        fc.boolean(),
        (transcript, end, lost, losesLast) => {
          const next = lengthsOf(end);
          const store = crashedStore(transcript, end, next);
          const before = screen(store);
          const seen = turnsOf(store);
          const first = Math.min(lost, Math.max(seen - 1, 0));
          const kept = transcript.slice(first, losesLast ? Math.max(seen - 1, first) : undefined);
          load(store, replayFrames(kept, next), end);
          const all = uninterrupted(transcript);
          expect(screen(store)).toEqual(losesLast ? before : all);
        },
      ),
      { numRuns: Number(process.env["RUNS"] ?? 80) },
    );
  });

  it("keeps everything, and follows it, if the histories differ", () => {
    fc.assert(
      fc.property(
        transcripts(usesIds, true),
        transcripts(false, true),
        crash,
        (transcript, others, end) => {
          const next = lengthsOf(end);
          const store = crashedStore(transcript, end, next);
          const before = screen(store);
          const other = others.map((turn) => ({
            prompt: `Other ${turn.prompt}`,
            parts: turn.parts.map((part) =>
              "callId" in part ? { ...part, callId: `other-${part.callId}` } : part,
            ),
          }));
          load(store, replayFrames(other, next), end);
          const row = turnsOf(store) > 0 ? ["application_row: row-t-1"] : [];
          expect(screen(store)).toEqual([...before, ...row, ...uninterrupted(other)]);
        },
      ),
      { numRuns: Number(process.env["RUNS"] ?? 40) },
    );
  });

  it("leads to the same state in a trace", () => {
    fc.assert(
      fc.property(transcripts(usesIds, true), crash, (transcript, end) => {
        const next = lengthsOf(end);
        const frames = [
          sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
          recv({ id: 0, result: { protocolVersion: 1 } }),
          sent({ id: 1, method: "session/new", params: { cwd: "/w" } }),
          recv({ id: 1, result: { sessionId: "s1" } }),
          ...liveFrames(transcript, next).slice(0, end.cut),
          sent({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
          recv({ id: 0, result: { protocolVersion: 1 } }),
          sent({ id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } }),
          ...replayFrames(transcript, next),
          recv({ id: 1, result: {} }),
        ].map((frame, index) => ({ ...frame, t: index }));
        const live = trackedStore();
        for (const frame of frames) live.observe(frame);
        expect(screen(live)).toEqual(uninterrupted(transcript));
        expectToFold(live, 1);
      }),
      { numRuns: Number(process.env["RUNS"] ?? 30) },
    );
  });
});
