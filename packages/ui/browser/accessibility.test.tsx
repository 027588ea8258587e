import type { AcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  AcpUiProvider,
  AgentPanel,
  Composer,
  ConnectionBanner,
  Conversation,
  ElicitationDock,
  PermissionDock,
  PlanPanel,
  QueuedPrompts,
  SessionList,
  UsageMeter,
} from "../src/index.js";
import "@acp-store/ui/style.css";
import {
  createFullStore,
  IDLE_ACTIONS,
  IDLE_AGENT,
  requestPermission,
  SESSION,
} from "./support/session.js";
import { readTexts } from "./support/visibleTexts.js";

// The conversation renders the rows that are in view.
beforeEach(() => page.viewport(1280, 2000));

function renderPart(store: AcpStore, part: ReactElement): void {
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <div style={{ height: "100vh" }}>{part}</div>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
}

async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

const PARTS: Readonly<Record<string, () => ReactElement | null>> = {
  Conversation,
  PermissionDock,
  ElicitationDock,
  PlanPanel,
  QueuedPrompts,
  Composer,
  UsageMeter,
  SessionList: () => <SessionList actions={IDLE_ACTIONS} />,
};

describe.each(Object.entries(PARTS))("%s on its own", (_, Part) => {
  it("shows the session without a provider of this package, and axe finds no violations", async () => {
    renderPart(createFullStore(), <Part />);
    await waitFor(() => expect(readTexts().length).toBeGreaterThan(0));
    expect(await findViolations()).toEqual([]);
  });
});

it("has no violations in a complete panel", async () => {
  renderPart(createFullStore(), <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/ω" />);
  await waitFor(() => expect(document.querySelector(".acp-code")).not.toBeNull());
  expect(await findViolations()).toEqual([]);
});

it("offers the sign-in methods by name, without violations", async () => {
  const store = createFullStore();
  const chosen: string[] = [];
  renderPart(store, <ConnectionBanner onSignIn={(methodId) => chosen.push(methodId)} />);
  act(() => {
    const msg = {
      jsonrpc: "2.0",
      id: 7,
      method: "session/new",
      params: { cwd: "/ω", mcpServers: [] },
    };
    store.observe({ dir: "sent", msg });
    const error = { code: -32_000, message: "Authentication required" };
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 7, error } });
  });
  fireEvent.click(screen.getByRole("button", { name: /Κλειδί/ }));
  expect(chosen).toEqual(["key"]);
  expect(await findViolations()).toEqual([]);
});

it("reaches every control of the panel with Tab, from the conversation to the composer", async () => {
  renderPart(createFullStore(), <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/ω" />);
  await waitFor(() => expect(document.querySelector(".acp-queue-item")).not.toBeNull());
  const order: (string | null | undefined)[] = [];
  screen.getByRole("region", { name: "Messages" }).focus();
  for (let presses = 0; presses < 80; presses++) {
    order.push(document.activeElement?.closest("[aria-label]")?.getAttribute("aria-label"));
    if (document.activeElement === screen.getByRole("textbox", { name: "Message" })) break;
    await userEvent.keyboard("{Tab}");
  }
  const areas = ["Messages", "Plan", "Queued prompts", "Message"];
  expect(areas.map((area) => order.indexOf(area))).toEqual(
    areas.map((area) => order.indexOf(area)).toSorted((a, b) => a - b),
  );
  expect(order).toContain("Queued prompts");
  expect(order.at(-1)).toBe("Message");
});

it("ignores an Enter that was meant for the composer, and keeps its focus there", async () => {
  const store = createFullStore();
  renderPart(
    store,
    <AcpUiProvider agent={IDLE_AGENT}>
      <PermissionDock />
      <Composer />
    </AcpUiProvider>,
  );
  const pending = (): number =>
    store.getState().sessions.get(SESSION)?.pendingPermissions.length ?? 0;
  const before = pending();
  const field = screen.getByRole("textbox", { name: "Message" });
  field.focus();
  act(() => requestPermission(store, "pending"));
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(field);
  expect(pending()).toBe(before + 1);
});

it("answers with the keyboard alone, and moves the focus to the next request", async () => {
  const store = createFullStore();
  renderPart(store, <PermissionDock />);
  const allow = screen.getAllByRole("button", { name: "Ναι" });
  await waitFor(() => expect(allow[0]?.getAttribute("aria-disabled")).toBe("false"));
  allow[0]?.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getAllByRole("group").length).toBe(1);
  expect(document.activeElement).toBe(screen.getByRole("group"));
});

it("announces a turn once, and none of its chunks", async () => {
  const store = createFullStore();
  renderPart(store, <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} />);
  const regions = [...document.querySelectorAll("[aria-live=polite], [aria-live=assertive]")];
  const announced: string[] = [];
  const observer = new MutationObserver(() =>
    announced.push(regions.map((region) => region.textContent).join("|")),
  );
  for (const region of regions)
    observer.observe(region, { subtree: true, childList: true, characterData: true });
  for (let count = 0; count < 20; count++)
    act(() => {
      const content = { type: "text", text: "και " };
      const update = { sessionUpdate: "agent_message_chunk", messageId: "n", content };
      store.ingest({ sessionId: SESSION, update });
    });
  await Promise.resolve();
  expect(announced).toEqual([]);
  act(() => store.endTurn(SESSION, { stopReason: "end_turn" }));
  await waitFor(() => expect(announced.length).toBeGreaterThan(0));
  expect(new Set(announced).size).toBe(announced.length);
  expect(announced.at(-1)).toContain("The agent has finished.");
  const noisy = document.querySelectorAll(".acp-conversation [aria-live]:not([aria-live=off])");
  expect([...noisy]).toEqual([]);
  observer.disconnect();
});
