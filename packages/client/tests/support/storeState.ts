import type { AcpState, AcpStore, QueuedPrompt } from "@acp-store/core";

/** Resolves with the state as soon as it fulfills a condition. */
export function waitForState(
  store: AcpStore,
  condition: (state: AcpState) => boolean | undefined,
): Promise<AcpState> {
  return new Promise((resolve) => {
    const check = (): void => {
      const state = store.getState();
      if (!condition(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

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
