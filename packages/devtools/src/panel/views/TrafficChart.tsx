import { type ReactNode, useState } from "react";
import { formatProcessingTime } from "../model/format.js";
import type { TrafficAmount } from "../model/traffic.js";

/** The number of seconds that the chart shows, counted back from the last message. */
const CHART_SECONDS = 120;

const CHARTS = {
  Messages: {
    title: "Messages per second",
    valueOf: (amount: TrafficAmount | undefined) => amount?.count ?? 0,
    format: (max: number) => max.toLocaleString("en"),
  },
  "Processing time": {
    title: "Processing time per second",
    valueOf: (amount: TrafficAmount | undefined) => amount?.spentMs ?? 0,
    format: formatProcessingTime,
  },
} as const;
type ChartName = keyof typeof CHARTS;
const CHART_NAMES = Object.keys(CHARTS) as ChartName[];

interface TrafficChartProps {
  readonly seconds: ReadonlyMap<number, TrafficAmount>;
}

/** A bar chart of the messages, or of their processing time, in each second. */
export function TrafficChart({ seconds }: TrafficChartProps): ReactNode {
  const [name, setName] = useState<ChartName>("Messages");
  const { title, valueOf, format } = CHARTS[name];
  let last = 0;
  for (const second of seconds.keys()) last = Math.max(last, second);
  const first = Math.max(0, last - CHART_SECONDS + 1);
  const shown = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const values = shown.map((second) => valueOf(seconds.get(second)));
  const max = values.reduce((a, b) => Math.max(a, b), 0);
  const scaleMax = max === 0 ? 1 : max;
  return (
    <figure className="chart">
      <div className="choice" role="group" aria-label="Chart">
        {CHART_NAMES.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === name}
            onClick={() => setName(option)}
          >
            {option}
          </button>
        ))}
      </div>
      <div className="plot">
        <div className="axis-y" aria-hidden="true">
          <span>{format(scaleMax)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${shown.length} 40`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, from second ${first} to ${last}; at most ${format(max)}`}
        >
          {values.map((value, index) => (
            <rect
              key={index}
              x={index + 0.1}
              width={0.8}
              y={40 - (value / scaleMax) * 40}
              height={(value / scaleMax) * 40}
            />
          ))}
        </svg>
        <div className="axis-x" aria-hidden="true">
          <span>{first} s</span>
          <span>{last + 1} s</span>
        </div>
      </div>
      <figcaption>
        {title}, in seconds since the first message
        {first > 0 && ` (last ${CHART_SECONDS} seconds)`}.
      </figcaption>
    </figure>
  );
}
