import { type ReactElement, useMemo, useState } from "react";
import { shortNumber } from "../ui/format.js";
import { OutputText } from "./OutputText.js";
import { endOf, outputSpans } from "./outputSpans.js";
import "./output.css";

/** More than this takes the browser long to lay out. */
const SHOWN_CHARACTERS = 20_000;

interface OutputProps {
  readonly text: string;
  readonly label?: string;
  /** Shows the newest lines first of all, as a terminal does. */
  readonly followsEnd?: boolean;
  /** What is missing at the start. */
  readonly dropped?: string | undefined;
}

/** Text of a tool in its colours. Of a very long one, the end. */
export function Output(props: OutputProps): ReactElement {
  const { text, label = "Output", followsEnd = false, dropped } = props;
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && text.length > SHOWN_CHARACTERS;
  const spans = useMemo(
    () => outputSpans(isCut ? endOf(text, SHOWN_CHARACTERS) : text),
    [text, isCut],
  );
  return (
    <div className="output">
      {isCut && (
        <button type="button" className="output-more" onClick={() => setIsWhole(true)}>
          Show all {shortNumber(text.length)} characters
        </button>
      )}
      {!isCut && dropped !== undefined && <p className="output-dropped">… {dropped}</p>}
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
