import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FleetRights } from "@acp-store/fleet/mirror";
import { serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { createTerminalsClient } from "@acp-store/server/client";
import { terminalSignIns } from "@acp-store/server/terminals";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { get, inProcessAgent, openPage, temporaryFolder } from "../agents/support/pages.js";
import { liveMirror, waitForStatus } from "../agents/support/pages.js";

const AGENT = join(import.meta.dirname, "../fixtures/signInAgent.mjs");
const NAMES = { id: "a", name: "Agent" };
const WAIT = 60_000;
const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, WAIT);

interface StartOptions extends Pick<ServeAgentsOptions, "rights" | "terminals"> {
  readonly agents?: ServeAgentsOptions["agents"];
}

/** Starts a server whose agent requires a sign-in in a terminal, and opens its page. */
async function start({ terminals = terminalSignIns(), rights, agents }: StartOptions = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "page"));
  writeFileSync(join(folder, "page/index.html"), "");
  const agent = { ...NAMES, command: process.execPath, args: [AGENT, folder] };
  const server = await serveAgents({
    ...{ agents: agents ?? [agent], pageDir: join(folder, "page"), port: 0, terminals },
    ...(rights && { rights }),
    dataDir: join(folder, "data"),
    onAddress: () => {},
  });
  onTestFinished(() => server.close());
  const { cookie } = await get(server.url);
  const open = () => openPage(new URL(server.url).origin, { cookie });
  const page = open();
  await waitForStatus(page, "live");
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const has = (name: string): boolean => existsSync(join(folder, name));
  return { server, page, open, read, has };
}

type Page = Awaited<ReturnType<typeof start>>["page"];

interface SignInOptions {
  readonly agentId?: string;
  /** Whether the page shows the output. Default: `true`. */
  readonly showsOutput?: boolean;
}

