import type { InboxItem } from "@acp-store/fleet";
import { useInbox } from "@acp-store/fleet/react";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { fleetTexts, searchTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { AgentSessions, type AgentSessionsProps } from "./AgentSessions.js";
import { Inbox } from "./Inbox.js";
import { NotifyButton } from "./NotifyButton.js";
import { SEARCH_KEYS } from "./useSearchDialog.js";

interface SidebarProps extends Omit<AgentSessionsProps, "onNewSession"> {
  /** Opens a session with an agent, or lets the user choose one. */
  readonly openNewSession: (agentId?: string) => void;
  /** Opens the search in all sessions. Without it, there is no button for it. */
  readonly onSearch?: (() => void) | undefined;
  /** Shown at the end. */
  readonly end?: ReactNode;
}

/** The inbox and the sessions of all agents. */
export function Sidebar(props: SidebarProps): ReactElement {
  const { openNewSession, onSearch, end, ...list } = props;
  const texts = useTexts("fleet", fleetTexts);
  const search = useTexts("search", searchTexts);
  return (
    <nav className="acp-ui acp-sidebar" aria-label={texts.sidebar}>
      <div className="acp-sidebar-start">
        <button
          type="button"
          className="acp-button acp-new-session"
          onClick={() => openNewSession()}
        >
          <Icon name="plus" />
          {texts.newSession}
        </button>
        {onSearch !== undefined && (
          <IconButton
            icon="search"
            label={search.open}
            aria-haspopup="dialog"
            aria-keyshortcuts={SEARCH_KEYS}
            onClick={onSearch}
          />
        )}
        <NotifyButton />
      </div>
      <div className="acp-sessions-scroll">
        <Inbox shownKey={list.shownKey} onOpen={({ key }) => list.onShow(key)} />
        <AgentSessions {...list} onNewSession={openNewSession} />
      </div>
      {end}
    </nav>
  );
}

function isWaiting({ kind }: InboxItem): boolean {
  return kind === "waiting" || kind === "sign_in";
}

interface SidebarDrawerProps {
  /** The key of the shown session. The drawer closes when it changes. */
  readonly shownKey: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens the sidebar in a drawer, for narrow pages. */
export function SidebarDrawer({ shownKey, children }: SidebarDrawerProps): ReactElement {
  const texts = useTexts("fleet", fleetTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const waiting = useInbox()
    .filter(isWaiting)
    .filter((item) => item.key !== shownKey).length;
  const close = (): void => dialog.current?.close();
  useEffect(() => dialog.current?.close(), [shownKey]);
  const hint = waiting > 0 ? `, ${texts.waitingElsewhere(waiting)}` : "";
  return (
    <>
      <button
        type="button"
        className="acp-icon-button acp-drawer-button"
        aria-label={texts.openSidebar + hint}
        aria-haspopup="dialog"
        title={texts.openSidebar}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
        {waiting > 0 && (
          <span className="acp-drawer-badge" aria-hidden="true">
            {waiting}
          </span>
        )}
      </button>
      <dialog
        ref={dialog}
        className="acp-drawer"
        aria-label={texts.openSidebar}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          // Escape must not stop the running turn as well.
          event.preventDefault();
          close();
        }}
        // The content fills the dialog, so that a click on the dialog itself is one on the backdrop.
        onClick={({ target }) => target === dialog.current && close()}
      >
        <div className="acp-drawer-content">
          <button
            type="button"
            className="acp-icon-button acp-drawer-close"
            aria-label={texts.close}
            onClick={close}
          >
            <Icon name="cross" />
          </button>
          {children}
        </div>
      </dialog>
    </>
  );
}
