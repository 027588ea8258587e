import { type ReactElement, useRef, useState } from "react";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

export interface RenameActions {
  /** Resolves to `undefined`, or to the reason why the title is unchanged. */
  readonly save: (title: string) => Promise<string | undefined>;
  readonly end: () => void;
}

interface RenameFieldProps extends RenameActions {
  readonly title: string;
}

/** The field for the title of a session. Enter or leaving it saves the title, Escape does not. */
export function RenameField({ title, save, end }: RenameFieldProps): ReactElement {
  const [text, setText] = useState(title);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const texts = useTexts("session", sessionTexts);
  const isDone = useRef(false);

  const finish = (): void => {
    isDone.current = true;
    end();
  };
  const submit = async (): Promise<void> => {
    const wanted = text.trim();
    if (isDone.current || isSaving) return;
    if (wanted === "" || wanted === title) return finish();
    setIsSaving(true);
    const reason = await save(wanted);
    setIsSaving(false);
    if (reason === undefined) finish();
    else setError(reason);
  };
  return (
    <span className="acp-session-text">
      <input
        className="acp-session-rename"
        aria-label={texts.titleOf(title)}
        aria-invalid={error !== undefined}
        value={text}
        readOnly={isSaving}
        aria-busy={isSaving}
        // The user has just chosen to edit the title.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void submit()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void submit();
          if (event.key !== "Escape") return;
          // Escape must not stop the running turn as well.
          event.preventDefault();
          finish();
        }}
      />
      {error !== undefined && (
        <span className="acp-session-rename-error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
