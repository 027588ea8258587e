import { AcpStoreProvider } from "@acp-store/react";
import type {} from "@vitest/browser-playwright";
import { createRoot } from "react-dom/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { AgentPanel, type UiSlots } from "../src/index.js";
import styleText from "../src/style.css?inline";
import { createHostileStore, SESSION } from "../tests/support/createHostileStore.js";
import { IDLE_AGENT } from "./support/session.js";

/** Takes a screenshot for people to look at. Nothing is compared. */
const shoot = (name: string): Promise<unknown> =>
  page.screenshot({ path: `__screenshots__/${name}.png` });

/** Opens the panel with the session of an agent that sends too much. */
async function openHostilePanel(colorScheme: "light" | "dark", slots?: Partial<UiSlots>) {
  await page.viewport(1000, 860);
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-color-scheme", value: colorScheme }],
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.style.colorScheme = "light dark";
  const host = document.body.appendChild(document.createElement("div"));
  Object.assign(host.style, { height: "100vh", background: "var(--acp-bg)" });
  const root = createRoot(host);
  root.render(
    <AcpStoreProvider store={createHostileStore()}>
      <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/" slots={slots} />
    </AcpStoreProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    host.remove();
    document.adoptedStyleSheets = [];
  });
  await expect.poll(() => host.querySelector(".acp-rows .acp-row")).not.toBeNull();
  return host;
}

describe.each(["light", "dark"] as const)("an agent that sends too much, %s", (colorScheme) => {
  it("gets a panel that fits its place", async () => {
    const host = await openHostilePanel(colorScheme);
    await expect.poll(() => host.querySelector(".acp-table-note")).not.toBeNull();
    expect(host.scrollWidth).toBeLessThanOrEqual(host.clientWidth);
    expect(host.querySelectorAll("*").length).toBeLessThan(25_000);
    host.querySelector(".acp-table-note")?.scrollIntoView({ block: "center" });
    await shoot(`hostile-table-${colorScheme}`);
    host.querySelector(".acp-call")?.scrollIntoView();
    await shoot(`hostile-call-${colorScheme}`);
    for (const dock of host.querySelectorAll(".acp-requests")) dock.scrollTo(0, dock.scrollHeight);
    await shoot(`hostile-requests-${colorScheme}`);
    const composer = host.querySelector(".acp-composer")?.getBoundingClientRect();
    expect(composer?.bottom).toBeLessThanOrEqual(host.getBoundingClientRect().bottom);
    const conversation = host.querySelector(".acp-conversation")?.getBoundingClientRect();
    expect(conversation?.height).toBeGreaterThan(100);
  });

  it("shows the content of rows whose components fail", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const fail = (): never => {
      throw new TypeError("Cannot read properties of undefined (reading 'text')");
    };
    const host = await openHostilePanel(colorScheme, {
      ToolCallCard: fail,
      MarkdownText: fail,
      Message: fail,
    }).catch(() => document.body);
    await expect.poll(() => host.querySelectorAll(".acp-failed").length).toBeGreaterThan(2);
    host.querySelector(".acp-failed")?.scrollIntoView();
    await shoot(`failed-rows-${colorScheme}`);
    expect(await violations()).toEqual([]);
  });
});
