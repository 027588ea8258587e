import { memo, type ReactElement, useMemo } from "react";
import { ShowAllButton } from "./LongText.js";
import { OutputText } from "./OutputText.js";
import { parseOutputSpans, removeFence } from "./parseOutputSpans.js";
import { findOpenColors } from "./splitText.js";
import { useTextParts } from "./useTextParts.js";
import "./output.css";

export interface OutputProps {
  readonly text: string;
  readonly label?: string;
  /** Keeps the end in view, like a terminal does. */
  readonly followsEnd?: boolean;
  /** A note about output that was dropped from the start. */
  readonly droppedNote?: string | undefined;
}

/** The output of a tool with terminal colors. Very long output shows its end. */
export function Output(props: OutputProps): ReactElement {
  const { text, label = "Output", followsEnd = false, droppedNote } = props;
  const content = useMemo(() => removeFence(text), [text]);
  const { end, hasGap, isShowingAll, showAll } = useTextParts(content, findOpenColors, {
    showsStart: false,
  });
  return (
    <div className="output">
      {hasGap && (
        <ShowAllButton length={text.length} isShowingAll={isShowingAll} onShowAll={showAll} />
      )}
      {!hasGap && droppedNote !== undefined && <p className="output-dropped">… {droppedNote}</p>}
      <div
        className={`output-scroll ${followsEnd ? "output-follows" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <div className="output-parts">
          {end.map((part) => (
            <OutputPart key={part.start} text={part.text} />
          ))}
        </div>
      </div>
    </div>
  );
}

const OutputPart = memo(function OutputPart({ text }: { text: string }): ReactElement {
  const spans = useMemo(() => parseOutputSpans(text), [text]);
  return <OutputText spans={spans} />;
});
