import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import "./confirmDialog.css";

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  /** Called when the dialog is closed, after `onConfirm` if the user confirmed. */
  readonly onClose: () => void;
}

/** Asks the user to confirm an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { title, action, children, onConfirm, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
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
      <h2 id={`${id}-title`} className="confirm-title">
        {title}
      </h2>
      <p id={`${id}-text`} className="confirm-text">
        {children}
      </p>
      <div className="confirm-buttons">
        {/* The safe choice comes first, so it has the focus. */}
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-confirm"
          onClick={() => {
            onConfirm();
            close();
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
