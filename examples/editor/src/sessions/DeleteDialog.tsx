import { type ReactElement, useEffect, useId, useRef } from "react";
import "./deleteDialog.css";

interface DeleteDialogProps {
  readonly title: string;
  readonly onDelete: () => void;
  /** Called when the dialog is closed, after `onDelete` if the user confirmed. */
  readonly onClose: () => void;
}

/** Asks the user to confirm that a session is deleted. */
export function DeleteDialog({ title, onDelete, onClose }: DeleteDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="delete-dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Escape must neither stop the running turn nor close the drawer.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <h2 id={`${id}-title`} className="delete-title">
        Delete this session?
      </h2>
      <p id={`${id}-text`} className="delete-text">
        <q>{title}</q> and its conversation are deleted permanently.
      </p>
      <div className="delete-buttons">
        {/* The safe choice comes first, so it has the focus. */}
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-delete"
          onClick={() => {
            onDelete();
            close();
          }}
        >
          Delete
        </button>
      </div>
    </dialog>
  );
}
