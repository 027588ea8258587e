import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import { DIRECTIONS } from "./directions.js";

/** What the columns of the log are, and what its arrows say. */
export function LogHead(): ReactNode {
  return (
    <div className="row log-head">
      <span className="row-frame" title="The number of the message">
        Frame
      </span>
      <span className="row-time" title="Since the first entry of the log">
        Time
      </span>
      <span className="row-direction" aria-hidden="true" />
      <span className="row-name" title="The method of the message, or the kind of the update in it">
        Message
      </span>
      <span className="row-event" title="What the store made of the message">
        Event
      </span>
      <span className="row-legend">
        {(["recv", "sent", "local"] as const).map((direction) => (
          <span key={direction} className={`row-direction ${direction}`}>
            <Icon name={direction} />
            {DIRECTIONS[direction]}
          </span>
        ))}
      </span>
    </div>
  );
}
