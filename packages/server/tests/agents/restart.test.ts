import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentDefinition } from "@acp-store/fleet/owner";
import { agents } from "@acp-store/server/vite";
import { createLogger, createServer } from "vite";
import { expect, it, onTestFinished, vi } from "vitest";
import { get, inProcessAgent, liveMirror, openPage, temporaryFolder } from "./support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

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
  const vite = await createServer({
    root,
    configFile: false,
    customLogger: logger,
    server: { port: 0, host: "127.0.0.1" },
    optimizeDeps: { noDiscovery: true },
    plugins: [agents({ agents: [{ ...agent, source: connect }], dataDir: join(root, "data") })],
  });
  onTestFinished(() => vite.close());
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
