import type { ReactNode } from "react";
import { momentAt } from "../model/moment.js";
import { usePanel } from "../ui/context.js";
import { TrackDetail } from "./TrackDetail.js";
import { UnfinishedCalls } from "./UnfinishedCalls.js";

/** Below the bars: what became of the chosen one, or what has not ended, by the end of the log. */
export function TimelineCard(): ReactNode {
  const { source, snapshot, digest, chosen } = usePanel();
  const { history } = source;
  const index = snapshot.end - 1;
  const state = history.stateAt(index) ?? history.getState();
  const moment = momentAt(history, digest.tracks, index);
  if (chosen !== undefined) return <TrackDetail track={chosen} state={state} moment={moment} />;
  return <UnfinishedCalls state={state} moment={moment} />;
}
