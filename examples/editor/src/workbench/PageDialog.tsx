import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from "react";

interface PageDialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page. Escape and a click beside it close it. The focus returns to where it was. */
export function PageDialog({ label, onClose, children }: PageDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    // Escape must not stop the running turn as well.
    event.preventDefault();
    event.stopPropagation();
    close();
  }
  return (
    <dialog
      ref={dialog}
      className="page-dialog"
      aria-label={label}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div className="page-dialog-content">{children}</div>
    </dialog>
  );
}
