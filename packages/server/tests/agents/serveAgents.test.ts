import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selectMessages } from "@acp-store/core";
import { followSession } from "@acp-store/fleet";
import { followFrames } from "@acp-store/fleet/devtools";
import { type AgentCommand, serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { expect, it, onTestFinished } from "vitest";
import {
  get,
  inProcessAgent,
  liveMirror,
  openPage,
  temporaryFolder,
  waitForStatus,
} from "./support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const PROGRAM = join(import.meta.dirname, "../../../client/tests/fixtures/agent.mjs");

/** An agent that is a process. */
const processAgent: AgentCommand = {
  id: "echo",
  name: "Echo",
  command: process.execPath,
  args: [PROGRAM, "serve"],
};

/** Starts a server whose folders are deleted after the test. */
async function startServer(options: Partial<ServeAgentsOptions> = {}, folder = temporaryFolder()) {
  const pageDir = join(folder, "page");
  mkdirSync(pageDir, { recursive: true });
  writeFileSync(join(pageDir, "index.html"), "<title>The page</title>");
  const addresses: string[] = [];
  const server = await serveAgents({
    agents: [processAgent, inProcessAgent()],
    pageDir,
    dataDir: join(folder, "data"),
    port: 0,
    onAddress: (address) => addresses.push(address),
    ...options,
  });
  onTestFinished(() => server.close());
  const { origin } = new URL(server.url);
  return { ...server, addresses, origin, folder };
}

it("serves the page and its agents to the browser that opened the address", async () => {
  const { url, addresses, origin } = await startServer();
  expect(addresses).toEqual([url]);
  expect((await get(origin)).status).toBe(403);
  await waitForStatus(openPage(origin, {}), "not_admitted");
  const { cookie } = await get(url);
  expect(addresses).toHaveLength(2);
  expect((await get(origin, { cookie })).text).toContain("The page");
  const page = openPage(origin, { cookie });
  const mirror = await liveMirror(page, "echo");
  expect(Array.from(page.entries.getState().values(), ({ name }) => name)).toEqual(["Echo", "A"]);
  const { sessionId } = await mirror.actions.newSession({ cwd: process.cwd() });
  await mirror.actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  await waitForState(page.overview, ({ counts }) => counts.finished === 1);
});

it("keeps the sessions and the admitted browsers when it is started again", async () => {
  const first = await startServer();
  const { cookie } = await get(first.url);
  const page = openPage(first.origin, { cookie });
  const { actions } = await liveMirror(page);
  const { sessionId } = await actions.newSession({ cwd: "/w" });
  await actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  await first.close();
  page.close();

  const next = await startServer({}, first.folder);
  expect((await get(next.origin, { cookie })).status).toBe(200);
  const again = openPage(next.origin, { cookie });
  const mirror = await liveMirror(again);
  await waitForState(again.overview, ({ sessions }) => sessions.length === 1);
  expect(next.fleet.entries.getState().get("a")?.status).toBe("stopped");
  const shown = followSession(mirror, sessionId);
  await shown.opened;
  shown.stop();
  expect(next.fleet.entries.getState().get("a")?.status).toBe("stopped");
  expect(selectMessages(mirror.getState(), sessionId)).toHaveLength(2);
});

it("shows the messages of the agents to its pages only if asked", async () => {
  for (const devtools of [true, false]) {
    const { url, origin } = await startServer({ devtools });
    const page = openPage(origin, { cookie: (await get(url)).cookie });
    const { actions } = await liveMirror(page);
    await actions.newSession({ cwd: "/w" });
    const frames = followFrames(page, "a");
    onTestFinished(() => frames.close());
    const { status, store } = await waitForState(
      frames.state,
      (state) => state.status !== "connecting",
    );
    expect(status).toBe(devtools ? "live" : "not_recorded");
    if (devtools) await waitForState(store, ({ sessions }) => sessions.size === 1);
  }
});

it("shows the page why an agent cannot be started", async () => {
  const missing = { id: "missing", name: "Missing", command: "nosuchagent" };
  const { url, origin } = await startServer({ agents: [missing] });
  const page = openPage(origin, { cookie: (await get(url)).cookie });
  const { actions } = await liveMirror(page, "missing");
  const opening = actions.newSession({ cwd: "/w" });
  await expect(opening).rejects.toThrow('The command "nosuchagent" was not found.');
  await waitForState(page.overview, ({ counts }) => counts.failed === 1);
  expect(page.overview.getState().inbox).toMatchObject([
    {
      kind: "agent_failed",
      agentId: "missing",
      reason: expect.stringContaining('The command "nosuchagent" was not found.'),
    },
  ]);
});

it("answers the requests of the application, and stops the agents when it closes", async () => {
  const requests = { add: (params: unknown) => ({ added: params }) };
  const { url, origin, close, fleet } = await startServer({ requests });
  const page = openPage(origin, { cookie: (await get(url)).cookie });
  await waitForStatus(page, "live");
  expect(await page.request("add", "gemini")).toEqual({ added: "gemini" });
  await page.startAgent("echo");
  await close();
  expect(fleet.entries.getState().get("echo")?.status).toBe("stopped");
  await waitForStatus(page, "unreachable");
});

it("fails with the reason if the port is taken, and leaves nothing running", async () => {
  const { origin } = await startServer();
  const port = Number(new URL(origin).port);
  await expect(startServer({ port })).rejects.toThrow("EADDRINUSE");
});

it("fails with the process that uses the folder, and starts when that has closed", async () => {
  const first = await startServer();
  await expect(startServer({}, first.folder)).rejects.toMatchObject({
    reason: "in_use",
    holder: { dir: join(first.folder, "data"), pid: process.pid },
  });
  await first.close();
  await startServer({}, first.folder);
});

it("lets another server use the folder after a failed start", async () => {
  const { origin } = await startServer();
  const folder = temporaryFolder();
  const port = Number(new URL(origin).port);
  await expect(startServer({ port }, folder)).rejects.toThrow("EADDRINUSE");
  await startServer({}, folder);
});
