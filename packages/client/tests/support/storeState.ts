import type { AcpStore, QueuedPrompt } from "@acp-store/core";

export { waitForState } from "../../../../tests/support/waitForState.js";

/** Returns a list that records every future status of the connection, with the attempt number. */
export function recordStatuses(store: AcpStore): string[] {
  const statuses: string[] = [];
  store.subscribe(
    ({ connection }) => connection,
    (connection) => {
      const { status = "none", attempt } = connection ?? {};
      statuses.push(attempt === undefined ? status : `${status} ${attempt}`);
    },
  );
  return statuses;
}

/** Returns the queue of the first session. */
export function getQueue(store: AcpStore): readonly QueuedPrompt[] {
  return [...store.getState().sessions.values()][0]?.queue ?? [];
}
