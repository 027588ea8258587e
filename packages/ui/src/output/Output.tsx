import { memo, type ReactElement, useMemo } from "react";
import type { OutputProps } from "../context/slots.js";
import { ShowAllButton } from "../content/LongText.js";
import { OutputCode } from "./OutputCode.js";
import { OutputText } from "./OutputText.js";
import { findOpenColors, parseOutputSpans, removeFence } from "./parseOutputSpans.js";
import { useDrawnOutput } from "./useDrawnOutput.js";
import { useTextParts } from "../content/useTextParts.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The output of a tool with terminal colors. Very long output shows its end. */
export function Output(props: OutputProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  const { text, label = texts.output, followsEnd = false, droppedNote } = props;
  const { content: written, language = props.language } = useMemo(() => removeFence(text), [text]);
  const content = useDrawnOutput(written);
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
            <OutputPart key={part.start} text={part.text} language={language} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface OutputPartProps {
  readonly text: string;
  readonly language: string | undefined;
}

const OutputPart = memo(function OutputPart({ text, language }: OutputPartProps): ReactElement {
  const spans = useMemo(() => parseOutputSpans(text), [text]);
  // The colors of a terminal are kept.
  if (language === undefined || spans.some(({ style }) => style !== undefined))
    return <OutputText spans={spans} />;
  return (
    <pre>
      <OutputCode code={spans.map((span) => span.text).join("")} language={language} />
    </pre>
  );
});
