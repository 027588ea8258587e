import { selectSubagent } from "@acp-store/core";
import { useEffect, useRef } from "react";
import type { InboxItem } from "../overview/inbox.js";
import { sessionKey, type SessionRef } from "../overview/sessionKey.js";
import { watchNews } from "../overview/watchNews.js";
import type { FleetView } from "../view/fleetView.js";
import { useFleet, useOverviewCounts } from "./fleetContext.js";

/** The text of a notification. */
export interface NotificationText {
  /** The title, such as the name of the session. */
  readonly title: string;
  /** The text below it. */
  readonly body?: string;
}

/** The options of {@link useNotifications}. */
export interface NotificationOptions {
  /** The session that the page shows. Its news is left out while the page is visible and has the focus. */
  readonly shown?: SessionRef | undefined;
  /** Called when the user clicks a notification, after the window got the focus. */
  readonly onOpen: (item: InboxItem) => void;
  /** Returns the text of a notification about one or several rows. Default: English. */
  readonly describe?: (items: readonly InboxItem[], fleet: FleetView) => NotificationText;
  /** The title of the page, to which the number of waiting rows is added. Default: `document.title`. */
  readonly title?: string;
}

/**
 * Tells the user what is new while the page is not looked at: notifications of the system if the user has
 * allowed them (call `Notification.requestPermission()` when a button is clicked), and the number of
 * waiting rows in the title of the page and on the icon of an installed application.
 *
 * @throws AcpFleetError if there is no `FleetProvider` around the component.
 *
 * @example
 * ```tsx
 * function Notifier({ shown, open }: { shown?: SessionRef; open(key: string): void }) {
 *   useNotifications({ shown, onOpen: ({ key }) => open(key) });
 *   return null;
 * }
 * ```
 */
export function useNotifications(options: NotificationOptions): void {
  const fleet = useFleet();
  const latest = useRef(options);
  useEffect(() => void (latest.current = options));

  useEffect(
    () =>
      watchNews(
        fleet.overview,
        (items) => {
          const { describe = describeNews, onOpen } = latest.current;
          notify(items, describe(items, fleet), onOpen);
        },
        { isVisible: ({ key }) => isLookedAt(latest.current.shown, key) },
      ),
    [fleet],
  );
  useBadge(useOverviewCounts().waiting, options.title);
}

/** Shows a number in the title of the page, and on the icon of the application. */
function useBadge(count: number, title: string | undefined): void {
  const original = useRef<string>(undefined);
  useEffect(() => {
    original.current ??= document.title;
    const text = title ?? original.current;
    document.title = count > 0 ? `(${count}) ${text}` : text;
    // A page that is not installed may not set it.
    void navigator.setAppBadge?.(count).catch(() => {});
    return () => {
      document.title = text;
    };
  }, [count, title]);
}

function isLookedAt(shown: SessionRef | undefined, key: string): boolean {
  return shown !== undefined && sessionKey(shown) === key && document.hasFocus();
}

function notify(
  items: readonly InboxItem[],
  { title, body }: NotificationText,
  onOpen: (item: InboxItem) => void,
): void {
  const [first] = items;
  if (first === undefined || !canNotify()) return;
  // A later notification about the same session replaces this one.
  const tag = items.length === 1 ? first.key : "acp-store";
  const notification = new Notification(title, { tag, ...(body !== undefined && { body }) });
  notification.addEventListener("click", () => {
    window.focus();
    notification.close();
    onOpen(first);
  });
}

function canNotify(): boolean {
  return typeof Notification === "function" && Notification.permission === "granted";
}

const WORDS = {
  sign_in: "needs you to sign in",
  waiting: "is waiting for you",
  agent_failed: "has failed",
  failed: "has failed",
  finished: "has finished",
} as const satisfies Record<InboxItem["kind"], string>;

function describeNews(items: readonly InboxItem[], fleet: FleetView): NotificationText {
  const lines = items.map((item) => `${nameOf(item, fleet)} ${WORDS[item.kind]}`);
  const [line = ""] = lines;
  const [item] = items;
  const subagent = lines.length === 1 && item && getAskingSubagent(item, fleet);
  if (subagent) return { title: line, body: `Subagent ${subagent} asks` };
  if (lines.length === 1) return { title: line };
  return { title: `${lines.length} sessions have news`, body: lines.join("\n") };
}

/** Returns the name of the subagent whose request a row shows. */
function getAskingSubagent(item: InboxItem, fleet: FleetView): string | undefined {
  if (item.kind !== "waiting") return undefined;
  const { sessionId } = item.permissions[0] ?? item.elicitations[0] ?? {};
  const state = fleet.getView(item.agentId)?.getState();
  return state && sessionId !== undefined ? selectSubagent(state, sessionId)?.title : undefined;
}

function nameOf({ key, agentId }: InboxItem, { entries, overview }: FleetView): string {
  const agent = entries.getState().get(agentId)?.name ?? agentId;
  const entry = overview.getState().sessions.find((session) => session.key === key)?.entry;
  const title = entry?.title || entry?.firstPrompt;
  return title ? `${agent}: ${title}` : agent;
}
