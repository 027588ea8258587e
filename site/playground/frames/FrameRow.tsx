import type { Frame } from "@acp-store/core";
import { Icon } from "@acp-store/ui";
import { type ReactElement, useMemo } from "react";
import { formatTime, previewMessage } from "../describeFrame.js";
import { JsonText } from "./JsonText.js";

const DIRECTIONS = {
  recv: { className: "frame-received", sign: "←", name: "received" },
  sent: { className: "frame-sent", sign: "→", name: "sent" },
  stderr: { className: "frame-stderr", sign: "·", name: "from" },
} as const;

interface FrameRowProps {
  /** Measures the row, whose JSON makes it higher. */
  readonly measure: (row: HTMLLIElement | null) => void;
  readonly index: number;
  /** The number of frames. */
  readonly count: number;
  /** The distance to the start of the list in CSS pixels. */
  readonly top: number;
  readonly frame: Frame;
  readonly name: string;
  /** The time since the first frame in milliseconds. */
  readonly time: number;
  readonly state: "past" | "current" | "future";
  readonly isExpanded: boolean;
  /** Whether the Tab key reaches the row. */
  readonly isReachable: boolean;
  readonly onSeek: () => void;
  readonly onToggle: () => void;
}

/** One frame: a button that moves the player there, and its JSON. */
export function FrameRow(props: FrameRowProps): ReactElement {
  const { index, count, top, frame, name, time, state, isExpanded, isReachable } = props;
  const { measure, onSeek, onToggle } = props;
  const preview = useMemo(() => previewMessage(frame.msg), [frame]);
  const direction = DIRECTIONS[frame.dir];
  const tabIndex = isReachable ? 0 : -1;
  return (
    <li
      ref={measure}
      className="frame-row"
      data-index={index}
      data-state={state}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className="frame-line">
        <button
          type="button"
          className="frame-toggle"
          aria-label={`JSON of frame ${index + 1}`}
          aria-expanded={isExpanded}
          tabIndex={tabIndex}
          onClick={onToggle}
        >
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
        <button
          type="button"
          className="frame-seek"
          data-seek={index}
          aria-current={state === "current" ? "step" : undefined}
          tabIndex={tabIndex}
          onClick={onSeek}
        >
          <span className="frame-number">{index + 1}</span>
          <span className={direction.className}>
            <span aria-hidden="true">{direction.sign}</span>
            <span className="acp-sr-only">{direction.name}</span>
          </span>
          <span className="frame-name">{name}</span>
          <span className="frame-preview">{preview}</span>
          <span className="frame-time">{formatTime(time)}</span>
        </button>
      </div>
      {isExpanded && <JsonText value={frame.msg} label={`JSON of frame ${index + 1}`} />}
    </li>
  );
}
