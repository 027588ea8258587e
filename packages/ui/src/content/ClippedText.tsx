import { type ReactElement, useState } from "react";
import { clipText } from "../format/clipText.js";
import { formatShortNumber, useFormat } from "../format/format.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The most characters of a text that people read at once. */
const MAX_PARAGRAPH_CHARACTERS = 2_000;

/** A text of the agent that is usually short. A very long one shows its start, with a button for all of it. */
export function ClippedText({ text }: { readonly text: string }): ReactElement {
  const texts = useTexts("content", contentTexts);
  const format = useFormat();
  const [isComplete, setIsComplete] = useState(false);
  if (isComplete || text.length <= MAX_PARAGRAPH_CHARACTERS) return <>{text}</>;
  return (
    <>
      {clipText(text, MAX_PARAGRAPH_CHARACTERS)}{" "}
      <button type="button" className="acp-link-button" onClick={() => setIsComplete(true)}>
        {texts.showAll(formatShortNumber(text.length, format))}
      </button>
    </>
  );
}
