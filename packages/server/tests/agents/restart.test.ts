import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { isFolderInUseError, lockFolder } from "@acp-store/persist/node";
import { agents, type AgentsPluginOptions } from "@acp-store/server/vite";
import { createLogger, createServer } from "vite";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  get,
  inProcessAgent,
  liveMirror,
  openPage,
  temporaryFolder,
  waitForStatus,
} from "./support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

/** Starts Vite for a project, and closes it after the test. */
async function startVite(
  root: string,
  options: AgentsPluginOptions,
  logger = createLogger("silent"),
  open: boolean | string = false,
) {
  const vite = await createServer({
    root,
    configFile: false,
    customLogger: logger,
    server: { port: 0, host: "127.0.0.1", open },
    optimizeDeps: { noDiscovery: true },
    plugins: [agents(options)],
  });
  onTestFinished(() => vite.close());
  return vite;
}

it("keeps the sessions and the page when Vite restarts, with one owner at a time", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "index.html"), "<title>The page</title>");
  const { source, ...agent } = inProcessAgent();
  let running = 0;
  const connect: AgentDefinition["source"] = vi.fn(async () => {
    const { readable, writable } = await source();
    running++;
    expect(running).toBe(1);
    const writer = writable.getWriter();
    const counted = new WritableStream({
      write: (message) => writer.write(message),
      async close() {
        await writer.close();
        running--;
      },
    });
    return { readable, writable: counted };
  });
  const printed: string[] = [];
  const logger = createLogger("silent");
  logger.info = (message) => void printed.push(message);
  const vite = await startVite(
    root,
    { agents: [{ ...agent, source: connect }], dataDir: join(root, "data") },
    logger,
  );
  await vite.listen();
  vite.printUrls();
  const [address = ""] = printed.join("\n").match(/http:\S+token=\S+/) ?? [];
  const { cookie } = await get(address);
  const page = openPage(new URL(address).origin, { cookie });
  const { actions } = await liveMirror(page);
  const { sessionId } = await actions.newSession({ cwd: "/w" });
  await actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  await vite.restart();
  await waitForState(page.connection, ({ status }) => status === "live");
  await waitForState(page.entries, (entries) => entries.get("a")?.status === "stopped");
  const again = await liveMirror(page);
  await vi.waitFor(() => expect(again.status).toBe("live"));
  await again.actions.prompt(sessionId, [{ type: "text", text: "On" }]);
  expect(connect).toHaveBeenCalledTimes(2);
  expect(page.overview.getState().sessions).toHaveLength(1);
});

it.each([true, "/docs/"])(
  "opens an address that admits the browser, with open: %s",
  async (open) => {
    const root = temporaryFolder();
    writeFileSync(join(root, "index.html"), "<title>The page</title>");
    const opened = join(root, "opened");
    const browser = join(root, "browser.js");
    writeFileSync(
      browser,
      `require("node:fs").appendFileSync(${JSON.stringify(opened)}, process.argv.at(-1) + "\\n");`,
    );
    vi.stubEnv("BROWSER", browser);
    onTestFinished(() => void vi.unstubAllEnvs());
    const dataDir = join(root, "data");
    const vite = await startVite(root, { agents: [inProcessAgent()], dataDir }, undefined, open);
    await vite.listen();
    const addresses = () =>
      // The last line is complete when the line break is there.
      existsSync(opened) ? readFileSync(opened, "utf8").split("\n").slice(0, -1) : [];
    await vi.waitFor(() => expect(addresses()).toHaveLength(1), 20_000);
    const [address = ""] = addresses();
    const { origin, pathname } = new URL(address);
    if (open !== true) return expect([pathname, address]).toEqual([open, `${origin}${open}`]);
    const { status, cookie } = await get(address);
    expect(status).toBe(303);
    await waitForStatus(openPage(origin, { cookie }), "live");
    // The shortcut "o" of Vite, for another browser.
    vite.openBrowser();
    await vi.waitFor(() => expect(addresses()).toHaveLength(2), 20_000);
    expect((await get(addresses()[1] ?? "")).status).toBe(303);
    expect(vite.config.server).toMatchObject({ open: true, preTransformRequests: true });
  },
);

it("gives each project its own folder", async () => {
  const home = temporaryFolder();
  // One of them counts on each platform.
  for (const name of ["XDG_DATA_HOME", "HOME", "LOCALAPPDATA"]) vi.stubEnv(name, home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const roots = ["one", "two"].map((parent) => join(temporaryFolder(), parent, "my app"));
  for (const root of roots) {
    mkdirSync(root, { recursive: true });
    await startVite(root, { agents: [inProcessAgent()] });
  }
  const locks = readdirSync(home, { recursive: true, encoding: "utf8" }).filter(
    (name) => basename(name) === "lock",
  );
  expect(locks.sort()).toEqual([
    expect.stringMatching(/acp-store.projects.my_app-[0-9a-f]{8}.lock$/),
    expect.stringMatching(/acp-store.projects.my_app-[0-9a-f]{8}.lock$/),
  ]);
});

it("does not start while another server uses the folder, and says so without a stack", async () => {
  const root = temporaryFolder();
  const dataDir = join(root, "data");
  const lock = await lockFolder(dataDir, "");
  const options = { agents: [inProcessAgent()], dataDir };
  const error: unknown = await startVite(root, options).catch((reason: unknown) => reason);
  if (!isFolderInUseError(error)) throw error;
  expect(error.message).toContain(
    `(${process.pid}). Stop that process, or set "dataDir" to another folder.`,
  );
  expect(error.stack).toBe(error.message);
  await lock.release();
  await startVite(root, options);
});