/** Starts a sign-in of a page. */
function signIn(page: Page, methodId: string, options: SignInOptions = {}) {
  const { agentId = "a", showsOutput = true } = options;
  const abort = new AbortController();
  const exitCodes: number[] = [];
  let output = "";
  const running = createTerminalsClient(page).signIn(agentId, methodId, {
    ...{ columns: 80, rows: 24, signal: abort.signal },
    onOutput(data, onShown) {
      output += data;
      if (showsOutput) onShown();
    },
    onExit: (code) => void exitCodes.push(code),
  });
  running.done.catch(() => {});
  onTestFinished(() => abort.abort());
  return { ...running, abort, exitCodes, output: () => output };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === "win32")("terminalSignIns", () => {
  it("runs the agent's program with the method's arguments, and connects the agent again", async () => {
    const { server, page, read } = await start();
    const { connection, store } = server.fleet.agents.get("a") ?? {};
    await expect(connection?.newSession({ cwd: "/" })).rejects.toThrow("Authentication required");
    const { done, write, output, exitCodes } = signIn(page, "login");
    await waitFor(() => expect(output()).toContain("Your name: "));
    expect(output()).toContain("\u001B[1mHello\u001B[0m");
    write("Ro");
    write("bin\r");
    await done;
    expect(read("account")).toBe("Robin");
    expect(output()).toContain("Signed in as Robin.");
    expect(exitCodes).toEqual([0]);
    expect(store?.getState().connection?.status).toBe("ready");
    await expect(connection?.newSession({ cwd: "/" })).resolves.toMatchObject({ sessionId: "s1" });
  });

  it("rejects with the exit code of a program that fails, and can be tried again", async () => {
    const { page } = await start();
    const failed = signIn(page, "login");
    failed.write("nobody\r");
    await expect(failed.done).rejects.toThrow("Log in failed: the program exited with code 3.");
    expect(failed.exitCodes).toEqual([3]);
    const again = signIn(page, "login");
    again.write("Robin\r");
    await expect(again.done).resolves.toBeUndefined();
  });

  it("tells the program the size of the terminal, and each change of it", async () => {
    const { page } = await start();
    const { done, write, resize, output } = signIn(page, "size");
    await waitFor(() => expect(output()).toContain("80x24"));
    resize({ columns: 132, rows: 40 });
    await waitFor(() => expect(output()).toContain("132x40"));
    write("q\r");
    await done;
  });

  it("sends a large paste in order", async () => {
    const { page, read } = await start();
    const { done, write, output } = signIn(page, "login");
    await waitFor(() => expect(output()).toContain("Your name: "));
    const name = Array.from({ length: 30_000 }, (_, index) => String(index)).join(" ");
    write(name);
    write("\r");
    await done;
    expect(read("account")).toBe(name);
  });

  it("makes a program wait while the page does not show its output", async () => {
    const { page, read, has } = await start();
    const { output } = signIn(page, "flood", { showsOutput: false });
    await waitFor(() => expect(output().length).toBeGreaterThan(256_000));
    // The program is stopped when its writes no longer change the file.
    let before = "";
    await vi.waitFor(
      () => {
        const now = has("written") ? read("written") : "";
        const isSame = now === before;
        before = now;
        expect(isSame).toBe(true);
      },
      { timeout: WAIT, interval: 500 },
    );
    expect(output().length).toBeLessThan(1_000_000);
    expect(Number(read("written"))).toBeLessThan(1_500_000);
  });

  it("ends a program that writes without end", async () => {
    const { page } = await start();
    const { done, output } = signIn(page, "flood");
    await expect(done).rejects.toThrow("it wrote more than 4 MB");
    expect(output().length).toBeLessThanOrEqual(4_000_000);
  });

  it.each(["the page cancels", "the page is gone", "the server stops"])(
    "ends the program and its process group when %s, even if they ignore signals",
    async (reason) => {
      const { page, read, server, open } = await start();
      const { abort, done, output } = signIn(page, "stubborn");
      await waitFor(() => expect(output()).toContain("Ready"));
      const pids = read("pids").split(" ").map(Number);
      expect(pids.map(isAlive)).toEqual([true, true]);
      const failure = done.catch(String);
      if (reason === "the page cancels") abort.abort();
      else if (reason === "the page is gone") page.close();
      else await server.close();
      expect(await failure).toMatch(/aborted|closed|broke/);
      await waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]));
      if (reason === "the server stops") return;
      // The next sign-in waits for the end of that one.
      const next = open();
      await waitForStatus(next, "live");
      const again = signIn(next, "login");
      again.write("Robin\r");
      await again.done;
    },
  );

  it("runs one sign-in of an agent at a time", async () => {
    const { page, open } = await start();
    const first = signIn(page, "login");
    await waitFor(() => expect(first.output()).toContain("Your name: "));
    const other = open();
    await waitForStatus(other, "live");
    await expect(signIn(other, "login").done).rejects.toThrow(
      "Another terminal is signing in to Agent. Close that one first.",
    );
    first.write("Robin\r");
    await first.done;
  });

  it("never runs a program for a mirror, which has no terminal", async () => {
    const { page, open, has } = await start();
    const first = signIn(page, "login");
    await waitFor(() => expect(first.output()).toContain("Your name: "));
    const mirror = await liveMirror(open());
    await expect(mirror.actions.authenticate("login")).rejects.toThrow(
      "Log in needs a page that shows terminals",
    );
    first.abort.abort();
    await expect(first.done).rejects.toThrow("aborted");
    expect(has("account")).toBe(false);
  });

  it("refuses unknown agents, methods without a terminal, and invalid requests", async () => {
    const { page } = await start();
    await expect(signIn(page, "login", { agentId: "b" }).done).rejects.toThrow("no agent");
    for (const methodId of ["key", "unknown", "__proto__"])
      await expect(signIn(page, methodId).done).rejects.toThrow("does not offer the sign-in");
    const size = { columns: 80, rows: 24 };
    for (const params of [
      undefined,
      { agentId: "a", methodId: "login", columns: 0, rows: 24 },
      { agentId: "a", methodId: "login", columns: 80.5, rows: 24 },
      { agentId: "a", methodId: "login", columns: 80, rows: 1e9 },
    ])
      await expect(page.request("terminals/signIn", params)).rejects.toThrow("is invalid");
    for (const [method, params] of [
      ["input", { terminalId: "x", data: "a" }],
      ["resize", { terminalId: "x", ...size }],
      ["shown", { terminalId: "x", characters: 1 }],
    ] as const)
      await expect(page.request(`terminals/${method}`, params)).rejects.toThrow("has ended");
  });

  it("ignores a command that a page sends", async () => {
    const { page } = await start();
    const { done, write, output } = signIn(page, "login");
    done.catch(() => {});
    const params = { agentId: "a", methodId: "size", columns: 80, rows: 24, command: "/bin/false" };
    await waitFor(() => expect(output()).toContain("Your name: "));
    write("Robin\r");
    await done;
    const seen: unknown[] = [];
    const request = page.request("terminals/signIn", params, {
      onProgress: (event) => void seen.push(event),
    });
    request.catch(() => {});
    await waitFor(() => expect(JSON.stringify(seen)).toContain("80x24"));
  });

  it("refuses pages without the right to manage agents", async () => {
    const rights: FleetRights = { agent: () => ({}) };
    const { page } = await start({ rights: () => rights });
    await expect(signIn(page, "login").done).rejects.toThrow("may not manage agents");
  });

  it("tells an agent that is not a program of this computer that there is no terminal", async () => {
    const { server } = await start({ agents: [inProcessAgent()] });
    const { store, definition } = server.fleet.agents.get("a") ?? {};
    if (store === undefined || definition === undefined) throw new Error("There is no agent.");
    expect(terminalSignIns().connect("a", store, {}, definition)).toEqual({});
  });

  it("tells agents that there is no terminal without the option", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "page"));
    const server = await serveAgents({
      agents: [{ ...NAMES, command: process.execPath, args: [AGENT, folder] }],
      ...{ pageDir: join(folder, "page"), dataDir: join(folder, "data"), port: 0 },
      onAddress: () => {},
    });
    onTestFinished(() => server.close());
    const agent = server.fleet.agents.get("a");
    await agent?.start();
    expect(agent?.store.getState().agent.authMethods?.map(({ id }) => id)).toEqual(["key"]);
  });
});
