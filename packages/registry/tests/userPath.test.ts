import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { userPath } from "@acp-store/registry";
import { describe, expect, it, vi } from "vitest";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

/** Creates a shell with a startup script, which then runs the command that it gets. */
async function createShell(startup: string): Promise<{ shell: string; folder: string }> {
  const folder = await createTemporaryFolder();
  const shell = join(folder, "shell");
  writeFileSync(shell, `#!/bin/sh\n${startup}\nexec /bin/sh -c "$2"\n`, { mode: 0o755 });
  return { shell, folder };
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.runIf(process.platform !== "win32")("userPath", () => {
  it("puts the folders of the login shell before its own, without repeating any", async () => {
    vi.stubEnv("PATH", ["/usr/bin", "/own", "/bin"].join(delimiter));
    const { shell } = await createShell(
      'echo "Welcome!"; export PATH="/home/me/bin:/usr/bin:/bin"',
    );
    expect(await userPath({ shell })).toBe("/home/me/bin:/usr/bin:/bin:/own");
  });

  it("asks the shell of the user as an interactive login shell", async () => {
    const { shell, folder } = await createShell('echo "$1" > "$(dirname "$0")/arguments"');
    vi.stubEnv("SHELL", shell);
    await userPath();
    expect(readFileSync(join(folder, "arguments"), "utf8")).toBe("-ilc\n");
  });

  it("works with the real shell", async () => {
    vi.stubEnv("PATH", "/usr/bin:/bin:/own");
    const path = await userPath({ shell: "/bin/sh", timeoutMs: 60_000 });
    expect(path.split(":")).toEqual(expect.arrayContaining(["/usr/bin", "/bin", "/own"]));
  });

  it.each([
    ["fails", "exit 1"],
    ["prints no answer", "exec true"],
    ["writes without end", "yes"],
  ])("keeps the path of this process if the shell %s", async (_name, startup) => {
    vi.stubEnv("PATH", "/usr/bin:/bin");
    const { shell } = await createShell(startup);
    expect(await userPath({ shell, timeoutMs: 60_000 })).toBe("/usr/bin:/bin");
  });

  it("keeps the path of this process if there is no shell", async () => {
    vi.stubEnv("PATH", "/usr/bin:/bin");
    expect(await userPath({ shell: "/no/such/shell" })).toBe("/usr/bin:/bin");
  });

  it("ends a shell that does not answer in time, with what it has started", async () => {
    vi.stubEnv("PATH", "/usr/bin:/bin");
    const { shell, folder } = await createShell(
      'sleep 1000 & echo $! > "$(dirname "$0")/pid"; wait',
    );
    // The shell may not even have started after a short time, so it gets more until it has.
    for (let timeoutMs = 50; !existsSync(join(folder, "pid")); timeoutMs *= 2)
      expect(await userPath({ shell, timeoutMs })).toBe("/usr/bin:/bin");
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("does not wait for a program that a startup file has left behind", async () => {
    vi.stubEnv("PATH", "/usr/bin:/bin");
    const { shell, folder } = await createShell(
      'sleep 1000 & echo $! > "$(dirname "$0")/pid"; export PATH=/home/me/bin:$PATH',
    );
    expect(await userPath({ shell, timeoutMs: 60_000 })).toBe("/home/me/bin:/usr/bin:/bin");
    process.kill(Number(readFileSync(join(folder, "pid"), "utf8")));
  });
});
