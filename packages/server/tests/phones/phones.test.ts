import { once } from "node:events";
import { type AcpView, selectMessages } from "@acp-store/core";
import { PhoneCloseCode } from "@acp-store/server/client";
import { createGate } from "@acp-store/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { nameDevice } from "../../src/phones/nameDevice.js";
import { get, liveMirror, openPage, waitForStatus } from "../agents/support/pages.js";
import { ask, asking, scripted, startServer, waitForPhones } from "./support/phones.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

/** Resolves with the id of the request that a session waits for, as a view shows it. */
async function pendingId(view: AcpView, sessionId: string): Promise<string> {
  const find = () => view.getState().sessions.get(sessionId)?.pendingPermissions[0];
  await waitForState(view, () => find() !== undefined);
  return find() ?? "";
}

/** Resolves with the last words of an agent when its turn has ended. */
async function lastWords(view: AcpView, sessionId: string): Promise<string> {
  await waitForState(view, ({ sessions }) => sessions.get(sessionId)?.openTurns.length === 0);
  return JSON.stringify(selectMessages(view.getState(), sessionId).at(-1)?.content);
}

describe("a phone", () => {
  it("shows the requests of all agents at once, and answers them", async () => {
    const server = await startServer(["a", "b", "c"].map(asking));
    const phone = server.openPhone(await server.pair());
    const sessions = await Promise.all(["a", "b", "c"].map((id) => ask(server, id, `Do ${id}`)));
    await waitForState(phone.overview, ({ counts }) => counts.waiting === 3);
    const titles = phone.overview
      .getState()
      .inbox.flatMap((item) => (item.kind === "waiting" ? item.permissions : []))
      .map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(["Do a", "Do b", "Do c"]));
    for (const [index, id] of ["a", "b", "c"].entries()) {
      const mirror = await liveMirror(phone, id);
      const sessionId = sessions[index] ?? "";
      const permissionId = await pendingId(mirror, sessionId);
      const options = mirror.getState().sessions.get(sessionId)?.permissions.get(permissionId);
      const kind = id === "b" ? "reject_once" : "allow_once";
      const option = options?.options.find((each) => each.kind === kind);
      await mirror.actions.respondToPermission(permissionId, option?.optionId ?? "");
      const { store } = server.fleet.agents.get(id) ?? {};
      if (store === undefined) throw new Error("The agent is gone.");
      expect(await lastWords(store, sessionId)).toContain(id === "b" ? "Rejected" : "Allowed");
    }
    await waitForState(phone.overview, ({ counts }) => counts.waiting === 0);
  });

  it("stops a turn, and is told which answer was faster", async () => {
    const server = await startServer([asking("a")]);
    const phone = server.openPhone(await server.pair());
    const mirror = await liveMirror(phone);
    const stopped = await ask(server, "a", "One");
    await pendingId(mirror, stopped);
    await mirror.actions.cancel(stopped);
    await waitForState(phone.overview, ({ counts }) => counts.waiting === 0);
    const answered = await ask(server, "a", "Two");
    const permissionId = await pendingId(mirror, answered);
    const optionId = "allow-once";
    server.fleet.agents.get("a")?.store.respondToPermission(permissionId, optionId);
    await expect(mirror.actions.respondToPermission(permissionId, optionId)).rejects.toMatchObject({
      reason: "already_settled",
      settled: { optionId },
    });
  });

  it("gets no content, folder, prompt or reason, even if it asks for all of a session", async () => {
    const gate = createGate();
    onTestFinished(() => gate.open());
    const talking = scripted("a", async (turn) => {
      await turn.say("secret words");
      await turn.read("/secret-folder/secret-file", "secret text");
      await turn.edit({
        ...{ path: "/secret-folder/shown.ts", oldText: "secret a", newText: "secret b" },
        title: "Edit the file",
      });
      await turn.hold(gate);
      await turn.say("more secret words");
    });
    const missing = { id: "b", name: "B", command: "/secret-folder/agent" };
    const server = await startServer([talking, missing]);
    await server.page.startAgent("b").catch(() => {});
    await waitForState(server.page.overview, ({ counts }) => counts.failed === 1);
    const phone = server.openPhone(await server.pair());
    const mirror = await liveMirror(phone);
    const sessionId = await ask(server, "a", "secret prompt");
    const permissionId = await pendingId(mirror, sessionId);
    await mirror.open(sessionId);
    await mirror.actions.respondToPermission(permissionId, "allow-once");
    await gate.reached;
    gate.open();
    await waitForState(mirror, ({ sessions }) => sessions.get(sessionId)?.openTurns.length === 0);
    expect(phone.entries.getState().get("b")).toEqual({ id: "b", name: "B", status: "failed" });
    expect(phone.received()).toContain("shown.ts");
    expect(phone.received()).not.toContain("secret");
  });

  it("is refused everything else, and cannot start an agent", async () => {
    const server = await startServer([asking("a"), asking("b")]);
    const phone = server.openPhone(await server.pair());
    const mirror = await liveMirror(phone);
    const sessionId = await ask(server, "a", "One");
    const permissionId = await pendingId(mirror, sessionId);
    const { actions } = mirror;
    const idle = await server.fleet.agents.get("a")?.connection.newSession({ cwd: "/w" });
    const attempts = [
      actions.prompt(sessionId, [{ type: "text", text: "rm -rf /" }]),
      actions.queuePrompt(sessionId, [{ type: "text", text: "rm -rf /" }]),
      actions.newSession({ cwd: "/" }),
      actions.loadSession({ sessionId, cwd: "/" }),
      actions.listSessions({}),
      actions.setMode(sessionId, "yolo"),
      actions.closeSession(sessionId),
      actions.deleteSession(sessionId),
      actions.logout(),
      actions.request("_any", { sessionId }),
      actions.respondToPermission(permissionId, "an option that was not offered"),
      actions.cancel(idle?.sessionId ?? ""),
    ];
    for (const attempt of attempts)
      await expect(attempt).rejects.toMatchObject({ reason: "forbidden" });
    expect(phone.connection.getState().canManage).toBe(false);
    for (const method of ["start", "stop", "phones/invite", "phones/follow", "phones/disconnect"])
      await expect(phone.request(method, "b")).rejects.toMatchObject({ reason: "forbidden" });
    expect(server.fleet.entries.getState().get("b")?.status).toBe("stopped");
    expect(await pendingId(mirror, sessionId)).toBe(permissionId);
  });
});

