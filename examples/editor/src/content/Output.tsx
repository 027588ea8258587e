import { type ReactElement, useMemo, useState } from "react";
import { shortNumber } from "../ui/format.js";
import { plainOutput } from "./plainOutput.js";

/** More than this takes the browser long to lay out. */
const SHOWN_CHARACTERS = 20_000;

interface OutputProps {
  readonly text: string;
  readonly label?: string;
  /** Shows the newest lines first of all, as a terminal does. */
  readonly followsEnd?: boolean;
}

/** Text of a tool, as it came. Of a very long one, the end. */
export function Output({ text, label = "Output", followsEnd = false }: OutputProps): ReactElement {
  const [isWhole, setIsWhole] = useState(false);
  const plain = useMemo(() => plainOutput(text), [text]);
  const isCut = !isWhole && plain.length > SHOWN_CHARACTERS;
  return (
    <div className="output">
      {isCut && (
        <button type="button" className="output-more" onClick={() => setIsWhole(true)}>
          Show all {shortNumber(plain.length)} characters
        </button>
      )}
      <div
        className={`output-scroll ${followsEnd ? "output-follows" : ""}`}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <pre>{isCut ? plain.slice(-SHOWN_CHARACTERS) : plain}</pre>
      </div>
    </div>
  );
}
