import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { FleetRights } from "@acp-store/fleet/mirror";
import { serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { registryRequests } from "@acp-store/server/registry";
import {
  createRegistryClient,
  type LaunchChoice,
  type LaunchProgress,
  type RegistryList,
} from "@acp-store/server/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startServer } from "../../../registry/tests/support/server.js";
import {
  get,
  inProcessAgent,
  openPage,
  temporaryFolder,
  waitForStatus,
} from "../agents/support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const PROGRAM = join(import.meta.dirname, "../../../client/tests/fixtures/agent.mjs");

/** An agent whose program is the test agent, in a mode. */
const program = (mode: string): string =>
  `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" ${mode}\n`;

/** An entry of a registry for an agent that `npx` runs. */
const npxAgent = (id: string, mode = "serve") => ({
  id,
  name: id.toUpperCase(),
  version: "1.0.0",
  description: `The agent ${id}`,
  distribution: { npx: { package: `${id}-agent@1.0.0`, args: [mode] } },
});

/** An entry for an agent whose program is downloaded, on every platform. */
function binaryAgent(version: string, content: string, hasChecksum = true) {
  const target = {
    archive: `https://archives.example/agent-${version}`,
    cmd: "./agent",
    ...(hasChecksum && { sha256: createHash("sha256").update(content).digest("hex") }),
  };
  const platforms = ["darwin-aarch64", "darwin-x86_64", "linux-aarch64", "linux-x86_64"];
  return {
    ...{ id: "binary", name: "Binary", version, description: "A program" },
    distribution: { binary: Object.fromEntries(platforms.map((name) => [name, target])) },
  };
}

/** A registry with files to download, and a computer on which `npx` runs the test agent. */
async function createRegistry(agents: readonly object[]) {
  const folder = temporaryFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const hang = `if [ "$1" = hang ]; then echo $$ > "${folder}/hanging"; exec sleep 600; fi`;
  const run = program('"$@"').split("\n")[1];
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift 3\n${hang}\n${run}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", [bin, "/usr/bin", "/bin"].join(delimiter));
  // The login shell would put its own folders first.
  vi.stubEnv("SHELL", join(folder, "no-shell"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = new Map<string, string>();
  /** The beginnings of files whose end never arrives. */
  const stalled = new Map<string, string>();
  /** Pictures with their type. */
  const icons = new Map<string, readonly [type: string, content: string | Buffer]>();
  const content = { agents };
  const server = await startServer(({ url = "" }, response) => {
    const icon = icons.get(url);
    if (icon) {
      response.setHeader("content-type", icon[0]);
      return void response.end(icon[1]);
    }
    const file =
      url === "/registry.json" ? JSON.stringify({ version: "1.0.0", ...content }) : files.get(url);
    const start = stalled.get(url);
    if (start !== undefined) return void response.write(start);
    response.statusCode = file === undefined ? 404 : 200;
    response.end(file);
  });
  return { folder, dataDir: join(folder, "data"), files, icons, stalled, content, server };
}

type TestRegistry = Awaited<ReturnType<typeof createRegistry>>;

/** Starts a server with the registry, and a page of it. */
async function start(
  { folder, dataDir, server }: TestRegistry,
  options: Partial<ServeAgentsOptions> = {},
) {
  const pageDir = join(folder, "page");
  mkdirSync(pageDir, { recursive: true });
  writeFileSync(join(pageDir, "index.html"), "");
  const requests = registryRequests({ url: `${server.url}/registry.json`, fetch: server.fetch });
  const { url, close, fleet } = await serveAgents({
    ...{ agents: [inProcessAgent()], pageDir, dataDir, port: 0, requests, onAddress: () => {} },
    ...options,
  });
  onTestFinished(() => close());
  const page = openPage(new URL(url).origin, { cookie: (await get(url)).cookie });
  await waitForStatus(page, "live");
  const client = createRegistryClient(page);
  const statusOf = (id: string) => page.entries.getState().get(id)?.status;
  return { client, page, close, fleet, statusOf };
}

/** Returns the choice of the first plan of a listed agent. */
function choose({ agents }: RegistryList, id: string): LaunchChoice {
  const [plan] = agents.find((agent) => agent.id === id)?.plans ?? [];
  if (plan === undefined) throw new Error(`The list has no plan of "${id}".`);
  return { id, plan: plan.id };
}

const find = ({ agents }: RegistryList, id: string) => agents.find((agent) => agent.id === id);

it("lists how each agent would be launched, without starting anything", async () => {
  const registry = await createRegistry([npxAgent("good"), npxAgent("a"), { id: "../bad" }]);
  const { client, statusOf } = await start(registry);
  const list = await client.list();
  expect(list).toMatchObject({
    source: "network",
    agents: [
      {
        ...{ id: "good", name: "GOOD", version: "1.0.0", status: "available" },
        description: "The agent good",
        plans: [
          { kind: "npx", commandLine: "npx --yes -- good-agent@1.0.0 serve", isVerified: true },
        ],
      },
      { id: "a", status: "configured" },
    ],
  });
  expect((await client.list()).source).toBe("cache");
  expect((await client.list({ refresh: true })).source).toBe("network");
  await registry.server.close();
  expect(await client.list({ refresh: true })).toMatchObject({
    source: "stale",
    reason: expect.stringContaining("could not be loaded"),
  });
  expect(statusOf("good")).toBeUndefined();
  await expect(client.add(choose(list, "a"))).rejects.toThrow('There is an agent "a" already.');
});

it("gives an added agent the MCP servers of the options", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const { url, fetch } = registry.server;
  const servers = [{ name: "docs", command: "docs-mcp", args: [], env: [] }];
  const requests = registryRequests({
    ...{ url: `${url}/registry.json`, fetch },
    mcpServers: () => servers,
  });
  const { client, fleet } = await start(registry, { requests });
  await client.add(choose(await client.list(), "good"));
  const { definition, store } = fleet.agents.get("good") ?? {};
  const options = store && definition?.connect?.(store);
  expect(options?.mcpServers?.({ cwd: registry.folder })).toEqual(servers);
});

it("adds an agent, keeps it over a restart, and removes it", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const first = await start(registry);
  const progress: LaunchProgress[] = [];
  await first.client.add(choose(await first.client.list(), "good"), {
    onProgress: (news) => progress.push(news),
  });
  expect(progress).toEqual([{ step: "start" }]);
  expect(first.statusOf("good")).toBe("running");
  // The command for a sign-in in a terminal.
  expect(first.page.entries.getState().get("good")?.commandLine?.join(" ")).toBe(
    "npx --yes -- good-agent@1.0.0 serve",
  );
  expect(find(await first.client.list(), "good")).toMatchObject({
    status: "added",
    addedVersion: "1.0.0",
  });
  const file = join(registry.dataDir, "added-agents.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  first.page.close();
  await first.close();

  const next = await start(registry);
  expect(next.statusOf("good")).toBe("stopped");
  await next.page.startAgent("good");
  registry.content.agents = [];
  expect(find(await next.client.list({ refresh: true }), "good")).toMatchObject({
    status: "added",
    plans: [],
  });
  await next.client.remove("good");
  await waitForState(next.page.entries, (entries) => !entries.has("good"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: "1.0.0", agents: [] });
  await expect(next.client.remove("good")).rejects.toThrow("Nobody has added");
  await expect(next.client.remove("a")).rejects.toThrow("Nobody has added");
});

it("loads the icons of agents for the page, which may not load them itself", async () => {
  const withIcon = (id: string, icon: string) => ({ ...npxAgent(id), icon });
  const registry = await createRegistry([
    withIcon("good", "https://icons.example/good.svg"),
    withIcon("colored", "https://icons.example/colored.png"),
    withIcon("large", "https://icons.example/large.svg"),
    withIcon("page", "https://icons.example/page.html"),
    withIcon("missing", "https://icons.example/missing.svg"),
    withIcon("plain", "http://icons.example/good.svg"),
  ]);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><path fill="currentColor" d="M0 0h9"/></svg>';
  registry.icons.set("/good.svg", ["image/svg+xml; charset=utf-8", svg]);
  registry.icons.set("/colored.png", ["image/png", Buffer.from([0x89, 0x50])]);
  registry.icons.set("/large.svg", ["image/svg+xml", `${svg}${" ".repeat(40_000)}`]);
  registry.icons.set("/page.html", ["text/html", "<script>"]);
  const first = await start(registry);
  const good = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const iconsOf = ({ agents }: RegistryList) => agents.map(({ id, icon }) => [id, icon]);
  const expected = [
    ["good", good],
    ["colored", "data:image/png;base64,iVA="],
    ...["large", "page", "missing", "plain"].map((id) => [id, undefined]),
  ];
  const list = await first.client.list();
  expect(iconsOf(list)).toEqual(expected);
  expect(registry.server.requests.filter((path) => path === "/good.svg")).toHaveLength(1);
  await first.client.add(choose(list, "good"));
  expect(first.page.entries.getState().get("good")?.icon).toBe(good);
  first.page.close();
  await first.close();

  // The icons are there without the network, also that of the added agent.
  await registry.server.close();
  const next = await start(registry);
  expect(next.page.entries.getState().get("good")?.icon).toBe(good);
  expect(iconsOf(await next.client.list({ refresh: true }))).toEqual(expected);
});

it("says why an agent cannot be started and what to do, and keeps nothing of it", async () => {
  const registry = await createRegistry([npxAgent("broken", "fail")]);
  const { client, statusOf } = await start(registry);
  const adding = client.add(choose(await client.list(), "broken"));
  await expect(adding).rejects.toThrow(
    /BROKEN could not be started\. The command "npx" exited with code 3:\s+warming up\nno API key Sign in to the agent/,
  );
  expect(statusOf("broken")).toBeUndefined();
  expect(existsSync(join(registry.dataDir, "added-agents.json"))).toBe(false);
});

it("installs a program with progress, and one without a checksum only if the user has agreed", async () => {
  const content = program("serve");
  const registry = await createRegistry([binaryAgent("1.0.0", content, false)]);
  registry.files.set("/agent-1.0.0", content);
  const { client, page, statusOf } = await start(registry);
  const list = await client.list();
  const choice = choose(list, "binary");
  expect(find(list, "binary")?.plans[0]).toMatchObject({ kind: "binary", isVerified: false });
  await expect(client.add(choice)).rejects.toThrow("no checksum of Binary 1.0.0");
  const progress: LaunchProgress[] = [];
  await client.add(
    { ...choice, allowUnverified: true },
    { onProgress: (news) => progress.push(news) },
  );
  expect(progress).toEqual([
    { step: "download", receivedBytes: content.length, totalBytes: content.length },
    { step: "start" },
  ]);
  expect(statusOf("binary")).toBe("running");
  expect(page.entries.getState().get("binary")).not.toHaveProperty("commandLine");
  await client.remove("binary");
  expect(readdirSync(join(registry.dataDir, "programs"))).toEqual([]);
});

it("keeps the old version until the new one has started", async () => {
  const content = program("serve");
  const registry = await createRegistry([binaryAgent("1.0.0", content)]);
  registry.files.set("/agent-1.0.0", content);
  const { client, page, statusOf } = await start(registry);
  await client.add(choose(await client.list(), "binary"));
  const versions = () => readdirSync(join(registry.dataDir, "programs/binary"));
  expect(versions()).toEqual([expect.stringMatching(/^1\.0\.0-/)]);

  const broken = program("fail");
  registry.files.set("/agent-1.1.0", broken);
  registry.content.agents = [binaryAgent("1.1.0", broken)];
  const list = await client.list({ refresh: true });
  expect(find(list, "binary")).toMatchObject({ status: "outdated", addedVersion: "1.0.0" });
  await expect(client.update(choose(list, "binary"))).rejects.toThrow(
    "Binary could not be started.",
  );
  expect(versions()).toEqual([expect.stringMatching(/^1\.0\.0-/)]);
  expect(statusOf("binary")).toBe("running");

  const better = `${content}# 1.2.0\n`;
  registry.files.set("/agent-1.2.0", better);
  registry.content.agents = [binaryAgent("1.2.0", better)];
  await client.update(choose(await client.list({ refresh: true }), "binary"));
  expect(find(await client.list(), "binary")).toMatchObject({
    status: "added",
    addedVersion: "1.2.0",
  });
  expect(versions()).toEqual([expect.stringMatching(/^1\.2\.0-/)]);
  await waitForState(page.entries, (entries) => entries.get("binary")?.status === "stopped");
  await page.startAgent("binary");
});

it("launches nothing but what it has listed, whatever a page sends", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const { client, page, statusOf } = await start(registry);
  const choice = choose(await client.list(), "good");
  for (const params of [
    undefined,
    "good",
    { id: "good" },
    { ...choice, id: "../good" },
    { ...choice, id: ["good"] },
    { ...choice, plan: "npx" },
    { ...choice, allowUnverified: "yes" },
  ])
    await expect(page.request("registry/add", params)).rejects.toThrow("The request is invalid at");
  const other = { ...choice, plan: "0".repeat(32) };
  await expect(client.add(other)).rejects.toThrow('no longer has the agent "good" in this form');
  await expect(client.update(choice)).rejects.toThrow("Nobody has added");
  await expect(page.request("registry/remove", { id: "../../data" })).rejects.toThrow("is invalid");

  registry.content.agents = [{ ...npxAgent("good"), version: "1.0.1" }];
  await client.list({ refresh: true });
  await expect(client.add(choice)).rejects.toThrow('no longer has the agent "good" in this form');
  const shown = choose(await client.list(), "good");
  const marker = join(registry.folder, "marker");
  await page.request("registry/add", { ...shown, command: "touch", args: [marker] });
  expect([statusOf("good"), existsSync(marker)]).toEqual(["running", false]);
});

it("refuses a page without the right to manage agents", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const rights = (): FleetRights => ({ agent: () => ({ name: "Page", may: () => true }) });
  const { client } = await start(registry, { rights });
  await expect(client.list()).rejects.toMatchObject({ reason: "forbidden" });
  expect(registry.server.requests).toEqual([]);
});

