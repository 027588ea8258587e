import type { ReactNode } from "react";

/** Drawn on 16 × 16. */
const PATHS = {
  logo: "M3 8.5 6 4l3 8 2-4h2.5",
  close: "m4 4 8 8m0-8-8 8",
  dock: "M2.5 3.5h11v9h-11zM2.5 9.5h11",
  move: "M8 2.5v11M2.5 8h11M6 4.5l2-2 2 2m-4 7 2 2 2-2M4.5 6l-2 2 2 2m7-4 2 2-2 2",
  float: "M2.5 3.5h11v9h-11zM8 8h4v3H8z",
  back: "M10 3.5 5.5 8l4.5 4.5",
  forward: "M6 3.5 10.5 8 6 12.5",
  twist: "m6 4 4 4-4 4",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  save: "M8 2.5v7m-3-3 3 3 3-3m-8.5 4v2h11v-2",
  star: "m8 2.5 1.7 3.5 3.8.5-2.8 2.7.7 3.8L8 11.2 4.6 13l.7-3.8-2.8-2.7 3.8-.5z",
  recv: "M8 3v9.5M4.5 9 8 12.5 11.5 9",
  sent: "M8 13V3.5M4.5 7 8 3.5 11.5 7",
  local: "M8 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  warning: "M8 2.5 14 13H2zm0 4V10m0 1.4v.1",
  zoomIn: "M8 3.5v9m-4.5-4.5h9",
  zoomOut: "M3.5 8h9",
  fit: "M2.5 8h11m-8-3-3 3 3 3m5-6 3 3-3 3",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
