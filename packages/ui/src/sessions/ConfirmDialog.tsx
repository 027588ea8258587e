import { type ReactElement, type ReactNode, useId } from "react";
import { ModalDialog } from "../controls/ModalDialog.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

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
  const texts = useTexts("session", sessionTexts);
  const id = useId();
  return (
    <ModalDialog
      role="alertdialog"
      className="acp-confirm-dialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onClose={onClose}
    >
      {(close) => (
        <>
          <h2 id={`${id}-title`} className="acp-confirm-title">
            {title}
          </h2>
          <p id={`${id}-text`} className="acp-confirm-text">
            {children}
          </p>
          <div className="acp-confirm-buttons">
            {/* The safe choice comes first, so it has the focus. */}
            <button type="button" className="acp-button" onClick={close}>
              {texts.cancel}
            </button>
            <button
              type="button"
              className="acp-button acp-button-confirm"
              onClick={() => {
                onConfirm();
                close();
              }}
            >
              {action}
            </button>
          </div>
        </>
      )}
    </ModalDialog>
  );
}
