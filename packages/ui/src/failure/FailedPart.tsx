import type { ReactElement } from "react";
import { CopyButton } from "../controls/CopyButton.js";
import { Icon } from "../controls/Icon.js";
import { clipText } from "../format/clipText.js";
import { failureTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

const MAX_MESSAGE_CHARACTERS = 300;
/** Longer content shows its start, and can be copied completely. */
const MAX_SHOWN_CHARACTERS = 10_000;

interface FailedPartProps {
  readonly error: unknown;
  /** Returns the content of the part as text, cut if it has more characters than the maximum. */
  readonly getText?: (maxCharacters?: number) => string;
  readonly onRetry: () => void;
}

/** A note in place of a part that could not be rendered, with its content as plain text. */
export function FailedPart({ error, getText, onRetry }: FailedPartProps): ReactElement {
  const texts = useTexts("failure", failureTexts);
  const shown = getText?.(MAX_SHOWN_CHARACTERS) ?? "";
  const reason = describeError(error);
  return (
    <section className="acp-ui acp-failed" aria-label={texts.title}>
      <p className="acp-failed-note">
        <Icon name="alert" className="acp-failed-icon" />
        <span>
          {texts.title}{" "}
          {reason !== "" && <span className="acp-failed-reason">{texts.reason(reason)}</span>}
        </span>
        <button type="button" className="acp-link-button" onClick={onRetry}>
          {texts.retry}
        </button>
      </p>
      {getText !== undefined && shown !== "" && (
        <figure className="acp-code">
          <figcaption className="acp-code-header">
            <span>
              {shown.length > MAX_SHOWN_CHARACTERS ? texts.clippedContent : texts.content}
            </span>
            <CopyButton text={() => getText()} label={texts.copy} />
          </figcaption>
          <pre tabIndex={0} className="acp-failed-text">
            {shown}
          </pre>
        </figure>
      )}
    </section>
  );
}

/** Returns the message of an error. Components may throw anything. */
function describeError(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  return typeof message === "string" ? clipText(message, MAX_MESSAGE_CHARACTERS) : "";
}
