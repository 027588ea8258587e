import type { ReactNode } from "react";

/** What the columns of the log are. */
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
    </div>
  );
}
