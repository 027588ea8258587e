import { createContext, type Provider, useContext } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import type { HistorySnapshot } from "../../history/types.js";
import type { DigestReading } from "../model/digest.js";
import type { LogFilter } from "../model/logSearch.js";
import type { MirrorSources } from "../options.js";
import type { ResendAgent } from "../model/resend.js";
import { type Moment, momentAt, type PanelSource } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import type { ConformanceResult } from "./useConformance.js";

/** The names of the views, in tab order. */
const TABS = [
  "Summary",
  "Timeline",
  "Log",
  "State",
  "Pending",
  "Diagnostics",
  "Traffic",
  "Mirrors",
  "Compare",
] as const;
export type TabName = (typeof TABS)[number];

/** A frame of the shown log, or of the trace that it is compared with. */
export interface FrameRef {
  readonly source: PanelSource;
  readonly index: number;
}

/** The data and actions that all views share. */
export interface PanelContext extends ConformanceResult {
  readonly source: PanelSource;
  readonly snapshot: HistorySnapshot;
  readonly digest: DigestReading;
  /** The host and the mirror to show. Empty for an opened trace. */
  readonly mirrors: MirrorSources;
  /** The connection to the agent, which can get messages again. */
  readonly agent: ResendAgent | undefined;
  /** The entry that the log shows in detail. */
  readonly selectedEntry: number | undefined;
  readonly selectEntry: (index: number | undefined) => void;
  /** Opens the log without a filter and selects an entry. */
  readonly openInLog: (index: number) => void;
  /** Moves the history to an entry and opens the state after it. */
  readonly openState: (index: number) => void;
  /** The bar of the timeline that is explained in detail. */
  readonly selectedTrack: Track | undefined;
  readonly selectTrack: (track: Track | undefined) => void;
  /** Opens the timeline and selects a bar. */
  readonly openOnTimeline: (track: Track) => void;
  /** The trace that the log is compared with. */
  readonly comparedTrace: PanelSource | undefined;
  readonly compareWithTrace: (file: File) => void;
  readonly closeComparedTrace: () => void;
  /** The frame that the log compares the selected one with. */
  readonly baseFrame: FrameRef | undefined;
  readonly setBaseFrame: (frame: FrameRef | undefined) => void;
  readonly filter: LogFilter;
  /** Opens the log with a filter. */
  readonly filterLog: (filter: LogFilter) => void;
}

const Context = createContext<PanelContext | undefined>(undefined);

export const PanelProvider: Provider<PanelContext | undefined> = Context.Provider;

export function usePanel(): PanelContext {
  const panel = useContext(Context);
  if (panel === undefined)
    throw new Error("[acp-store] Parts of the devtools panel cannot be rendered on their own.");
  return panel;
}

/** Returns the index of the entry after which the shown state was the state. */
export function shownIndex({ position, end }: HistorySnapshot): number {
  return position ?? end - 1;
}

/** Returns the views that have something to show. */
export function tabsOf({ mirrors, comparedTrace }: PanelContext): readonly TabName[] {
  const hasMirrors = mirrors.mirror !== undefined || mirrors.mirrorHost !== undefined;
  return TABS.filter(
    (name) =>
      (name !== "Mirrors" || hasMirrors) && (name !== "Compare" || comparedTrace !== undefined),
  );
}

/**
 * Returns whether an earlier state than the current one is shown. The end of a log that has ended is
 * not the past.
 */
export function isPast({ position, end, isDetached }: HistorySnapshot): boolean {
  return position !== undefined && !(isDetached && position >= end - 1);
}

/** Returns the moment of the shown state. */
export function shownMoment({ source, snapshot }: PanelContext): Moment {
  return momentAt(source, shownIndex(snapshot));
}

/** Returns the time of an entry in ms since the first entry. */
export function timeSinceStart({ digest }: PanelContext, entry: HistoryEntry): number {
  return entry.at - digest.startAt;
}
