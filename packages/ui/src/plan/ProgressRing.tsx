import type { ReactElement } from "react";

const RADIUS = 5.8;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/**
 * A progress indicator. Hidden from assistive technology, because text next to it says the same.
 */
export function ProgressRing({ done, total }: { done: number; total: number }): ReactElement {
  const remaining = CIRCUMFERENCE * (1 - done / Math.max(total, 1));
  return (
    <svg className="acp-icon acp-ring" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle className="acp-ring-track" cx="8" cy="8" r={RADIUS} />
      <circle
        className="acp-ring-done"
        cx="8"
        cy="8"
        r={RADIUS}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={remaining}
        transform="rotate(-90 8 8)"
      />
    </svg>
  );
}
