import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import {
  type DownloadProgress,
  installBinary,
  isAcpRegistryError,
  launchPlans,
  parseRegistry,
  removeOldVersions,
} from "@acp-store/registry";
import { describe, expect, it } from "vitest";
import { tarGz, zip } from "./support/archives.js";
import { AGENT, createInstallation, planFor } from "./support/installation.js";
import { rejection } from "./support/rejection.js";
import { startServer } from "./support/server.js";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

const isWindows = process.platform === "win32";
const script = Buffer.from("#!/bin/sh\necho works\n");
const archive = tarGz([{ path: "agent", content: script }]);
const HEX = /^[0-9a-f]{16}$/;

/** A program that answers `initialize` as an agent. */
const AGENT_SCRIPT = `
const { createInterface } = require("node:readline");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  const result = { protocolVersion: 1, agentInfo: { name: process.argv[2], version: "1.0.0" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
});
`;

/** The files of an agent for this platform, whose program is `bin/agent` or `bin\agent.cmd`. */
const AGENT_FILES = isWindows
  ? [
      { path: "bin/agent.cmd", content: `@"${process.execPath}" "%~dp0agent.cjs" %*\r\n` },
      { path: "bin/agent.cjs", content: AGENT_SCRIPT },
    ]
  : [{ path: "bin/agent", content: `#!${process.execPath}\n${AGENT_SCRIPT}` }];

describe("an agent of a registry", () => {
  it.each([
    ["agent.tgz", tarGz],
    ["agent.zip", zip],
  ])("is installed from %s, launched, and answers", async (name, pack) => {
    const content = pack(AGENT_FILES);
    const server = await startServer((_request, response) => void response.end(content));
    const { archive: url, sha256 } = planFor(content, name);
    const target = {
      archive: url,
      cmd: isWindows ? "bin\\agent.cmd" : "./bin/agent",
      args: ["An installed agent"],
      sha256: sha256?.toUpperCase(),
    };
    const { agents } = parseRegistry({
      version: "1.0.0",
      agents: [{ ...AGENT, distribution: { binary: { "linux-x86_64": target } } }],
    });
    const [agent = AGENT] = agents;
    const [plan] = launchPlans(agent, "linux-x86_64");
    if (plan?.kind !== "binary") throw new Error("The agent has no program.");
    const dir = join(await createTemporaryFolder(), "agents");
    const command = await installBinary(agent, plan, dir, { fetch: server.fetch });
    expect(existsSync(command)).toBe(true);
    const store = createAcpStore();
    const connection = await connectAgent(store, spawnAgent(command, plan.args));
    expect(store.getState().agent.info?.name).toBe("An installed agent");
    await connection.close();
  });
});

