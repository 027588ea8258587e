import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { hostFleet } from "@acp-store/fleet/mirror";
import { createFleet } from "@acp-store/fleet/owner";
import { attachAgents, type AttachOptions, createAccess, exchangeToken } from "@acp-store/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import {
  get,
  inProcessAgent,
  liveMirror,
  openPage,
  temporaryFolder,
  waitForStatus,
} from "./support/pages.js";

/** Starts a server of Node with one agent. */
async function startServer(options: AttachOptions = {}, file?: string) {
  const fleet = createFleet({ agents: [inProcessAgent()] });
  const host = hostFleet(fleet);
  const access = createAccess({ name: "test", ...(file !== undefined && { file }) });
  const server = createServer((request, response) => {
    if (!exchangeToken(access, request, response)) response.end("The page");
  });
  const detach = attachAgents(server, host, access, options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    detach();
    server.close();
    host.close();
    await fleet.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const signIn = async (): Promise<string> => (await get(access.address(origin))).cookie;
  return { server, access, origin, port, detach, signIn };
}

/** Resolves with the way in which a WebSocket ended, or "open" if it was accepted. */
function outcomeOf(
  origin: string,
  headers: Record<string, string>,
  path = "/acp",
): Promise<string> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on("error", () => {});
    socket.on("unexpected-response", (_request, { statusCode }) => resolve(String(statusCode)));
    socket.on("close", (code, reason) => resolve(`${code} ${String(reason)}`));
    socket.on("message", () => resolve("open"));
    socket.on("open", () => socket.send("+fleet"));
  });
}

describe("attachAgents", () => {
  it("shows the agents to a page of a browser that was admitted", async () => {
    const { origin, signIn } = await startServer();
    const page = openPage(origin, { cookie: await signIn() });
    const mirror = await liveMirror(page);
    expect([...page.entries.getState().keys()]).toEqual(["a"]);
    const { sessionId } = await mirror.actions.newSession({ cwd: "/w" });
    expect(sessionId).toBeTypeOf("string");
  });

  it("refuses pages of other sites and hosts, regardless of their cookie", async () => {
    const { origin, port, signIn } = await startServer();
    const cookie = await signIn();
    const outcome = (headers: Record<string, string>) => outcomeOf(origin, { cookie, ...headers });
    expect(await outcome({ origin })).toBe("open");
    const foreign = [
      { origin: "https://evil.example" },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: `http://evil.example:${port}`, host: `evil.example:${port}` },
      { origin: "null" },
      {},
      { origin: `http://127.0.0.1:${port}.evil.example` },
    ];
    for (const headers of foreign) expect(await outcome(headers)).toBe("403");
  });

  it("tells a page that it is not admitted, without a cookie or with a wrong one", async () => {
    const { origin, signIn } = await startServer();
    const [name] = (await signIn()).split("=");
    for (const cookie of ["", `${name}=`, `${name}=guess`, "other=1"])
      expect(await outcomeOf(origin, { origin, cookie })).toBe("4401 not_admitted");
    await waitForStatus(openPage(origin, {}), "not_admitted");
  });

  it("admits one browser for each token", async () => {
    const { access, origin } = await startServer();
    const address = access.address(origin);
    const first = await get(address);
    expect(first).toMatchObject({ status: 303, location: "/" });
    expect(await get(address)).toMatchObject({ status: 200, cookie: "", text: "The page" });
    expect(access.address(origin)).not.toBe(address);
    expect(await outcomeOf(origin, { origin, cookie: first.cookie })).toBe("open");
  });

  it("admits pages at a listed host, and those that the application has authorized", async () => {
    const proxied = await startServer({ hosts: ["agents.example.com"] });
    const headers = { host: "agents.example.com", origin: "https://agents.example.com" };
    expect(await outcomeOf(proxied.origin, { ...headers, cookie: await proxied.signIn() })).toBe(
      "open",
    );
    const authorize = async ({ url }: { url?: string | undefined }) => {
      if (url?.includes("fail")) throw new Error("The database is down.");
      return url?.includes("user=1") === true;
    };
    const { origin } = await startServer({ authorize });
    expect(await outcomeOf(origin, { origin }, "/acp?user=1")).toBe("open");
    expect(await outcomeOf(origin, { origin }, "/acp?user=2")).toBe("4401 not_admitted");
    expect(await outcomeOf(origin, { origin }, "/acp?fail")).toBe("4401 not_admitted");
  });

  it("gives each page the rights that the application decides on", async () => {
    const { origin, signIn } = await startServer({ rights: () => ({ agent: () => undefined }) });
    const page = openPage(origin, { cookie: await signIn() });
    await waitForStatus(page, "live");
    expect(page.entries.getState().size).toBe(0);
  });

  it("does not admit a page whose rights cannot be decided, and continues to serve others", async () => {
    const rights: NonNullable<AttachOptions["rights"]> = ({ url }) => {
      if (url?.includes("fail")) throw new Error("The database is down.");
      return { agent: () => ({ may: () => true }) };
    };
    const { origin, signIn } = await startServer({ rights });
    const headers = { origin, cookie: await signIn() };
    expect(await outcomeOf(origin, headers, "/acp?fail")).toBe("4401 not_admitted");
    expect(await outcomeOf(origin, headers)).toBe("open");
  });

  it("leaves other paths to other listeners, even if it was detached", async () => {
    const { server, origin, detach, signIn } = await startServer({ path: "/agents" });
    const seen: (string | undefined)[] = [];
    server.on("upgrade", ({ url }, socket) => {
      seen.push(url);
      if (url !== "/agents") socket.end("HTTP/1.1 418 Teapot\r\nConnection: close\r\n\r\n");
    });
    const headers = { origin, cookie: await signIn() };
    expect(await outcomeOf(origin, headers, "/hmr")).toBe("418");
    expect(await outcomeOf(origin, headers, "/agents/")).toBe("418");
    expect(await outcomeOf(origin, headers, "/agents")).toBe("open");
    detach();
    expect(server.listenerCount("upgrade")).toBe(1);
    expect(seen).toEqual(["/hmr", "/agents/", "/agents"]);
  });
});

