import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import { DIRECTIONS } from "./directions.js";

/** What the arrows of the log say. */
export function DirectionLegend(): ReactNode {
  return (
    <span className="row-legend">
      {(["recv", "sent", "local"] as const).map((direction) => (
        <span key={direction} className={`row-direction ${direction}`}>
          <Icon name={direction} />
          {DIRECTIONS[direction]}
        </span>
      ))}
    </span>
  );
}
