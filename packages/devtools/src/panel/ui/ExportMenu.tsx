import { type ReactNode, useId, useRef } from "react";
import { redactTrace } from "../../redact/redactTrace.js";
import { formatTrace } from "../../trace/formatTrace.js";
import { exportName } from "../model/exportName.js";
import { messagesOf } from "../model/source.js";
import { usePanel } from "./context.js";
import { Icon } from "./Icon.js";

/** Saves the messages of the log as a trace, whole or redacted; says first what that is. */
export function ExportMenu(): ReactNode {
  const { source, snapshot } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  function save(isRedacted: boolean): void {
    const { frames } = messagesOf(source.history);
    const text = formatTrace(isRedacted ? redactTrace(frames) : frames);
    download(exportName(source.name, isRedacted), text);
    dialog.current?.close();
  }

  return (
    <>
      <button
        type="button"
        className="button"
        disabled={snapshot.end === snapshot.first}
        aria-haspopup="dialog"
        title="Save the messages of the log as a .jsonl trace"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="save" />
        Export…
      </button>
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby={id}
        // The header around it is what a floating panel is dragged by.
        onPointerDown={(event) => event.stopPropagation()}
      >
        <h2 id={id}>Export the messages as a .jsonl trace</h2>
        <p>
          <strong>Whole</strong>: all that went over the wire, with prompts, paths, file contents
          and whatever secrets were in them.
        </p>
        <p>
          <strong>Redacted</strong>: the same messages in the same order. Letters of texts, titles,
          names and paths become x, digits 0; inputs and outputs of tools as well. Ids, methods,
          kinds, statuses, sizes and times stay. Look through it before you publish it.
        </p>
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" className="button" onClick={() => save(false)}>
            Export whole
          </button>
          <button type="button" className="button button-primary" onClick={() => save(true)}>
            Export redacted
          </button>
        </div>
      </dialog>
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