describe("createAccess with a file", () => {
  it("admits the same browsers after a restart, from digests that only the user can read", async () => {
    const file = join(temporaryFolder(), "new", "access.json");
    const first = createAccess({ name: "test", file });
    const token = new URL(first.address("http://localhost")).searchParams.get("token") ?? "";
    const [cookie = ""] = first.exchange(token)?.split(";") ?? [];
    expect(createAccess({ name: "test", file }).admits(cookie)).toBe(true);
    expect(createAccess({ name: "test" }).admits(cookie)).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, session = ""] = cookie.split("=");
    expect(readFileSync(file, "utf8")).not.toContain(session);
  });

  it("admits nobody if the file is damaged, and repairs it", () => {
    const file = join(temporaryFolder(), "access.json");
    for (const content of [
      "",
      "{",
      "null",
      '{"id":"x","digests":[]}',
      '{"id":"0123abcd","digests":["zz"]}',
    ]) {
      writeFileSync(file, content);
      const access = createAccess({ name: "test", file });
      expect(access.admits("test_0123abcd=")).toBe(false);
      const token = new URL(access.address("http://localhost")).searchParams.get("token") ?? "";
      const [cookie = ""] = access.exchange(token)?.split(";") ?? [];
      expect(createAccess({ name: "test", file }).admits(cookie)).toBe(true);
    }
  });

  it("forgets the oldest of more than 100 browsers", () => {
    const access = createAccess({ name: "test" });
    const cookies = Array.from({ length: 101 }, () => {
      const token = new URL(access.address("http://localhost")).searchParams.get("token") ?? "";
      return access.exchange(token)?.split(";")[0];
    });
    expect(cookies.map((cookie) => access.admits(cookie))).toEqual([
      false,
      ...Array.from({ length: 100 }, () => true),
    ]);
  });
});