describe("installBinary", () => {
  it("unpacks a version into its own folder, and downloads it once", async () => {
    const { install, dir, names, requests, plan } = await createInstallation(archive, "a.tar.gz");
    const executable = await install();
    const version = `1.0.0-${plan.sha256?.slice(0, 16)}`;
    expect(executable).toBe(join(dir, "agent", version, "agent"));
    expect(readFileSync(executable)).toEqual(script);
    expect(await install()).toBe(executable);
    expect(requests).toEqual(["/a.tar.gz"]);
    expect(names()).toEqual([version]);
  });

  it("stores a download that is not an archive as the program itself", async () => {
    const { install } = await createInstallation(script, "agent-linux", {
      executable: "bin/agent",
    });
    const executable = await install();
    expect(readFileSync(executable)).toEqual(script);
    if (!isWindows) {
      expect(statSync(executable).mode & 0o777).toBe(0o755);
      expect((await promisify(execFile)(executable)).stdout).toBe("works\n");
    }
  });

  it("reports the progress of the download", async () => {
    const progress: DownloadProgress[] = [];
    const { install } = await createInstallation(archive, "a.tar.gz");
    await install({ onProgress: (step) => progress.push(step) });
    expect(progress.at(-1)).toEqual({ receivedBytes: archive.length, totalBytes: archive.length });
  });

  it("rejects a download that does not match its checksum, even if it may be unverified", async () => {
    const sha256 = "0".repeat(64);
    const { install, names } = await createInstallation(archive, "a.tar.gz", { sha256 });
    const error = await rejection(install({ allowUnverified: true }));
    expect(isAcpRegistryError(error) && error.reason).toBe("checksum_mismatch");
    expect(String(error)).toContain(`instead of ${sha256}. Nothing was installed.`);
    expect(names()).toEqual([]);
  });

  it("requires a checksum unless the caller allows otherwise", async () => {
    const dir = join(await createTemporaryFolder(), "agents");
    const verified = await createInstallation(archive, "a.tar.gz", {}, dir);
    const { sha256: _, ...plan } = verified.plan;
    const options = {
      fetch: (await startServer((_request, response) => void response.end(archive))).fetch,
    };
    const error = await rejection(installBinary(AGENT, plan, dir, options));
    expect(error).toMatchObject({
      reason: "no_checksum",
      message: expect.stringContaining(
        "only if you trust everything that archives.example sends",
      ) as string,
    });
    expect(existsSync(dir)).toBe(false);
    const unverified = await installBinary(AGENT, plan, dir, { ...options, allowUnverified: true });
    expect(unverified).toContain("1.0.0-unverified-");
    // An unverified download does not become a verified one when the registry gets a checksum.
    expect(await verified.install()).not.toBe(unverified);
    expect(verified.names()).toHaveLength(2);
    expect(await rejection(installBinary(AGENT, plan, dir, options))).toMatchObject({
      reason: "no_checksum",
    });
  });

  it.each([
    ["agent.tar.bz2", ".bz2"],
    ["agent.tbz2", ".tbz2"],
    ["agent.tar.xz", ".xz"],
    ["agent.DMG", ".dmg"],
    ["agent.gz", ".gz"],
  ])("refuses %s before it downloads anything", async (name, ending) => {
    const { install, requests, dir } = await createInstallation(archive, name);
    const error = await rejection(install());
    expect(isAcpRegistryError(error) && error.reason).toBe("unsupported_archive");
    expect(String(error)).toContain(`is released as a ${ending} file`);
    expect(requests).toEqual([]);
    expect(existsSync(dir)).toBe(false);
  });

  it("reports an archive without the program", async () => {
    const { install, names } = await createInstallation(archive, "a.tar.gz", {
      executable: "other",
    });
    expect(await rejection(install())).toMatchObject({
      reason: "missing_executable",
      message: expect.stringContaining('has no program "other"') as string,
    });
    expect(names()).toEqual([]);
  });

  it("reports an installed program that somebody has deleted", async () => {
    const { install } = await createInstallation(archive, "a.tar.gz");
    const executable = await install();
    rmSync(executable);
    expect(await rejection(install())).toMatchObject({
      reason: "missing_executable",
      message: expect.stringContaining(`Delete the folder "${join(executable, "..")}"`) as string,
    });
  });

  it.each([
    [{ id: "../agent" }, {}],
    [{ version: "../../x" }, {}],
    [{}, { executable: "../x" }],
    [{}, { sha256: "../../../../x" }],
    [{}, { executable: "/bin/sh" }],
  ])("refuses a place outside of the folder: %j, %j", async (agent, plan) => {
    const { dir, plan: sound } = await createInstallation(archive, "a.tar.gz");
    const error = await rejection(
      installBinary({ ...AGENT, ...agent }, { ...sound, ...plan }, dir),
    );
    expect(error).toMatchObject({
      reason: "invalid_agent",
      message: expect.stringMatching(/^\[acp-store\] The agent .+ cannot be installed\./) as string,
    });
  });
});

