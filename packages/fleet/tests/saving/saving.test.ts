import type { FleetRights } from "@acp-store/fleet/mirror";
import { memoryStorage, StorageFullError } from "@acp-store/persist";
import { describe, expect, it } from "vitest";
import { testAgent, testFleet } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";

const EVERYTHING: FleetRights = { agent: () => ({ may: () => true }), manageAgents: true };

async function openSession(options: Parameters<typeof testFleet>[1] = {}) {
  const owner = testFleet([testAgent("a")], options);
  const { sessionId } = await owner.get("a").connection.newSession({ cwd: "/work" });
  return { ...owner, agent: owner.get("a"), sessionId };
}

describe("a draft of a fleet", () => {
  it("is shared by all pages, and kept by the owner", async () => {
    const { fleet, agent, sessionId } = await openSession();
    const server = testServer(fleet);
    const [first, second] = [openPage(server.openLink), openPage(server.openLink)].map(
      ({ page, whenLive }) => ({ page, whenLive }),
    );
    await first?.whenLive();
    await second?.whenLive();
    const texts: string[] = [];
    second?.page.getSaving("a")?.drafts.onChange(({ text }) => texts.push(text));
    expect(await second?.page.getSaving("a")?.drafts.get(sessionId)).toBe("");
    first?.page.getSaving("a")?.drafts.set(sessionId, "Half a thought");
    await expect.poll(() => texts).toEqual(["Half a thought"]);
    expect(await agent.saving.drafts.get(sessionId)).toBe("Half a thought");
    // A sent prompt does not come back.
    second?.page.getSaving("a")?.drafts.set(sessionId, "");
    await expect.poll(() => first?.page.getSaving("a")?.drafts.get(sessionId)).toBe("");
  });

  it("is sent again after the connection was broken", async () => {
    const { fleet, agent, sessionId } = await openSession();
    const server = testServer(fleet);
    const { page, whenLive } = openPage(server.openLink);
    await whenLive();
    expect(await page.getSaving("a")?.drafts.get(sessionId)).toBe("");
    server.breakLinks();
    page.getSaving("a")?.drafts.set(sessionId, "Written offline");
    await expect.poll(() => agent.saving.drafts.get(sessionId)).toBe("Written offline");
  });

  it("survives a restart of the owner with storage", async () => {
    const storage = memoryStorage();
    const first = await openSession({ storage: () => storage });
    await first.agent.connection.prompt(first.sessionId, "Hello");
    first.agent.saving.drafts.set(first.sessionId, "Then");
    await first.fleet.close();
    const { fleet } = testFleet([testAgent("a")], { storage: () => storage });
    await fleet.restore();
    const { page, whenLive } = openPage(testServer(fleet).openLink);
    await whenLive();
    expect(await page.getSaving("a")?.drafts.get(first.sessionId)).toBe("Then");
  });

  it("cannot be written by a page that may not prompt", async () => {
    const { fleet, agent, sessionId } = await openSession();
    const server = testServer(fleet);
    const { page, whenLive } = openPage(() =>
      server.openLink({ agent: () => ({ may: (action) => action.name === "cancel" }) }),
    );
    await whenLive();
    page.getSaving("a")?.drafts.set(sessionId, "Injected");
    page.getSaving("a")?.drafts.set(sessionId, "");
    agent.saving.drafts.set(sessionId, "Mine");
    const other = openPage(server.openLink);
    await other.whenLive();
    expect(await other.page.getSaving("a")?.drafts.get(sessionId)).toBe("Mine");
  });

  it.each([
    ["hidden sessions", { agent: () => ({ may: () => true, sees: () => false }) }, {}],
    ["a host with less content", EVERYTHING, { redact: (entity: object) => entity }],
  ])("is not shown to a page with %s", async (_name, rights, options) => {
    const { fleet, agent, sessionId } = await openSession();
    agent.saving.drafts.set(sessionId, "Mine");
    const server = testServer(fleet, options);
    const { page, whenLive } = openPage(() => server.openLink(rights));
    await whenLive();
    const texts: string[] = [];
    page.getSaving("a")?.drafts.onChange(({ text }) => texts.push(text));
    void page
      .getSaving("a")
      ?.drafts.get(sessionId)
      .then((text) => texts.push(text));
    agent.saving.drafts.set(sessionId, "Still mine");
    // A page of the same host that has everything comes after what this one gets.
    const other = openPage(testServer(fleet).openLink);
    await other.whenLive();
    expect(await other.page.getSaving("a")?.drafts.get(sessionId)).toBe("Still mine");
    expect(texts.filter((text) => text !== "")).toEqual([]);
  });

  it("keeps an empty session open, because its user is writing", async () => {
    const { fleet, agent, sessionId } = await openSession({ idle: { stopAfterMs: 1000 } });
    const { page, whenLive } = openPage(testServer(fleet).openLink);
    await whenLive();
    page.getSaving("a")?.drafts.set(sessionId, "A long thought");
    await expect.poll(() => agent.saving.drafts.get(sessionId)).toBe("A long thought");
    const other = await agent.connection.newSession({ cwd: "/work" });
    const isOpen = (id: string): boolean =>
      agent.store.getState().sessions.get(id)?.closed !== true;
    await expect.poll(() => isOpen(other.sessionId)).toBe(false);
    expect(isOpen(sessionId)).toBe(true);
  });
});

it("tells pages that sessions cannot be saved", async () => {
  const storage = memoryStorage();
  let isFull = false;
  const write: typeof storage.write = (...args) =>
    isFull ? Promise.reject(new StorageFullError("a")) : storage.write(...args);
  const { fleet, agent, sessionId } = await openSession({ storage: () => ({ ...storage, write }) });
  const { page, whenLive } = openPage(testServer(fleet).openLink);
  await whenLive();
  const saving = page.getSaving("a");
  expect(saving?.status).toBe("ok");
  isFull = true;
  await agent.connection.prompt(sessionId, "Hello");
  await agent.persistence?.flush();
  await expect.poll(() => saving?.status).toBe("full");
  await expect.poll(() => saving?.sessionStatus(sessionId)?.status).toBe("full");
  isFull = false;
  await agent.persistence?.flush();
  await expect.poll(() => saving?.status).toBe("ok");
});
