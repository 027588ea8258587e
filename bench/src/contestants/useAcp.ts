import { type NotificationEvent, useAcpStore } from "use-acp";
import { parseLine } from "../wire/update.js";
import { type Contestant, type Run, sink } from "./contestant.js";

type NotificationLists = Record<string, NotificationEvent[]>;
/** The params of a `session/update`, as use-acp receives them. */
type UseAcpNotification = Extract<NotificationEvent, { type: "session_notification" }>["data"];

/** A run of use-acp's store. */
export interface UseAcpRun extends Run {
  /** Returns the notifications by session. */
  getNotifications(): Readonly<NotificationLists>;
}

/**
 * The store of the published package, used like its hook does. It keeps every notification
 * unmerged.
 */
export const useAcp: Contestant<UseAcpRun> = {
  name: "use-acp, append only",
  note: "no patches",
  maxLines: ({ name }) => (name === "W4" ? 20_000 : 2000),
  start: startUseAcpRun,
};

/** The run whose notifications are in the store. The package has only one store for all runs. */
let activeRun: object | undefined;

function startUseAcpRun(): UseAcpRun {
  let notifications: NotificationLists = {};
  const run: UseAcpRun = {
    load(lines) {
      const next: NotificationLists = {};
      for (const [id, events] of Object.entries(notifications)) next[id] = [...events];
      for (const line of lines) {
        const data = parseLine(line) as UseAcpNotification;
        (next[data.sessionId] ??= []).push(createEvent(data));
      }
      notifications = next;
      activeRun = undefined;
    },
    applyLine(line) {
      if (activeRun !== run) useAcpStore.setState({ notifications });
      activeRun = run;
      const data = parseLine(line) as UseAcpNotification;
      useAcpStore.getState().addNotification({ type: "session_notification", data });
      notifications = useAcpStore.getState().notifications;
      sink.state = notifications;
    },
    getNotifications: () => notifications,
  };
  return run;
}

/** Returns the event that the store creates for a notification, to fill it in one step. */
function createEvent(data: UseAcpNotification): NotificationEvent {
  const timestamp = Date.now();
  return { type: "session_notification", data, id: `${timestamp}-${Math.random()}`, timestamp };
}
