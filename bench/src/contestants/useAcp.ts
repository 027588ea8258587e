import { groupNotifications, mergeToolCalls, type NotificationEvent, useAcpStore } from "use-acp";
import { readLine } from "../wire/update.js";
import type { Workload } from "../workloads/workload.js";
import { type Contestant, type Run, sink } from "./contestant.js";

type Lists = Record<string, NotificationEvent[]>;
type Notification = Extract<NotificationEvent, { type: "session_notification" }>["data"];

/** A run of use-acp's store, and the lists of notifications that it holds. */
export interface ListsRun extends Run {
  lists(): Readonly<Lists>;
}

/** The published store, fed as its hook feeds it: it keeps every notification and merges nothing. */
export const useAcp: Contestant<ListsRun> = {
  name: "use-acp, append only",
  note: "no patches",
  most: ({ name }) => (name === "W4" ? 20_000 : 2000),
  start: () => start(() => {}),
};

/** The same, and the list is made into rows each time, as its manual has it in a component. */
export const useAcpReading: Contestant<ListsRun> = {
  name: "use-acp, read as it goes",
  note: "no patches",
  most: ({ name }: Workload) => (name === "W4" ? 5000 : 200),
  start: () => start((lists, sessionId) => void (sink.state = rowsOf(lists[sessionId] ?? []))),
};

/** The module has one store only; this is whose lists it holds. */
let current: object | undefined;

function start(read: (lists: Lists, sessionId: string) => void): ListsRun {
  let own: Lists = {};

  function enter(): void {
    if (current === run) return;
    useAcpStore.setState({ notifications: own });
    current = run;
  }

  function take(line: string): void {
    enter();
    const data = readLine(line) as Notification;
    useAcpStore.getState().addNotification({ type: "session_notification", data });
    own = useAcpStore.getState().notifications;
    sink.state = own;
    read(own, data.sessionId);
  }

  function load(lines: readonly string[]): void {
    const next: Lists = {};
    for (const [id, events] of Object.entries(own)) next[id] = [...events];
    for (const line of lines) {
      const data = readLine(line) as Notification;
      (next[data.sessionId] ??= []).push(eventOf(data));
    }
    own = next;
    current = undefined;
  }

  const run: ListsRun = { take, load, lists: () => own };
  return run;
}

/** What the store makes of a notification, for filling it all at once. */
function eventOf(data: Notification): NotificationEvent {
  const timestamp = Date.now();
  return { type: "session_notification", data, id: `${timestamp}-${Math.random()}`, timestamp };
}

function rowsOf(events: NotificationEvent[]): unknown[] {
  return groupNotifications(events).map((group) => {
    const calls = group.flatMap(toolCallOf);
    return calls.length > 0 ? mergeToolCalls(calls) : group;
  });
}

function toolCallOf(event: NotificationEvent): Parameters<typeof mergeToolCalls>[0] {
  if (event.type !== "session_notification") return [];
  const { update } = event.data;
  const isCall =
    update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update";
  return isCall ? [update] : [];
}
