import { memo, type ReactElement, useMemo } from "react";
import type { OutputProps } from "../context/slots.js";
import { ShowAllButton } from "../content/LongText.js";
import { OutputText } from "./OutputText.js";
import { parseOutputSpans, removeFence } from "./parseOutputSpans.js";
import { findOpenColors } from "../content/splitText.js";
import { useTextParts } from "../content/useTextParts.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The output of a tool with terminal colors. Very long output shows its end. */
export function Output(props: OutputProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  const { text, label = texts.output, followsEnd = false, droppedNote } = props;
  const content = useMemo(() => removeFence(text), [text]);
  const { end, hasGap, isShowingAll, showAll } = useTextParts(content, findOpenColors, {
    showsStart: false,
  });
  return (
    <div className="acp-ui acp-output">
      {hasGap && (
        <ShowAllButton length={text.length} isShowingAll={isShowingAll} onShowAll={showAll} />
      )}
      {!hasGap && droppedNote !== undefined && (
        <p className="acp-output-dropped">… {droppedNote}</p>
      )}
      <div
        className={`acp-ui acp-output-scroll ${followsEnd ? "acp-output-follows" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <div className="acp-output-parts">
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