describe("a cancelled change", () => {
  /** A registry whose program of 1,000,000 bytes never arrives completely. */
  async function createSlowRegistry(agent: object) {
    const registry = await createRegistry([agent]);
    registry.stalled.set("/agent-1.0.0", "x".repeat(600_000));
    return registry;
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  const hasFiles = ({ dataDir }: TestRegistry): boolean =>
    readdirSync(join(dataDir, "programs"), { recursive: true }).length > 0;

  it("ends the download, removes its part, and can be repeated at once", async () => {
    const content = program("serve");
    const registry = await createSlowRegistry(binaryAgent("1.0.0", content));
    const { client, statusOf } = await start(registry);
    const choice = choose(await client.list(), "binary");
    const controller = new AbortController();
    const reason = new Error("The user has cancelled it.");
    const adding = client.add(choice, {
      onProgress: () => controller.abort(reason),
      signal: controller.signal,
    });
    await expect(adding).rejects.toBe(reason);
    registry.stalled.clear();
    registry.files.set("/agent-1.0.0", content);
    await client.add(choice);
    expect(statusOf("binary")).toBe("running");
    expect(readdirSync(join(registry.dataDir, "programs/binary"))).toHaveLength(1);
  });

  it("is cancelled by a page that is closed during the download", async () => {
    const registry = await createSlowRegistry(binaryAgent("1.0.0", program("serve")));
    const { client, page, fleet } = await start(registry);
    const choice = choose(await client.list(), "binary");
    const adding = client.add(choice, { onProgress: () => page.close() });
    await expect(adding).rejects.toMatchObject({ reason: "closed" });
    await vi.waitFor(() => expect(hasFiles(registry)).toBe(false));
    expect(fleet.agents.has("binary")).toBe(false);
  });

  it.each(["add", "update"] as const)(
    "ends the program that starts because of %s",
    async (method) => {
      const registry = await createRegistry([
        npxAgent("slow", method === "add" ? "hang" : "serve"),
      ]);
      const { client, statusOf } = await start(registry);
      if (method === "update") {
        await client.add(choose(await client.list(), "slow"));
        const { distribution } = npxAgent("slow", "hang");
        registry.content.agents = [{ ...npxAgent("slow"), version: "1.1.0", distribution }];
      }
      const choice = choose(await client.list({ refresh: true }), "slow");
      const controller = new AbortController();
      const changing = client[method](choice, { signal: controller.signal });
      const pidFile = join(registry.folder, "hanging");
      await vi.waitFor(() => expect(readFileSync(pidFile, "utf8")).toMatch(/\n$/));
      const pid = Number(readFileSync(pidFile, "utf8"));
      controller.abort();
      await expect(changing).rejects.toThrow("aborted");
      // It has two seconds to end by itself.
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
      await vi.waitFor(() =>
        expect(statusOf("slow")).toBe(method === "add" ? undefined : "running"),
      );
      expect(find(await client.list(), "slow")).toMatchObject(
        method === "add" ? { status: "available" } : { status: "outdated", addedVersion: "1.0.0" },
      );
    },
  );
});

it("runs one change of an agent at a time", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const { client, statusOf } = await start(registry);
  const choice = choose(await client.list(), "good");
  const results = await Promise.allSettled([client.add(choice), client.add(choice)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({
        message: expect.stringContaining("being changed already"),
      }),
    }),
  );
  expect(statusOf("good")).toBe("running");
});

