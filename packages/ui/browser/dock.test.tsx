import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { createRoot } from "react-dom/client";
import { expect, it, onTestFinished } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { AgentPanel } from "../src/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";
import { IDLE_AGENT, requestPermission, SESSION } from "./support/session.js";

interface Content {
  readonly steps?: number;
  readonly files?: number;
  readonly queued?: number;
  readonly lines?: number;
  readonly asks?: boolean;
}

/** Everything that can be between the conversation and the end of the panel, at the size of real work. */
const FULL: Content = { steps: 30, files: 50, queued: 20, lines: 40 };
const LAST = "The last message of the agent";

function fill(store: AcpStore, { steps = 0, files = 0, queued = 0, asks }: Content): void {
  const text = (value: string) => ({ type: "text" as const, text: value });
  const update = (fields: object): void =>
    void store.ingest({ sessionId: SESSION, update: fields });
  store.openSession({ sessionId: SESSION, cwd: "/p" });
  store.startTurn(SESSION, [text("Begin")]);
  for (let index = 0; index < files; index++)
    update({
      sessionUpdate: "tool_call",
      toolCallId: `edit-${index}`,
      title: `Edit file-${index}.ts`,
      kind: "edit",
      status: "completed",
      locations: [{ path: `/p/file-${index}.ts`, line: 3 }],
      content: [{ type: "diff", path: `/p/file-${index}.ts`, oldText: "a\n", newText: "b\n" }],
    });
  const entries = Array.from({ length: steps }, (_, index) => ({
    content: `Step ${index + 1} of a long plan, which says exactly what is to be done`,
    priority: "medium",
    status: index < 12 ? "completed" : index === 12 ? "in_progress" : "pending",
  }));
  if (steps > 0) update({ sessionUpdate: "plan", entries });
  for (let index = 0; index < queued; index++)
    store.queuePrompt(SESSION, [text(`Queued prompt ${index + 1}`)]);
  update({ sessionUpdate: "agent_message_chunk", content: text(`Text.\n\n`.repeat(30) + LAST) });
  if (asks) requestPermission(store, "edit-0");
}

async function openPanel(width: number, height: number, content: Content) {
  await page.viewport(width, height);
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
  const store = createAcpStore({ scheduler: "sync" });
  fill(store, content);
  const host = document.body.appendChild(document.createElement("div"));
  document.body.style.margin = "0";
  host.style.height = "100vh";
  const root = createRoot(host);
  root.render(
    <AcpStoreProvider store={store}>
      <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} />
    </AcpStoreProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  const composer = page.getByRole("textbox", { name: "Message" });
  await expect.element(composer).toBeVisible();
  if (content.lines !== undefined) {
    const draft = Array.from({ length: content.lines }, (_, line) => `Line ${line + 1}`);
    await userEvent.fill(composer, draft.join("\n"));
  }
  if ((content.files ?? 0) > 0)
    await expect.element(page.getByRole("button", { name: /files changed/ })).toBeInTheDocument();
  return { composer: composer.element() as HTMLTextAreaElement };
}

const rect = (selector: string): DOMRect => {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`There is no element ${selector}.`);
  return element.getBoundingClientRect();
};

/** Returns the height of everything between the conversation or the requests and the end of the panel. */
function getControlsHeight(): number {
  const parts = [".acp-plan", ".acp-side-panel-buttons", ".acp-queue", ".acp-composer"]
    .flatMap((selector) => [...document.querySelectorAll(`.acp-dock ${selector}`)])
    .map((part) => part.getBoundingClientRect())
    .filter(({ height }) => height > 0);
  expect(parts.length).toBeGreaterThan(0);
  const { top } = rect(".acp-controls");
  return rect(".acp-panel").bottom - top;
}

/** Returns whether the end of the conversation is visible. */
function showsLastMessage(): boolean {
  const { bottom, top } = rect(".acp-conversation");
  const walker = document.createTreeWalker(document.querySelector(".acp-rows") ?? document.body, 4);
  let last: Node | undefined;
  while (walker.nextNode())
    if (walker.currentNode.textContent?.includes(LAST)) last = walker.currentNode;
  if (last === undefined) return false;
  const range = document.createRange();
  range.selectNodeContents(last);
  const lines = range.getBoundingClientRect();
  return lines.bottom <= bottom && lines.bottom > top;
}

const SIZES = [
  [320, 480],
  [320, 640],
  [480, 860],
  [780, 720],
  [1280, 860],
  [1280, 1200],
] as const;

it.each(SIZES)(
  "leaves two thirds of a panel of %i × %i px to the conversation, regardless of its surroundings",
  async (width, height) => {
    const { composer } = await openPanel(width, height, FULL);
    const check = (): void => {
      expect(getControlsHeight()).toBeLessThanOrEqual(height / 3 + 1);
      expect(rect(".acp-composer").bottom).toBeLessThanOrEqual(height);
      expect(composer.clientHeight).toBeGreaterThanOrEqual(34);
      expect(document.documentElement.scrollWidth).toBe(width);
    };
    check();
    await expect.poll(showsLastMessage).toBe(true);
    for (const name of [/^Plan/, "Queued prompts"]) {
      const toggle = page.getByRole("button", { name, exact: false }).first();
      if (toggle.element().ariaExpanded === "false") await toggle.click();
      check();
    }
    // Everything in the tray can be scrolled into view.
    const last = ".acp-queue-item:last-child";
    document.querySelector(last)?.scrollIntoView({ block: "nearest" });
    expect(document.querySelector(last)?.textContent).toContain("Queued prompt 20");
    expect(rect(last).bottom).toBeLessThanOrEqual(rect(".acp-tray").bottom + 1);
    expect(rect(last).top).toBeGreaterThanOrEqual(rect(".acp-tray").top - 1);
    await page.screenshot({ path: `__screenshots__/dock-full-${width}x${height}.png` });
    expect(await violations()).toEqual([]);
  },
);

it.each(SIZES)(
  "keeps a request and the last message reachable in a panel of %i × %i px",
  async (width, height) => {
    await openPanel(width, height, { ...FULL, asks: true });
    const allow = page.getByRole("button", { name: "Ναι" });
    await expect.element(allow).toBeInTheDocument();
    expect(getControlsHeight()).toBeLessThanOrEqual(height / 3 + 1);
    expect(rect(".acp-controls").bottom).toBeLessThanOrEqual(height);
    expect(rect(".acp-conversation").height).toBeGreaterThanOrEqual(80);
    await expect.poll(showsLastMessage).toBe(true);
    allow.element().scrollIntoView({ block: "nearest" });
    const button = allow.element().getBoundingClientRect();
    const found = document.elementFromPoint(button.left + 8, button.top + button.height / 2);
    expect(allow.element().contains(found)).toBe(true);
    await page.screenshot({ path: `__screenshots__/dock-asking-${width}x${height}.png` });
  },
);

it("shows the current step of a long plan", async () => {
  await openPanel(1280, 1200, { steps: 30 });
  const step = rect(".acp-step-in_progress");
  const list = rect(".acp-plan-steps");
  expect(step.top).toBeGreaterThanOrEqual(list.top);
  expect(step.bottom).toBeLessThanOrEqual(list.bottom);
});

it("gives the composer alone a third of the panel", async () => {
  const { composer } = await openPanel(1280, 860, { lines: 40 });
  expect(getControlsHeight()).toBeLessThanOrEqual(860 / 3 + 1);
  expect(composer.clientHeight).toBeGreaterThan(200);
  expect(composer.scrollHeight).toBeGreaterThan(composer.clientHeight);
});
