import { provideAcpPersistence, provideAcpSession, provideAcpStore } from "@acp-store/angular";
import { type AcpStore, type AcpView, createAcpStore } from "@acp-store/core";
import { memoryStorage, type Persistence, persistSessions } from "@acp-store/persist";
import type { Provider } from "@angular/core";

/** The saving of a store in which nothing happens. */
const quietPersistence = persistSessions(createAcpStore(), memoryStorage());

/** Provides a store, the session "s1" and a persistence. */
export function provideAll(
  store: AcpView,
  persistence: Persistence = quietPersistence,
): readonly Provider[] {
  return [provideAcpStore(store), provideAcpSession("s1"), provideAcpPersistence(persistence)];
}

/** Returns a view that counts its watchers. */
export function countListeners(store: AcpStore): {
  readonly view: AcpView;
  readonly count: () => number;
} {
  let listeners = 0;
  const watch: AcpStore["watch"] = (...args) => {
    listeners++;
    const stop = store.watch(...args);
    return () => {
      listeners--;
      stop();
    };
  };
  return { view: { ...store, watch }, count: () => listeners };
}