it.each([
  ["is not JSON", "{", "cannot be read"],
  ["has another form", JSON.stringify({ version: "1.0.0", agents: [{}] }), "cannot be read"],
  [
    "has an entry that no registry may have",
    JSON.stringify({
      version: "1.0.0",
      agents: [
        {
          ...npxAgent("evil"),
          distribution: { npx: { package: "--call=evil" } },
          launch: { kind: "npx", allowUnverified: false },
        },
      ],
    }),
    'The added agent "evil"',
  ],
])("warns and starts all the same if the file of added agents %s", async (_, text, warning) => {
  const registry = await createRegistry([npxAgent("good")]);
  mkdirSync(registry.dataDir, { recursive: true });
  writeFileSync(join(registry.dataDir, "added-agents.json"), text);
  const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => emitWarning.mockRestore());
  const { client, page } = await start(registry);
  expect(emitWarning).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(warning),
    "AcpServerWarning",
  );
  expect([...page.entries.getState().keys()]).toEqual(["a"]);
  await client.add(choose(await client.list(), "good"));
  expect(
    JSON.parse(readFileSync(join(registry.dataDir, "added-agents.json"), "utf8")),
  ).toMatchObject({
    agents: [{ id: "good" }],
  });
});

it("leaves an agent to the application that has configured its id in the meantime", async () => {
  const registry = await createRegistry([npxAgent("good")]);
  const first = await start(registry);
  await first.client.add(choose(await first.client.list(), "good"));
  first.page.close();
  await first.close();
  const { client, page } = await start(registry, {
    agents: [{ ...inProcessAgent("good"), name: "Mine" }],
  });
  expect(page.entries.getState().get("good")?.name).toBe("Mine");
  expect(find(await client.list(), "good")?.status).toBe("configured");
  await expect(client.remove("good")).rejects.toThrow("Nobody has added");
});
