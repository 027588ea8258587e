import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "@acp-store/ui";
import "./drawer.css";
import { pluralize } from "../ui/texts.js";

interface SessionDrawerProps {
  /** The session that is shown. The drawer closes when it changes. */
  readonly shownId: string | undefined;
  /** The number of pending requests in sessions that are not shown. */
  readonly pendingElsewhere: number;
  readonly children: ReactNode;
}

/** A button that opens the list of sessions in a drawer. Used on narrow screens. */
export function SessionDrawer(props: SessionDrawerProps): ReactElement {
  const { shownId, pendingElsewhere, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  useEffect(() => dialog.current?.close(), [shownId]);
  const hint = pendingElsewhere > 0 ? `, ${pluralize(pendingElsewhere, "request")} waiting` : "";
  return (
    <>
      <button
        type="button"
        className="acp-icon-button drawer-button"
        aria-label={`Sessions${hint}`}
        aria-haspopup="dialog"
        title="Sessions"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
        {pendingElsewhere > 0 && (
          <span className="drawer-badge" aria-hidden="true">
            {pendingElsewhere}
          </span>
        )}
      </button>
      <dialog
        ref={dialog}
        className="drawer"
        aria-label="Sessions"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          // Escape must not stop the running turn as well.
          event.preventDefault();
          close();
        }}
        // Closes on a click on the backdrop (the content fills the dialog) or on a selected
        // session.
        onClick={(event) => {
          const { target } = event;
          const isChoice =
            target instanceof Element && target.closest(".acp-session-open, .acp-new-session");
          if (target === dialog.current || isChoice) close();
        }}
      >
        <div className="drawer-content">
          <div className="drawer-header">
            <h2 className="drawer-title">Sessions</h2>
            <button type="button" className="acp-icon-button" aria-label="Close" onClick={close}>
              <Icon name="cross" />
            </button>
          </div>
          {children}
        </div>
      </dialog>
    </>
  );
}
