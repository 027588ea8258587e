import { type ReactNode, useRef } from "react";
import { Icon } from "./controls.js";

interface FileButtonProps {
  readonly className: string;
  readonly label: string;
  readonly hint: string;
  /** The name of the hidden field for the file. */
  readonly inputLabel: string;
  readonly onPick: (file: File) => void;
}

/** A button that lets the user choose a trace or a log. */
export function FileButton(props: FileButtonProps): ReactNode {
  const { className, label, hint, inputLabel, onPick } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.jsons,.ndjson,.log,.txt,.json"
        hidden
        aria-label={inputLabel}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onPick(file);
          target.value = "";
        }}
      />
      <button
        type="button"
        className={className}
        aria-label={label}
        title={hint}
        onClick={() => input.current?.click()}
      >
        <Icon name="open" />
        <span>{label}</span>
      </button>
    </>
  );
}
