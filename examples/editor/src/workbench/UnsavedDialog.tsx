import type { ReactElement } from "react";
import { PageDialog } from "./PageDialog.js";
import { nameOf } from "./treeItems.js";

interface UnsavedDialogProps {
  readonly path: string;
  /** Saves the file, and closes it if that succeeds. */
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onCancel: () => void;
}

/** Asks what to do with the unsaved edits of a file that is being closed. */
export function UnsavedDialog(props: UnsavedDialogProps): ReactElement {
  const { path, onSave, onDiscard, onCancel } = props;
  return (
    <PageDialog label="Unsaved edits" onClose={onCancel}>
      <p>Save the edits in {nameOf(path)} before it is closed?</p>
      <div className="unsaved-buttons">
        <button type="button" className="acp-button acp-button-primary" onClick={onSave}>
          Save
        </button>
        <button type="button" className="acp-button acp-button-danger" onClick={onDiscard}>
          Discard the edits
        </button>
        <button type="button" className="acp-button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </PageDialog>
  );
}
