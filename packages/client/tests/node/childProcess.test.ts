import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { signalProcessTree } from "../../src/node/childProcess.js";

/** Starts a process that runs until it is ended. */
async function startProcess() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  return child;
}

// Windows itself has a `taskkill`, so this test replaces it on other systems only.
describe.runIf(process.platform !== "win32")("signalProcessTree on Windows", () => {
  let log = "";

  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), "acp-windows-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    log = join(root, "log");
    mkdirSync(join(root, "System32"));
    const taskkill = join(root, "System32/taskkill.exe");
    writeFileSync(taskkill, `#!/bin/sh\necho "$@" >> '${log}'\nkill -9 "$2"\n`);
    chmodSync(taskkill, 0o755);
    vi.stubEnv("SystemRoot", root);
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  it("ends a process and its children with the taskkill of the system", async () => {
    const child = await startProcess();
    signalProcessTree(child, "SIGTERM", "win32");
    await once(child, "exit");
    expect(readFileSync(log, "utf8")).toBe(`/pid ${child.pid} /T /F\n`);
  });

  it("does nothing for a process that has exited, whose id may belong to another one", async () => {
    const child = await startProcess();
    child.kill("SIGKILL");
    await once(child, "exit");
    const other = await startProcess();
    signalProcessTree(child, "SIGKILL", "win32");
    signalProcessTree(other, "SIGKILL", "win32");
    await once(other, "exit");
    expect(readFileSync(log, "utf8")).toBe(`/pid ${other.pid} /T /F\n`);
  });

  it("ignores a system without taskkill", async () => {
    vi.stubEnv("SystemRoot", "/no/such/folder");
    const child = await startProcess();
    signalProcessTree(child, "SIGTERM", "win32");
    expect(existsSync(log)).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
});
