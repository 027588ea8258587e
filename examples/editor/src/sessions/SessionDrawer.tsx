import { type ReactElement, type ReactNode, useRef } from "react";
import { plural } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";
import "./drawer.css";

interface SessionDrawerProps {
  /** Requests that wait in sessions that are not on the screen. */
  readonly waitingElsewhere: number;
  readonly children: ReactNode;
}

/** Where there is no room beside the conversation: a button that brings the sessions in. */
export function SessionDrawer({ waitingElsewhere, children }: SessionDrawerProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  const hint = waitingElsewhere > 0 ? `, ${plural(waitingElsewhere, "request")} waiting` : "";
  return (
    <>
      <button
        type="button"
        className="icon-button drawer-button"
        aria-label={`Sessions${hint}`}
        aria-haspopup="dialog"
        title="Sessions"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
        {waitingElsewhere > 0 && (
          <span className="drawer-badge" aria-hidden="true">
            {waitingElsewhere}
          </span>
        )}
      </button>
      <dialog
        ref={dialog}
        className="drawer"
        aria-label="Sessions"
        // Its content fills it, so that only the backdrop is left; and a choice is what it was for.
        onClick={(event) => {
          const { target } = event;
          const isChoice =
            target instanceof Element && target.closest(".session-open, .new-session");
          if (target === dialog.current || isChoice) close();
        }}
      >
        <div className="drawer-content">
          <div className="drawer-header">
            <h2 className="drawer-title">Sessions</h2>
            <button type="button" className="icon-button" aria-label="Close" onClick={close}>
              <Icon name="cross" />
            </button>
          </div>
          {children}
        </div>
      </dialog>
    </>
  );
}
