import { provideAcpPersistence, provideAcpSession, provideAcpStore } from "@acp-store/angular";
import { type AcpView, createAcpStore } from "@acp-store/core";
import { memoryStorage, type Persistence, persistSessions } from "@acp-store/persist";
import type { Provider } from "@angular/core";

/** The saving of a store in which nothing happens. It has its own drafts. */
const quietPersistence = () => persistSessions(createAcpStore(), memoryStorage());

/** Provides a store, the session "s1" and a persistence. */
export function provideAll(
  store: AcpView,
  persistence: Persistence = quietPersistence(),
): readonly Provider[] {
  return [provideAcpStore(store), provideAcpSession("s1"), provideAcpPersistence(persistence)];
}
