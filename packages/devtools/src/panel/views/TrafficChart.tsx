import { type ReactNode, useState } from "react";
import { formatSpent } from "../model/format.js";
import type { Amount } from "../model/traffic.js";

/** Seconds that are shown, the latest. */
const SECONDS = 120;

/** What the bars can be. */
const CHARTS = {
  Messages: {
    title: "Messages per second",
    of: (amount: Amount | undefined) => amount?.count ?? 0,
    format: (most: number) => most.toLocaleString("en"),
  },
  "Time this page took": {
    title: "Time this page took per second",
    of: (amount: Amount | undefined) => amount?.spentMs ?? 0,
    format: formatSpent,
  },
} as const;
type ChartName = keyof typeof CHARTS;
const NAMES = Object.keys(CHARTS) as ChartName[];

interface TrafficChartProps {
  readonly seconds: ReadonlyMap<number, Amount>;
}

/** Messages or the store's time for them per second, a bar each. */
export function TrafficChart({ seconds }: TrafficChartProps): ReactNode {
  const [name, setName] = useState<ChartName>("Messages");
  const { title, of, format } = CHARTS[name];
  let last = 0;
  for (const second of seconds.keys()) last = Math.max(last, second);
  const first = Math.max(0, last - SECONDS + 1);
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const heights = shown.map((second) => of(seconds.get(second)));
  const most = heights.reduce((a, b) => Math.max(a, b), 0);
  const highest = most === 0 ? 1 : most;
  return (
    <figure className="chart">
      <div className="choice" role="group" aria-label="What the chart shows">
        {NAMES.map((option) => (
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
          <span>{format(highest)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${shown.length} 40`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}, from second ${first} to ${last}; at most ${format(most)}`}
        >
          {heights.map((height, place) => (
            <rect
              key={place}
              x={place + 0.1}
              width={0.8}
              y={40 - (height / highest) * 40}
              height={(height / highest) * 40}
            />
          ))}
        </svg>
        <div className="axis-x" aria-hidden="true">
          <span>{first} s</span>
          <span>{last + 1} s</span>
        </div>
      </div>
      <figcaption>
        {title}, over the seconds since the first message
        {first > 0 && `; the last ${SECONDS} are shown`}.
      </figcaption>
    </figure>
  );
}
