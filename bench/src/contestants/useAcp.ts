import { groupNotifications, mergeToolCalls, type NotificationEvent, useAcpStore } from "use-acp";
import { parseLine } from "../wire/update.js";
import type { Workload } from "../workloads/workload.js";
import { type Contestant, type Run, sink } from "./contestant.js";

type NotificationLists = Record<string, NotificationEvent[]>;
/** The params of a `session/update`, as use-acp receives them. */
export type UseAcpNotification = Extract<
  NotificationEvent,
  { type: "session_notification" }
>["data"];

/** A run of use-acp's store. */
export interface UseAcpRun extends Run {
  /** Adds the params of a `session/update`. */
  addNotification(data: UseAcpNotification): void;
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
  start: () => startUseAcpRun(() => {}),
};

/**
 * Also groups and merges the notifications after each line, as its documentation shows for
 * components.
 */
export const useAcpWithReads: Contestant<UseAcpRun> = {
  name: "use-acp, rows read after each line",
  note: "no patches",
  maxLines: ({ name }: Workload) => (name === "W4" ? 5000 : 200),
  start: () =>
    startUseAcpRun((lists, sessionId) => void (sink.state = createRows(lists[sessionId] ?? []))),
};

/** The run whose notifications are in the store. The package has only one store for all runs. */
let activeRun: object | undefined;

function startUseAcpRun(
  readState: (lists: NotificationLists, sessionId: string) => void,
): UseAcpRun {
  let notifications: NotificationLists = {};

  function activate(): void {
    if (activeRun === run) return;
    useAcpStore.setState({ notifications });
    activeRun = run;
  }

  function addNotification(data: UseAcpNotification): void {
    activate();
    useAcpStore.getState().addNotification({ type: "session_notification", data });
    notifications = useAcpStore.getState().notifications;
    sink.state = notifications;
    readState(notifications, data.sessionId);
  }

  function load(lines: readonly string[]): void {
    const next: NotificationLists = {};
    for (const [id, events] of Object.entries(notifications)) next[id] = [...events];
    for (const line of lines) {
      const data = parseLine(line) as UseAcpNotification;
      (next[data.sessionId] ??= []).push(createEvent(data));
    }
    notifications = next;
    activeRun = undefined;
  }

  const applyLine = (line: string): void => addNotification(parseLine(line) as UseAcpNotification);

  const run: UseAcpRun = {
    applyLine,
    addNotification,
    load,
    getNotifications: () => notifications,
  };
  return run;
}

/** Returns the event that the store creates for a notification, to fill it in one step. */
function createEvent(data: UseAcpNotification): NotificationEvent {
  const timestamp = Date.now();
  return { type: "session_notification", data, id: `${timestamp}-${Math.random()}`, timestamp };
}

function createRows(events: NotificationEvent[]): unknown[] {
  return groupNotifications(events).map((group) => {
    const calls = group.flatMap(getToolCall);
    return calls.length > 0 ? mergeToolCalls(calls) : group;
  });
}

function getToolCall(event: NotificationEvent): Parameters<typeof mergeToolCalls>[0] {
  if (event.type !== "session_notification") return [];
  const { update } = event.data;
  const isCall =
    update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update";
  return isCall ? [update] : [];
}