describe("a download that fails", () => {
  it("reports the answer of the server", async () => {
    const { plan, dir, names } = await createInstallation(archive, "a.tar.gz");
    const server = await startServer((_request, response) => void response.writeHead(404).end());
    const error = await rejection(installBinary(AGENT, plan, dir, { fetch: server.fetch }));
    expect(error).toMatchObject({
      reason: "download_failed",
      message:
        "Agent 1.0.0 could not be downloaded from https://archives.example/a.tar.gz: the server answered 404. Check the network connection, and try again.",
    });
    expect(names()).toEqual([]);
  });

  it("is not redirected to a server without encryption", async () => {
    const { plan, dir } = await createInstallation(archive, "a.tar.gz");
    const server = await startServer((_request, response) => void response.end(archive));
    const toPlainServer = () => fetch(`${server.url}/plain`);
    const error = await rejection(installBinary(AGENT, plan, dir, { fetch: toPlainServer }));
    expect(error).toMatchObject({
      reason: "download_failed",
      message: expect.stringContaining("/plain, which is not encrypted") as string,
    });
  });

  it("is limited in size", async () => {
    const { install, names } = await createInstallation(archive, "a.tar.gz");
    expect(await rejection(install({ maxDownloadBytes: 100 }))).toMatchObject({
      reason: "too_large",
      message: expect.stringContaining("the file is larger than 100 bytes") as string,
    });
    expect(names()).toEqual([]);
  });

  it("is cancelled by the signal at any time, and leaves nothing", async () => {
    const controller = new AbortController();
    const reason = new Error("The user has closed the dialog.");
    const { plan, dir, names } = await createInstallation(archive, "a.tar.gz");
    const server = await startServer(
      (_request, response) => void response.write(archive.subarray(0, 50)),
    );
    const cancelled = installBinary(AGENT, plan, dir, {
      fetch: server.fetch,
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    expect(await rejection(cancelled)).toBe(reason);
    expect(names()).toEqual([]);
    const { signal } = controller;
    expect(await rejection(installBinary(AGENT, plan, dir, { signal }))).toBe(reason);
  });

  it("passes on the error of the progress listener", async () => {
    const { install, names } = await createInstallation(archive, "a.tar.gz");
    const failure = new Error("No window.");
    const onProgress = () => {
      throw failure;
    };
    expect(await rejection(install({ onProgress }))).toBe(failure);
    expect(names()).toEqual([]);
  });
});

describe("several installations", () => {
  it("lets concurrent ones of a version end with the same program", async () => {
    const { install, names } = await createInstallation(archive, "a.tar.gz");
    const paths = await Promise.all([install(), install(), install()]);
    expect(new Set(paths).size).toBe(1);
    expect(names()).toHaveLength(1);
    expect(readFileSync(paths[0] ?? "")).toEqual(script);
  });

  it("keeps the old version until it is removed", async () => {
    const dir = join(await createTemporaryFolder(), "agents");
    const old = await createInstallation(archive, "a.tar.gz", {}, dir);
    const oldProgram = await old.install();
    const next = await createInstallation(script, "agent-2", {}, dir);
    const newProgram = await next.install();
    expect(existsSync(oldProgram)).toBe(true);
    await removeOldVersions(AGENT, next.plan, dir);
    expect([existsSync(oldProgram), existsSync(newProgram)]).toEqual([false, true]);
    expect(next.names().map((name) => name.split("-"))).toEqual([
      ["1.0.0", expect.stringMatching(HEX)],
    ]);
  });

  it("removes folders of killed installations after a day, and no others", async () => {
    const { install, dir, names, plan } = await createInstallation(archive, "a.tar.gz");
    const createLeftover = (name: string, ageMs: number): void => {
      const path = join(dir, "agent", name);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, "download"), "half");
      const time = new Date(Date.now() - ageMs);
      utimesSync(path, time, time);
    };
    createLeftover(".tmp-old", 86_400_000 + 60_000);
    createLeftover(".tmp-new", 1000);
    await install();
    expect(names()).toEqual([".tmp-new", expect.stringMatching(/^1\.0\.0-/)]);
    createLeftover(".tmp-old", 86_400_000 + 60_000);
    await removeOldVersions(AGENT, plan, dir);
    expect(names()).toEqual([".tmp-new", expect.stringMatching(/^1\.0\.0-/)]);
  });

  it("has nothing to remove where nothing is installed", async () => {
    const dir = await createTemporaryFolder();
    await removeOldVersions(AGENT, planFor(archive, "a.tar.gz"), dir);
    expect(readdirSync(dir)).toEqual([]);
  });
});
