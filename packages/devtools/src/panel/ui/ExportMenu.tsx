import { type ReactNode, useState } from "react";
import { redactTrace } from "../../redact/redactTrace.js";
import { formatTrace } from "../../trace/formatTrace.js";
import { messagesOf } from "../model/source.js";
import { usePanel } from "./context.js";
import { Icon } from "./Icon.js";

/** Saves what the log holds as a trace, whole or redacted. */
export function ExportMenu(): ReactNode {
  const { source, snapshot } = usePanel();
  const [isRedacted, setIsRedacted] = useState(false);

  function save(): void {
    const { frames } = messagesOf(source.history);
    const text = formatTrace(isRedacted ? redactTrace(frames) : frames);
    download(isRedacted ? "acp-trace-redacted.jsonl" : "acp-trace.jsonl", text);
  }

  return (
    <>
      <button
        type="button"
        className="button"
        disabled={snapshot.end === snapshot.first}
        title="Save the messages of the log as a .jsonl trace"
        onClick={save}
      >
        <Icon name="save" />
        Export
      </button>
      <label className="check" title="Take out texts, paths and secrets; keep the structure">
        <input
          type="checkbox"
          checked={isRedacted}
          onChange={({ target }) => setIsRedacted(target.checked)}
        />
        Redacted
      </label>
    </>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read by the time that a task later runs.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
