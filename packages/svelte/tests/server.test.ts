import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { render } from "svelte/server";
import { expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import Inside from "./components/Inside.svelte";
import PendingCount from "./components/PendingCount.svelte";

it("renders the state on a server, and leaves no listener behind", () => {
  const { store, count } = countListeners(createFilledStore());
  void store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: "c1", title: "Edit" },
    options: [],
  });
  const persistence = persistSessions(createAcpStore(), memoryStorage());
  const { body } = render(Inside, {
    props: { view: store, sessionId: "s1", persistence, component: PendingCount, props: {} },
  });
  expect(body).toContain("<p>1 1 .</p>");
  expect(count()).toBe(0);
});
