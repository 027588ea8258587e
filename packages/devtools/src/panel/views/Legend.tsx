import { type ReactNode, useMemo } from "react";
import type { Tone } from "../model/barLook.js";
import type { Lane } from "../model/lanes.js";

const WORDS: Readonly<Record<Tone, string>> = {
  turn: "turn",
  running: "running",
  done: "tool call completed",
  failed: "failed",
  cancelled: "cancelled",
  unfinished: "never finished",
  waiting: "waits for the user",
  allowed: "permission allowed",
  rejected: "permission rejected",
};

/** What the colours and signs mean of the bars that there are. */
export function Legend({ lanes }: { readonly lanes: readonly Lane[] }): ReactNode {
  const tones = useMemo(
    () => new Set(lanes.flatMap(({ bars }) => bars.map(({ look }) => look.tone))),
    [lanes],
  );
  return (
    <ul className="legend" aria-label="What the bars mean">
      {Object.entries(WORDS)
        .filter(([tone]) => tones.has(tone as Tone))
        .map(([tone, words]) => (
          <li key={tone}>
            <span className={`swatch ${tone}`} aria-hidden="true" />
            {words}
          </li>
        ))}
    </ul>
  );
}
