import type { AcpState, AcpStore } from "@acp-store/core";

/** Resolves as soon as the state is as wanted. */
export function until(
  store: AcpStore,
  isSo: (state: AcpState) => boolean | undefined,
): Promise<AcpState> {
  return new Promise((resolve) => {
    const check = (): void => {
      const state = store.getState();
      if (!isSo(state)) return;
      stop();
      resolve(state);
    };
    const stop = store.subscribe(check);
    check();
  });
}

/** Every status of the connection from now on. */
export function statuses(store: AcpStore): string[] {
  const seen: string[] = [];
  store.subscribe(
    ({ connection }) => connection,
    (connection) => {
      const { status = "none", attempt } = connection ?? {};
      seen.push(attempt === undefined ? status : `${status} ${attempt}`);
    },
  );
  return seen;
}
