import { type ReactElement, type ReactNode, useEffect, useState } from "react";

interface ModalDialogProps {
  readonly role?: "alertdialog";
  readonly className: string;
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly children: (close: () => void) => ReactNode;
  readonly onClose: () => void;
}

/** A dialog over the page. Escape and `close` end it. */
export function ModalDialog(props: ModalDialogProps): ReactElement {
  const { role, className, labelledBy, describedBy, children, onClose } = props;
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useEffect(() => dialog?.showModal(), [dialog]);
  const close = (): void => dialog?.close();
  return (
    <dialog
      ref={setDialog}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Escape must neither stop the running turn nor close the drawer.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      {children(close)}
    </dialog>
  );
}
