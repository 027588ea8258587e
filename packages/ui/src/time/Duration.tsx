import { useAcpView } from "@acp-store/react";
import { type ReactElement, useSyncExternalStore } from "react";
import { formatDuration, useFormat } from "../format/format.js";

/** Shorter durations are not shown. */
const MIN_SHOWN_MS = 1000;
const TICK_MS = 1000;

const labels = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Subscribes a label to the clock that all labels share. It stops when no label is left. */
function subscribeToClock(onTick: () => void): () => void {
  labels.add(onTick);
  timer ??= setInterval(() => labels.forEach((update) => update()), TICK_MS);
  return () => {
    labels.delete(onTick);
    if (labels.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The start and the end of some work, in ms of the store's clock. Running work has no end. */
export interface TimeSpan {
  /** The start, in ms of the store's clock. */
  readonly start: number;
  /** The end, in ms of the store's clock. */
  readonly end?: number | undefined;
}

interface DurationProps {
  readonly span: TimeSpan;
  /** The text before the duration, such as "for". */
  readonly prefix?: string;
}

/**
 * The duration of some work, from one second on. While the work is running, the label counts the
 * seconds without rendering its parent.
 */
export function Duration({
  span: { start, end },
  prefix = "",
}: DurationProps): ReactElement | null {
  if (end !== undefined) return <DurationText ms={end - start} prefix={prefix} />;
  return <RunningDuration start={start} prefix={prefix} />;
}

function RunningDuration({ start, prefix }: { start: number; prefix: string }): ReactElement {
  const { now } = useAcpView();
  const seconds = useSyncExternalStore(subscribeToClock, () => Math.floor((now() - start) / 1000));
  return <DurationText ms={seconds * 1000} prefix={prefix} />;
}

function DurationText({ ms, prefix }: { ms: number; prefix: string }): ReactElement | null {
  const format = useFormat();
  if (ms < MIN_SHOWN_MS) return null;
  return (
    <span className="acp-duration">
      {prefix !== "" && <span className="acp-duration-prefix">{prefix} </span>}
      {formatDuration(ms, format)}
    </span>
  );
}
