import { type ReactElement, useMemo, useState } from "react";
import { formatShortNumber } from "../ui/format.js";
import { OutputText } from "./OutputText.js";
import { takeLastLines, parseOutputSpans } from "./parseOutputSpans.js";
import "./output.css";

/** Longer output takes the browser too long to lay out. */
const MAX_SHOWN_CHARACTERS = 20_000;

interface OutputProps {
  readonly text: string;
  readonly label?: string;
  /** Keeps the end in view, like a terminal does. */
  readonly followsEnd?: boolean;
  /** A note about output that was dropped from the start. */
  readonly droppedNote?: string | undefined;
}

/** The output of a tool with terminal colors. Very long output is cut to its end. */
export function Output(props: OutputProps): ReactElement {
  const { text, label = "Output", followsEnd = false, droppedNote } = props;
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && text.length > MAX_SHOWN_CHARACTERS;
  const spans = useMemo(
    () => parseOutputSpans(isCut ? takeLastLines(text, MAX_SHOWN_CHARACTERS) : text),
    [text, isCut],
  );
  return (
    <div className="output">
      {isCut && (
        <button type="button" className="show-all-button" onClick={() => setShowsAll(true)}>
          Show all {formatShortNumber(text.length)} characters
        </button>
      )}
      {!isCut && droppedNote !== undefined && <p className="output-dropped">… {droppedNote}</p>}
      <div
        className={`output-scroll ${followsEnd ? "output-follows" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <OutputText spans={spans} />
      </div>
    </div>
  );
}
