import type { AcpStore } from "@acp-store/core";
import {
  createMirror,
  hostMirrors,
  type Mirror,
  type MirrorHost,
  type MirrorRights,
  portLink,
} from "@acp-store/mirror";
import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import recording from "../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import { askedFor, said, toolCall } from "../tests/support/frames.js";
import { prefer, violations } from "./support/looks.js";
import { framesIn, openPanel } from "./support/panel.js";

/** Shows a store with a host in a panel. */
function openHost(): { store: AcpStore; host: MirrorHost; all: (selector: string) => Element[] } {
  let host: MirrorHost | undefined;
  const { store, all } = openPanel(framesIn(recording), (shown) => {
    host = hostMirrors(shown, { windowBytes: 60_000 });
    return { mirrorHost: host };
  });
  if (host === undefined) throw new Error("no host");
  onTestFinished(host.close);
  return { store, host, all };
}

/** Connects a mirror that can stop reading. */
function connectMirror(host: MirrorHost, rights: MirrorRights): Mirror & { stall(): void } {
  let isStalled = false;
  const mirror = createMirror(() => {
    const { port1, port2 } = new MessageChannel();
    host.connect(portLink(port1), rights);
    const link = portLink(port2);
    // A window that hangs confirms nothing.
    return {
      ...link,
      send: (text) => {
        if (!isStalled) link.send(text);
      },
    };
  });
  onTestFinished(mirror.close);
  const stall = (): void => {
    isStalled = true;
  };
  return Object.assign(mirror, { stall });
}

it.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 420],
] as const)("shows mirrors accessibly in the %s scheme, %i pixels wide", async (scheme, width) => {
  await page.viewport(width, 960);
  await prefer(scheme);
  localStorage.setItem("acp-store-devtools", JSON.stringify({ height: 940 }));
  const { store, host, all } = openHost();
  const panel = connectMirror(host, { name: "Panel of the extension", may: () => true });
  const phone = connectMirror(host, { name: "Phone" });
  const slow = connectMirror(host, { sees: (sessionId) => sessionId !== "secret" });
  await page.getByRole("tab", { name: "Mirrors" }).click();
  for (const mirror of [panel, phone, slow]) await expect.poll(() => mirror.status).toBe("live");
  for (const frame of [toolCall("c1"), askedFor("c1")]) store.observe(frame);
  const request = (): string | undefined =>
    phone.getState().sessions.get("s1")?.pendingPermissions[0];
  await expect.poll(request).toBeDefined();
  await expect(phone.actions.respondToPermission(request() ?? "", "yes")).rejects.toThrow(
    "no right",
  );
  await expect(panel.actions.cancel("s1")).rejects.toThrow("no agent");
  slow.stall();
  for (let count = 0; count < 30; count++) {
    store.observe(said("x".repeat(5_000)));
    await new Promise(requestAnimationFrame);
  }
  const item = page.getByRole("group", { name: "Mirror #3" });
  await expect.element(item.getByText(/^behind by \d+ batches$/)).toBeVisible();
  await expect
    .element(page.getByRole("group", { name: "Panel of the extension #1" }).getByText("up to date"))
    .toBeVisible();
  await expect.element(page.getByText(/[\d.]+ k\/s/).first()).toBeVisible();
  expect(await violations()).toEqual([]);
  const [view] = all(".view");
  expect(view?.scrollWidth).toBe(view?.clientWidth);
  await page.screenshot({ path: `__screenshots__/mirrors-${scheme}-${width}.png` });
  view?.scrollTo({ top: view.scrollHeight });
  await expect.element(page.getByText("forbidden")).toBeVisible();
  await page.screenshot({ path: `__screenshots__/mirrors-end-${scheme}-${width}.png` });
});

it.each(["light", "dark"] as const)(
  "shows the mirror of the page accessibly in the %s scheme",
  async (scheme) => {
    await page.viewport(900, 620);
    await prefer(scheme);
    localStorage.setItem("acp-store-devtools", JSON.stringify({ height: 600 }));
    let host: MirrorHost | undefined;
    openPanel(framesIn(recording), (store) => {
      host = hostMirrors(store, { agent: { cancel: () => new Promise(() => {}) } });
      onTestFinished(host.close);
      const mirror = connectMirror(host, { may: () => true });
      const stop = mirror.onStatus(() => {
        stop();
        const [sessionId = ""] = mirror.getState().sessions.keys();
        mirror.actions.cancel(sessionId).catch(() => {});
      });
      return { mirror };
    });
    await page.getByRole("tab", { name: "Mirrors" }).click();
    await expect.element(page.getByText("Live", { exact: true }).last()).toBeVisible();
    await expect.element(page.getByRole("row", { name: /^cancel/ })).toBeVisible();
    expect(await violations()).toEqual([]);
    host?.close();
    await expect.element(page.getByText("Stale")).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/own-mirror-${scheme}.png` });
  },
);
