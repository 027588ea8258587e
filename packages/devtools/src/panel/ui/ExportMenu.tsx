import { type ReactNode, useId, useRef } from "react";
import { redactText } from "../../redact/redactText.js";
import { redactTrace } from "../../redact/redactTrace.js";
import { formatTrace } from "../../trace/formatTrace.js";
import { collectMessages, exportFileName } from "../model/source.js";
import { Icon } from "./controls.js";
import { usePanel } from "./panelContext.js";

/** Saves the messages of the log as a trace, after the user chose between full and redacted. */
export function ExportMenu(): ReactNode {
  const { source, snapshot } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = (): void => dialog.current?.close();

  function save(isRedacted: boolean): void {
    const { frames, end } = collectMessages(source.history);
    const text = isRedacted
      ? formatTrace(redactTrace(frames), end && { ...end, reason: redactText(end.reason) })
      : formatTrace(frames, end);
    download(exportFileName(source.name, isRedacted), text);
    close();
  }

  return (
    <>
      <button
        type="button"
        className="button icon-when-narrow"
        aria-label="Export…"
        disabled={snapshot.end === snapshot.first}
        aria-haspopup="dialog"
        title="Save the messages of the log as a .jsonl trace"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="save" />
        <span>Export…</span>
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        <h2 id={id}>Export messages as a .jsonl trace</h2>
        <p>
          <strong>Full</strong>: everything sent over the wire and written to stderr, including
          prompts, paths, file contents and any secrets in them.
        </p>
        <p>
          <strong>Redacted</strong>: the same messages in the same order. In texts, titles, names,
          paths, and the inputs and outputs of tools, letters become x and digits become 0. Ids,
          methods, kinds, statuses, sizes and times are kept. Review the file before you share it.
        </p>
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="button" className="button" onClick={() => save(false)}>
            Export full trace
          </button>
          <button type="button" className="button button-primary" onClick={() => save(true)}>
            Export redacted trace
          </button>
        </div>
      </dialog>
    </>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts the download before the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
