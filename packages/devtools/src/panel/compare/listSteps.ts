import type { AcpState } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import { withParents } from "../model/digest.js";
import type { PanelSource } from "../model/source.js";
import type { LogPosition, Track, Tracks } from "../model/tracks.js";
import { isOpenTurn } from "../model/turnTimes.js";
import {
  callStep,
  endStep,
  type NewStep,
  permissionStep,
  type Step,
  type StepContext,
  stepOfEntry,
  contentText,
} from "./steps.js";

/** A turn with its steps, or the steps of a session between two turns. */
export interface TurnSteps {
  /** The text of the prompt. `undefined` outside of a turn. */
  readonly prompt: string | undefined;
  readonly first: LogPosition;
  /** The duration, if the turn has ended. */
  readonly ms: number | undefined;
  readonly steps: readonly Step[];
}

/** The number of characters after which no more chunks of a message are added to its step. */
const LABEL_LENGTH = 200;

/**
 * Lists the turns of a log in the order of their starts, each with its steps. The steps of a subagent
 * belong to the turn of its parent.
 */
export function listSteps(source: PanelSource): readonly TurnSteps[] {
  const { history, digest } = source;
  const { tracks } = digest.read();
  const { first, end } = history.getSnapshot();
  const state = history.stateAt(end - 1) ?? history.getState();
  const starts = groupByStart(tracks.all, first);
  const turns = createTurnList(state);
  const seen = new Set<string>();
  const requests = groupByCall(tracks);
  const context: StepContext = {
    source,
    tracks,
    state,
    requestsOf: (call) => requests.get(call) ?? [],
  };

  function addTrack(track: Track, entry: HistoryEntry): void {
    if (track.table === "turns") return turns.start(track, promptOf(entry));
    if (track.table === "toolCalls")
      return turns.add(track.sessionId, entry, callStep(track, context));
    // The event of a compaction is its step.
    if (track.table === "compactions") return;
    // The request of a tool call is part of the step of the call.
    if (callOf(track, tracks) === undefined)
      turns.add(track.sessionId, entry, permissionStep(track, context));
  }

  for (const entry of history.entries()) {
    for (const track of starts.get(entry.index) ?? []) addTrack(track, entry);
    const step = stepOfEntry(entry);
    if (step === undefined || entry.sessionId === undefined) continue;
    if (step.id === undefined || !seen.has(step.id)) turns.add(entry.sessionId, entry, step);
    if (step.id !== undefined) seen.add(step.id);
  }
  return turns.close();
}

/** Groups tracks by the entry with which they begin. */
function groupByStart(tracks: readonly Track[], first: number): ReadonlyMap<number, Track[]> {
  const groups = new Map<number, Track[]>();
  for (const track of tracks) {
    // Some began before the log, or in a part that the log has dropped.
    const index = Math.max(track.first.index, first);
    const group = groups.get(index);
    if (group === undefined) groups.set(index, [track]);
    else group.push(track);
  }
  return groups;
}

/** Groups permission requests by their tool calls. */
function groupByCall(tracks: Tracks): ReadonlyMap<Track, Track[]> {
  const groups = new Map<Track, Track[]>();
  for (const track of tracks.all) {
    const call = track.table === "permissions" ? callOf(track, tracks) : undefined;
    if (call !== undefined) groups.set(call, [...(groups.get(call) ?? []), track]);
  }
  return groups;
}

function callOf({ sessionId, toolCallId }: Track, tracks: Tracks): Track | undefined {
  return toolCallId === undefined ? undefined : tracks.find(sessionId, "toolCalls", toolCallId);
}

function promptOf({ event }: HistoryEntry): string {
  return event?.type === "turn_started" ? contentText(event.prompt) : "";
}

/** A turn or the time between two turns, while its steps are collected. */
interface TurnRecord {
  readonly prompt: string | undefined;
  readonly first: LogPosition;
  /** `undefined` outside of a turn. */
  readonly track: Track | undefined;
  readonly end: LogPosition | undefined;
  /** The chunks of a message change its step. */
  readonly steps: { -readonly [Field in keyof Step]: Step[Field] }[];
  /** The session of the last step, if more chunks can follow. */
  chunksOf: string | undefined;
}

/** Collects turns, and finds the turn that a message belongs to. */
function createTurnList(state: AcpState) {
  const all: TurnRecord[] = [];
  /** The turns of a session that have not ended yet, the oldest first. */
  const open = new Map<string, TurnRecord[]>();
  /** The steps of a session since its last turn. */
  const between = new Map<string, TurnRecord>();

  function rootOf(sessionId: string): string {
    return withParents(sessionId, state).at(-1) ?? sessionId;
  }

  function turnAt(root: string, { index }: LogPosition): TurnRecord | undefined {
    const turns = open.get(root) ?? [];
    while (turns[0]?.end !== undefined && turns[0].end.index < index) turns.shift();
    return turns[0];
  }

  function startBetween(root: string, first: LogPosition): TurnRecord {
    const record: TurnRecord = {
      prompt: undefined,
      first,
      track: undefined,
      end: undefined,
      steps: [],
      chunksOf: undefined,
    };
    between.set(root, record);
    all.push(record);
    return record;
  }

  return {
    start(track: Track, prompt: string): void {
      const root = rootOf(track.sessionId);
      // The turn of a subagent is part of the turn of its parent.
      if (root !== track.sessionId && turnAt(root, track.first) !== undefined) return;
      const turn: TurnRecord = {
        prompt,
        first: track.first,
        track,
        end: isOpenTurn(track) ? undefined : track.statuses.at(-1),
        steps: [],
        chunksOf: undefined,
      };
      all.push(turn);
      open.set(root, [...(open.get(root) ?? []), turn]);
      between.delete(root);
    },
    add(sessionId: string, { index, at }: LogPosition, step: NewStep): void {
      const root = rootOf(sessionId);
      const turn = turnAt(root, { index, at });
      // In a turn, the agent repeats the prompt.
      if (turn !== undefined && step.kind === "prompt") return;
      addStep(turn ?? between.get(root) ?? startBetween(root, { index, at }), {
        step,
        sessionId,
        isInSubagent: root !== sessionId,
        first: { index, at },
      });
    },
    close: (): TurnSteps[] =>
      all.map(({ prompt, first, end, track, steps }) => {
        const ms = end && end.at - first.at;
        const last: Step[] =
          track === undefined
            ? []
            : [
                {
                  ...endStep(track, end === undefined, ms),
                  first: end ?? first,
                  isInSubagent: false,
                },
              ];
        return { prompt, first, ms, steps: [...steps, ...last] };
      }),
  };
}

interface PlacedStep extends Pick<Step, "first" | "isInSubagent"> {
  readonly step: NewStep;
  readonly sessionId: string;
}

/** Adds a step, or continues the last one with a chunk. */
function addStep(turn: TurnRecord, { step, sessionId, isInSubagent, first }: PlacedStep): void {
  const last = turn.steps.at(-1);
  if (step.isChunk && last?.kind === step.kind && turn.chunksOf === sessionId) {
    if (last.label.length < LABEL_LENGTH) last.label += step.label;
    last.ms = first.at - last.first.at;
    return;
  }
  turn.steps.push({ ...step, first, isInSubagent });
  turn.chunksOf = step.isChunk ? sessionId : undefined;
}