describe("access", () => {
  it("admits a phone for a link once, and shows it only the page for phones", async () => {
    const server = await startServer([asking("a")]);
    const { link, expiresAt } = await server.phones.invite();
    expect(link).toMatch(new RegExp(`^${server.origin}/phone\\?token=[\\w-]{43}$`));
    expect(expiresAt).toBeGreaterThan(Date.now());
    const { cookie } = await get(link);
    expect((await get(link)).status).toBe(403);
    expect((await get(`${server.origin}/phone`, { cookie })).text).toContain("The phone");
    expect((await get(server.origin, { cookie })).status).toBe(403);
    const page = openPage(server.origin, { cookie });
    await waitForStatus(page, "not_admitted");
    expect(page.entries.getState().size).toBe(0);
  });

  it.each([
    ["a forged cookie", "acp_phone_00000000=x"],
    ["no cookie", ""],
  ])("tells a page with %s that it is not admitted", async (_name, cookie) => {
    const server = await startServer([asking("a")]);
    const phone = server.openPhone(cookie);
    await waitForStatus(phone, "not_admitted");
    expect(phone.entries.getState().size).toBe(0);
  });

  it("does not admit the cookie of the computer", async () => {
    const server = await startServer([asking("a")]);
    const phone = server.openPhone(server.cookie);
    await waitForStatus(phone, "not_admitted");
    expect(phone.entries.getState().size).toBe(0);
  });

  it("needs a new link after a restart, and continues to list phones", async () => {
    const first = await startServer([asking("a")]);
    const cookie = await first.pair();
    await waitForStatus(first.openPhone(cookie), "live");
    await first.close();
    const next = await startServer([asking("a")], { folder: first.folder });
    await waitForStatus(next.openPhone(cookie), "not_admitted");
    const phone = next.openPhone(await next.pair());
    await waitForStatus(phone, "live");
    const list = await waitForPhones(next.phones, ([first]) => first?.isConnected === true);
    expect(list).toHaveLength(1);
  });

  it("serves no phones without the option, and says so", async () => {
    const server = await startServer([asking("a")], { phoneDir: null });
    await expect(server.phones.invite()).rejects.toThrow('no method "phones/invite"');
    expect((await get(`${server.origin}/phone`)).status).toBe(403);
    expect(await waitForPhones(server.phones, () => true)).toEqual([]);
  });
});

