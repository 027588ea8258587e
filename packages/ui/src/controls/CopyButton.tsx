import { type ReactElement, useEffect, useState } from "react";
import { Icon } from "./Icon.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

const FEEDBACK_MS = 1600;
const RESULT_ICONS = { copied: "check", notCopied: "alert" } as const;

/** The props of {@link CopyButton}. */
export interface CopyButtonProps {
  /** The text to copy, or a function that creates it when the user presses the button. */
  readonly text: string | (() => string | Promise<string>);
  /** The accessible name of the button. */
  readonly label: string;
}

/** A button that copies a text to the clipboard, and confirms it or says that it failed. */
export function CopyButton({ text, label }: CopyButtonProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  const [result, setResult] = useState<"copied" | "notCopied">();
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (): Promise<void> => {
    try {
      const content = typeof text === "string" ? text : text();
      // A page that is not served over HTTPS has no clipboard.
      await navigator.clipboard.writeText(typeof content === "string" ? content : await content);
      setResult("copied");
    } catch {
      setResult("notCopied");
    }
  };
  return (
    <button
      type="button"
      className="acp-ui acp-icon-button acp-copy"
      onClick={() => void copy()}
      aria-label={label}
    >
      <Icon name={result === undefined ? "copy" : RESULT_ICONS[result]} />
      <span role="status" className="acp-sr-only">
        {result && texts[result]}
      </span>
    </button>
  );
}
