import { isSessionBusy, isSessionUnopened, parseWorktreePath } from "@acp-store/core";
import { useSession } from "@acp-store/react";
import type { ReactElement, ReactNode } from "react";
import { formatAge, useFormat } from "../format/format.js";
import { isWaitingForUser } from "../conversation/agentActivity.js";
import { Icon, Spinner } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { Menu, type MenuItem } from "../controls/Menu.js";
import { type RenameActions, RenameField } from "./RenameField.js";
import { getLastActivity, type ListedSession } from "./useListedSessions.js";
import { sessionStateTexts, sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface SessionRowProps {
  readonly session: ListedSession;
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  /** The number of pending requests. */
  readonly pendingCount: number;
  /** The current time in milliseconds. */
  readonly now: number;
  readonly menu: readonly MenuItem[];
  readonly onSelect: () => void;
  /** The session of another agent that this one continues. */
  readonly origin?: ReactNode;
  /** Set while the user edits the title. */
  readonly rename?: RenameActions | undefined;
}

/** One session with its title, its state, and a menu. */
export function SessionRow(props: SessionRowProps): ReactElement {
  const { session, isCurrent, isLoading, pendingCount, now, menu, onSelect, rename, origin } =
    props;
  const { entry, title, isOpen, parentTitle } = session;
  const { sessionId } = entry;
  const texts = useTexts("session", sessionTexts);
  const states = useTexts("sessionState", sessionStateTexts);
  const activity = useSession({
    select: (open) => {
      if (open?.detached !== undefined && !isSessionUnopened(open)) return "read-only";
      return isSessionBusy(open) && !isWaitingForUser(open) ? "working" : "idle";
    },
    sessionId,
  });
  const isUnread = entry.unread === true && !isCurrent;
  const state = getRowState({ activity, isLoading, isUnread, isArchived: entry.archived === true });
  const worktree = parseWorktreePath(entry.cwd);
  const mark = (
    <span className="acp-session-state" aria-hidden="true">
      <StateMark state={state} isWaiting={pendingCount > 0} isOpen={isOpen} />
    </span>
  );
  if (rename !== undefined)
    return (
      <li className="acp-session" data-current={isCurrent}>
        <div className="acp-session-open">
          {mark}
          <RenameField title={title} {...rename} />
        </div>
      </li>
    );
  return (
    <li className="acp-session" data-current={isCurrent} data-unread={isUnread}>
      <button
        type="button"
        className="acp-session-open"
        data-session-id={sessionId}
        aria-current={isCurrent ? "true" : undefined}
        title={title}
        onClick={onSelect}
      >
        {mark}
        <span className="acp-session-text">
          <span className="acp-session-title">{title}</span>
          {entry.forkedFrom !== undefined && (
            <SessionOrigin>
              {parentTitle === undefined ? texts.fork : texts.forkOf(parentTitle)}
            </SessionOrigin>
          )}
          {origin != null && <SessionOrigin icon="move">{origin}</SessionOrigin>}
          {worktree !== undefined && (
            <SessionOrigin>{texts.worktree(worktree.branch, worktree.repository)}</SessionOrigin>
          )}
        </span>
        {state !== "idle" && <span className="acp-sr-only">, {states[state]}</span>}
        {pendingCount > 0 ? (
          <span className="acp-session-badge">
            <span aria-hidden="true">{pendingCount}</span>
            <span className="acp-sr-only">, {texts.waiting(pendingCount)}</span>
          </span>
        ) : (
          <LastActivity entry={entry} now={now} />
        )}
      </button>
      {menu.length > 0 && (
        <Menu label={texts.moreActions(title)} items={menu} buttonClassName="acp-session-menu" />
      )}
    </li>
  );
}

interface SessionOriginProps {
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A line below the title: the session of a fork or of another agent, or the branch of a worktree. */
function SessionOrigin({ icon = "branch", children }: SessionOriginProps): ReactElement {
  return (
    <span className="acp-session-origin">
      <Icon name={icon} />
      <span className="acp-session-origin-text">{children}</span>
    </span>
  );
}

type RowState = "read-only" | "loading" | "working" | "unread" | "archived" | "idle";

function getRowState(row: {
  activity: "read-only" | "working" | "idle";
  isLoading: boolean;
  isUnread: boolean;
  isArchived: boolean;
}): RowState {
  if (row.isLoading) return "loading";
  if (row.activity !== "idle") return row.activity;
  if (row.isUnread) return "unread";
  return row.isArchived ? "archived" : "idle";
}

interface StateMarkProps {
  readonly state: RowState;
  readonly isWaiting: boolean;
  readonly isOpen: boolean;
}

function StateMark({ state, isWaiting, isOpen }: StateMarkProps): ReactElement | null {
  if (state === "read-only") return <Icon name="ban" />;
  if (isWaiting) return <span className="acp-session-dot" data-kind="waiting" />;
  if (state === "loading" || state === "working") return <Spinner />;
  if (state === "archived") return <Icon name="archive" />;
  if (state === "unread") return <span className="acp-session-dot" data-kind="unread" />;
  return isOpen ? <span className="acp-session-dot" /> : null;
}

interface LastActivityProps {
  readonly entry: ListedSession["entry"];
  readonly now: number;
}

/** The time of the last activity, as the agent or this client has seen it. */
function LastActivity({ entry, now }: LastActivityProps): ReactElement | null {
  const time = getLastActivity(entry);
  const format = useFormat();
  if (time === 0) return null;
  return (
    <time
      className="acp-session-when"
      dateTime={new Date(time).toISOString()}
      title={new Date(time).toLocaleString(format.locale)}
    >
      {formatAge(time, now, format)}
    </time>
  );
}
