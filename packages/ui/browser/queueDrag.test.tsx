import type { AcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { createAcpStore } from "@acp-store/core";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { QueuedPrompts } from "../src/index.js";
import styleText from "../src/style.css?inline";

const SESSION = "s1";

/** Shows three queued prompts, in the document or in a shadow root. */
async function openQueue(isInShadowRoot: boolean): Promise<AcpStore> {
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId: SESSION, cwd: "/project" });
  store.startTurn(SESSION, [{ type: "text", text: "Begin" }]);
  for (const text of ["First", "Second", "Third"])
    store.queuePrompt(SESSION, [{ type: "text", text }]);
  const host = document.body.appendChild(document.createElement("div"));
  const root = isInShadowRoot ? host.attachShadow({ mode: "open" }) : document;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  root.adoptedStyleSheets = [sheet];
  const parent = root === document ? host : root.appendChild(document.createElement("div"));
  const reactRoot = createRoot(parent);
  reactRoot.render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <QueuedPrompts />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  onTestFinished(() => {
    reactRoot.unmount();
    host.remove();
    document.adoptedStyleSheets = [];
  });
  await expect.element(item("Third")).toBeVisible();
  return store;
}

const item = (text: string) => page.getByRole("listitem").filter({ hasText: text });

const listQueue = (store: AcpStore): (string | undefined)[] =>
  store
    .getState()
    .sessions.get(SESSION)
    ?.queue.map(({ prompt: [block] }) => (block?.type === "text" ? block.text : undefined)) ?? [];

it.each([
  ["the document", false],
  ["a shadow root", true],
])("moves a prompt that is dragged to another position in %s", async (_, isInShadowRoot) => {
  const store = await openQueue(isInShadowRoot);
  await userEvent.dragAndDrop(item("Third"), item("First"), {
    sourcePosition: { x: 8, y: 14 },
    targetPosition: { x: 60, y: 3 },
  });
  await expect.poll(() => listQueue(store)).toEqual(["Third", "First", "Second"]);
  await userEvent.dragAndDrop(item("Third"), item("Second"), {
    sourcePosition: { x: 8, y: 14 },
    targetPosition: { x: 60, y: 26 },
  });
  await expect.poll(() => listQueue(store)).toEqual(["First", "Second", "Third"]);
});
