import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { type ReactElement, type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { AgentPanel, type SessionAgent, SessionList, useSessionActions } from "../src/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";

const text = (value: string) => ({ type: "text" as const, text: value });

function createStore(): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId: "s1", cwd: "/p" });
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "session_info_update", title: "Fix the total" },
  });
  for (const prompt of ["First", "Second"]) {
    store.startTurn("s1", [text(prompt)]);
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "agent_message_chunk", content: text(`${prompt} **done**.`) },
    });
    store.endTurn("s1", { stopReason: "end_turn" });
  }
  return store;
}

function show(content: ReactNode): void {
  const host = document.body.appendChild(document.createElement("div"));
  host.style.height = "100vh";
  const root = createRoot(host);
  root.render(<AcpStoreProvider store={createStore()}>{content}</AcpStoreProvider>);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
}

it("copies a turn from the panel", async () => {
  show(<AgentPanel sessionId="s1" />);
  const copy = page.getByRole("button", { name: "Copy the turn as Markdown" });
  await expect.poll(() => copy.elements().length).toBe(2);
  await copy.last().click();
  await expect
    .poll(() => navigator.clipboard.readText())
    .toBe("## You\n\nSecond\n\n## Agent\n\nSecond **done**.\n");
  expect(await violations()).toEqual([]);
  await page.screenshot({ path: "__screenshots__/copy-turn.png" });
});

/** The requests to the agent are not used. */
const refuse = (): Promise<never> => Promise.reject(new Error("The agent is not used."));
const AGENT: SessionAgent = {
  newSession: refuse,
  loadSession: refuse,
  resumeSession: refuse,
  listSessions: async () => ({}),
  forkSession: refuse,
  archiveSession: refuse,
  unarchiveSession: refuse,
  deleteSession: refuse,
  setSessionTitle: refuse,
  closeSession: refuse,
};

function Sessions(): ReactElement {
  const [sessionId, onShow] = useState<string | undefined>("s1");
  const list = useSessionActions({ agent: AGENT, cwd: "/p", sessionId, onShow });
  return <SessionList sessionId={sessionId} {...list} />;
}

it("copies and downloads a session from its menu", async () => {
  show(<Sessions />);
  const menu = page.getByRole("button", { name: "More actions for Fix the total" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
  await expect.poll(() => navigator.clipboard.readText()).toMatch(/^# Fix the total\n\n## You/);
  const created = vi.spyOn(URL, "createObjectURL");
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  await menu.click();
  await page.getByRole("menuitem", { name: "Download as Markdown" }).click();
  await expect.poll(() => clicked.mock.contexts.length).toBe(1);
  expect(clicked.mock.contexts[0]).toMatchObject({ download: "Fix-the-total.md" });
  const file = created.mock.calls[0]?.[0];
  expect(file instanceof Blob && (await file.text())).toMatch(/Second \*\*done\*\*\.\n$/);
});