describe("the list of phones", () => {
  it("has their devices, and whether their pages are open", async () => {
    const server = await startServer([asking("a")]);
    const cookie = await server.pair();
    const [listed] = await waitForPhones(server.phones, (list) => list.length === 1);
    expect(listed).toMatchObject({ name: "iPhone", isConnected: false });
    const phone = server.openPhone(cookie);
    await waitForState(server.phones, ([first]) => first?.isConnected === true);
    phone.close();
    await waitForState(server.phones, ([first]) => first?.isConnected === false);
  });

  it("continues after the connection broke, and for any number of subscribers in turn", async () => {
    const server = await startServer([asking("a")]);
    for (let count = 0; count < 20; count++) {
      const stop = server.phones.subscribe(() => {});
      await server.phones.invite();
      stop();
    }
    await server.pair();
    await waitForPhones(server.phones, (list) => list.length === 1);
    server.breakPage();
    await waitForStatus(server.page, "connecting");
    await waitForStatus(server.page, "live");
    await server.pair();
    expect(await waitForState(server.phones, (list) => list.length === 2)).toMatchObject([
      { name: "iPhone" },
      { name: "iPhone" },
    ]);
  });
});

describe("the limits of a phone", () => {
  it("gives no effect to what a disconnected phone sends", async () => {
    const server = await startServer([asking("a")]);
    const phone = server.openPhone(await server.pair());
    const other = server.openPhone(await server.pair());
    const mirror = await liveMirror(phone);
    await waitForStatus(other, "live");
    const sessionId = await ask(server, "a", "One");
    const permissionId = await pendingId(mirror, sessionId);
    const list = await waitForPhones(server.phones, (phones) => phones.length === 2);
    // A hostile page does not react to the end of its connection.
    const [socket] = phone.sockets;
    socket?.pause();
    await server.phones.disconnect(list[0]?.id ?? "");
    const [option] =
      mirror.getState().sessions.get(sessionId)?.permissions.get(permissionId)?.options ?? [];
    const answer = mirror.actions.respondToPermission(permissionId, option?.optionId ?? "");
    socket?.resume();
    expect(await phone.closed()).toBe(PhoneCloseCode.disconnected);
    await waitForStatus(phone, "not_admitted");
    await waitForState(server.phones, (phones) => phones.length === 1);
    phone.close();
    await expect(answer).rejects.toMatchObject({});
    const store = server.fleet.agents.get("a")?.store;
    expect(store?.getState().sessions.get(sessionId)?.pendingPermissions).toEqual([permissionId]);
    expect(other.connection.getState().status).toBe("live");
    await server.phones.disconnect("an unknown phone");
  });

  it("allows 4 pages of each phone", async () => {
    const server = await startServer([asking("a")]);
    const cookie = await server.pair();
    const pages = Array.from({ length: 4 }, () => server.openPhone(cookie));
    for (const page of pages) await waitForStatus(page, "live");
    const fifth = server.openPhone(cookie);
    await waitForStatus(fifth, "unreachable");
    expect(await fifth.closed()).toBe(PhoneCloseCode.tooManyPages);
    pages[0]?.close();
    // It tries again.
    await waitForStatus(fifth, "live");
    expect(pages.slice(1).map(({ connection }) => connection.getState().status)).toEqual(
      pages.slice(1).map(() => "live"),
    );
  });

  it("allows 20 phones, and another one when one was disconnected", async () => {
    const server = await startServer([asking("a")]);
    for (let count = 0; count < 20; count++) await server.pair();
    const list = await waitForPhones(server.phones, (phones) => phones.length === 20);
    const { link } = await server.phones.invite();
    const refused = await get(link);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("20 devices");
    await server.phones.disconnect(list[3]?.id ?? "");
    expect((await get(link)).status).toBe(303);
  });

  it("ends a page that sends more than 64 kB at once", async () => {
    const server = await startServer([asking("a")]);
    const phone = server.openPhone(await server.pair());
    await waitForStatus(phone, "live");
    const [socket] = phone.sockets;
    socket?.send("x".repeat(65 * 1024));
    expect((await once(socket ?? process, "close"))[0]).toBe(1009);
  });
});

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "Android phone"],
  ["Mozilla/5.0 (Linux; Android 15; Tab) Safari/537.36", "Android tablet"],
  ["curl/8", "Unknown device"],
])("names the device of %s", (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});
