import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "./controls.js";

/** The time for which the button says what happened, in ms. */
const RESULT_MS = 2000;

interface CopyButtonProps {
  readonly label: string;
  /** Returns the text. A large one is created only when it is copied. */
  readonly text: () => string;
}

/** A button that copies a text, and says so. A page without HTTPS has no clipboard. */
export function CopyButton({ label, text }: CopyButtonProps): ReactNode {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      setResult("Copied");
    } catch {
      setResult("Could not copy");
    }
  }

  return (
    <>
      <IconButton icon="copy" label={label} onClick={() => void copy()} />
      {result !== undefined && (
        <span className="faint" role="status">
          {result}
        </span>
      )}
    </>
  );
}
