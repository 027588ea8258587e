import type { ReactNode } from "react";
import type { Amount } from "../model/traffic.js";

/** Seconds that are shown, the latest. */
const SECONDS = 120;

/** Messages per second, a bar each. */
export function TrafficChart({
  seconds,
}: {
  readonly seconds: ReadonlyMap<number, Amount>;
}): ReactNode {
  let last = 0;
  for (const second of seconds.keys()) last = Math.max(last, second);
  const first = Math.max(0, last - SECONDS + 1);
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const counts = shown.map((second) => seconds.get(second)?.count ?? 0);
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${Math.max(30, shown.length)} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Messages per second, from second ${first} to ${last}; at most ${most}`}
      >
        {counts.map((count, place) => (
          <rect
            key={place}
            x={place + 0.1}
            width={0.8}
            y={40 - (count / most) * 40}
            height={(count / most) * 40}
          />
        ))}
      </svg>
      <figcaption>
        Messages per second, seconds {first} to {last}; the highest bar is {most}.
      </figcaption>
    </figure>
  );
}
