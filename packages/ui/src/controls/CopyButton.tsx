import { type ReactElement, useEffect, useState } from "react";
import { Icon } from "./Icon.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

const FEEDBACK_MS = 1600;

/** The props of {@link CopyButton}. */
export interface CopyButtonProps {
  /** The text to copy. */
  readonly text: string;
  /** The accessible name of the button. */
  readonly label: string;
}

/** A button that copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label }: CopyButtonProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <button
      type="button"
      className="acp-ui acp-icon-button acp-copy"
      onClick={copy}
      aria-label={label}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      <span role="status" className="acp-sr-only">
        {isCopied ? texts.copied : ""}
      </span>
    </button>
  );
}
