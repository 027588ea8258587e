import { useFleet, useInbox } from "@acp-store/fleet/react";
import type { InboxItem } from "@acp-store/fleet";
import type { KeyboardEvent, ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { useNow } from "../controls/useNow.js";
import { formatAge, useFormat } from "../format/format.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { inboxTexts } from "../texts/fleetTexts.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { describeItem, type InboxRow } from "./inboxRow.js";

/** The props of {@link Inbox}. */
export interface InboxProps {
  /** The key of the shown session or agent. */
  readonly shownKey?: string | undefined;
  /** Called with the row that the user chooses. Its key names a session, or an agent. */
  readonly onOpen: (item: InboxItem) => void;
}

/** More rows are shown on request. */
const MAX_INBOX_ROWS = 30;

const ICONS = {
  sign_in: "key",
  waiting: "question",
  agent_failed: "alert",
  failed: "alert",
  finished: "check",
} as const satisfies Record<InboxItem["kind"], IconName>;

/**
 * The requests to the user in the sessions of all agents, and then news. The arrow keys move between the rows.
 * Needs the `FleetProvider` of `@acp-store/fleet/react` around it.
 *
 * @example
 * ```tsx
 * <FleetProvider fleet={fleet}>
 *   <Inbox onOpen={({ key }) => setShownKey(key)} />
 * </FleetProvider>
 * ```
 */
export function Inbox({ shownKey, onOpen }: InboxProps): ReactElement {
  const fleet = useFleet();
  const items = useFirstItems(useInbox(), MAX_INBOX_ROWS);
  const inbox = useTexts("inbox", inboxTexts);
  const texts = {
    inbox,
    session: useTexts("session", sessionTexts),
    titles: useTexts("toolKindTitle", toolKindTitles),
    subagents: useTexts("subagent", subagentTexts),
  };
  const now = useNow(60_000);
  const rows = items.shown.map((item) => describeItem(item, fleet, texts));
  return (
    <section className="acp-ui acp-inbox" aria-label={inbox.label}>
      <h2 className="acp-sidebar-heading">{inbox.label}</h2>
      {rows.length === 0 && <p className="acp-sessions-empty">{inbox.empty}</p>}
      <ul className="acp-inbox-list" onKeyDown={moveToRow}>
        {rows.map((row) => (
          <InboxRowView
            key={row.item.key}
            row={row}
            now={now}
            isCurrent={row.item.key === shownKey}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <ShowAllItems {...items} />
    </section>
  );
}

interface InboxRowViewProps {
  readonly row: InboxRow;
  readonly now: number;
  readonly isCurrent: boolean;
  readonly onOpen: (item: InboxItem) => void;
}

function InboxRowView({ row, now, isCurrent, onOpen }: InboxRowViewProps): ReactElement {
  const { item, title, detail, agentName } = row;
  const texts = useTexts("inbox", inboxTexts);
  const format = useFormat();
  return (
    <li className="acp-session" data-current={isCurrent}>
      <button
        type="button"
        className="acp-session-open"
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => onOpen(item)}
      >
        <span className="acp-inbox-icon" data-kind={item.kind}>
          <Icon name={ICONS[item.kind]} />
          <span className="acp-sr-only">{`${texts[item.kind]}: `}</span>
        </span>
        <span className="acp-session-text">
          <span className="acp-session-title">{title}</span>
          <span className="acp-inbox-detail">
            {title !== agentName && <span className="acp-inbox-agent">{`${agentName} · `}</span>}
            {detail}
          </span>
        </span>
        <time className="acp-session-when" dateTime={new Date(item.since).toISOString()}>
          {formatAge(item.since, now, format)}
        </time>
      </button>
    </li>
  );
}

/** Moves the focus between the buttons of the rows. */
function moveToRow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons[at + step]?.focus();
}
