import { createContext, type Provider, useContext } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import type { HistorySnapshot } from "../../history/types.js";
import type { Conformance } from "../model/conformance.js";
import type { DigestReading } from "../model/digest.js";
import type { LogFilter } from "../model/logFilter.js";
import { type Moment, momentAt } from "../model/moment.js";
import type { Source } from "../model/source.js";
import type { Track } from "../model/tracks.js";

/** The views, in their order. */
export const TABS = ["Timeline", "Log", "State", "Pending", "Diagnostics", "Traffic"] as const;
export type TabName = (typeof TABS)[number];

/** What every view of the panel gets. */
export interface PanelContext {
  readonly source: Source;
  readonly snapshot: HistorySnapshot;
  readonly digest: DigestReading;
  /** The entry that is looked at in detail. */
  readonly selected: number | undefined;
  readonly select: (index: number | undefined) => void;
  /** Shows an entry in the log. */
  readonly show: (index: number) => void;
  /** Goes to a point in time and shows the state that it left. */
  readonly travel: (index: number) => void;
  /** The bar of the timeline that is looked at. */
  readonly chosen: Track | undefined;
  readonly choose: (track: Track | undefined) => void;
  /** Shows a bar on the timeline. */
  readonly showTrack: (track: Track) => void;
  readonly filter: LogFilter;
  /** Shows the log with a filter. */
  readonly setFilter: (filter: LogFilter) => void;
  /** What a check of all messages has found, once there was one. */
  readonly conformance: Conformance | undefined;
  readonly check: () => void;
}

const Context = createContext<PanelContext | undefined>(undefined);

export const PanelProvider: Provider<PanelContext | undefined> = Context.Provider;

export function usePanel(): PanelContext {
  const panel = useContext(Context);
  if (panel === undefined) throw new Error("[acp-store] This is a part of the devtools panel.");
  return panel;
}

/** The entry after which the shown state is the state. */
export function shownIndex({ position, end }: HistorySnapshot): number {
  return position ?? end - 1;
}

/** Whether another state is shown than the last one. The end of a log that has ended is not the past. */
export function isPast({ position, end, isDetached }: HistorySnapshot): boolean {
  return position !== undefined && !(isDetached && position >= end - 1);
}

/** What the shown state belongs to. */
export function shownMoment({ source, snapshot, digest }: PanelContext): Moment {
  return momentAt(source.history, digest.tracks, shownIndex(snapshot));
}

/** How an entry is called: by its message, or where it has none, by its place in the log. */
export function entryName(source: Source, index: number): string {
  const frame = source.digest.frameOf(index);
  if (frame !== undefined) return `frame ${frame}`;
  return index < source.history.getSnapshot().first ? "an earlier time" : `entry ${index + 1}`;
}

/** When an entry was, in ms since the first. */
export function timeOf({ digest }: PanelContext, entry: HistoryEntry): number {
  return entry.at - digest.startAt;
}
