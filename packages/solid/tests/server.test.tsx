import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import {
  AcpPersistenceProvider,
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpState,
  useDraft,
  usePendingPermissions,
} from "@acp-store/solid";
import { renderToString } from "solid-js/web";
import { expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";

function Pending() {
  const pending = usePendingPermissions();
  const sessionCount = useAcpState(({ sessions }) => sessions.size);
  const { text } = useDraft();
  return (
    <p>
      {pending().length} of {sessionCount()}: {text()}.
    </p>
  );
}

it("renders the state on a server, and leaves no listener behind", () => {
  const { store, count } = countListeners(createFilledStore());
  void store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: "c1", title: "Edit" },
    options: [],
  });
  const persistence = persistSessions(createAcpStore(), memoryStorage());
  const html = renderToString(() => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpPersistenceProvider persistence={persistence}>
          <Pending />
        </AcpPersistenceProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  ));
  expect(html.replace(/<!--.*?-->/g, "")).toContain("1 of 1: .</p>");
  expect(count()).toBe(0);
});
