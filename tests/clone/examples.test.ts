import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { createClone, removeBuilds, removeClone, START_MS } from "./support/createClone.js";

let clone = "";

beforeAll(() => {
  clone = createClone();
  return () => removeClone(clone);
});

// Each example has to build everything that it needs. Only the first one installs all dependencies.
beforeEach(() => removeBuilds(clone));

/** Runs a script of the repository with npm, in the clone. */
function runScript(name: string, ...args: string[]) {
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], {
    cwd: clone,
    env: { ...env, ACP_DEMO_SPEED: "1000" },
    stdio: ["pipe", "pipe", "inherit"],
    // A separate group, so that the test can end npm and everything that it has started.
    detached: true,
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await closed;
  });
  return { stdin: child.stdin, stdout: child.stdout, closed };
}

it(
  "starts the editor example from a clean clone",
  async () => {
    const { stdout, closed } = runScript("start", "--port", "0");
    let output = "";
    const address = await new Promise<string>((resolve, reject) => {
      stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        const match = /Open (http\S+)\n/.exec(output)?.[1];
        if (match !== undefined) resolve(match);
      });
      void closed.then(() => reject(new Error(`The example has ended: ${output}`)));
    });
    const page = await fetch(address, { redirect: "manual" });
    const headers = { cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "" };
    const html = await (await fetch(new URL(address).origin, { headers })).text();
    expect(html).toContain('<div id="root">');
  },
  START_MS,
);

it(
  "starts the terminal example from a clean clone",
  async () => {
    const { stdin, stdout, closed } = runScript("terminal");
    stdin.end("/help\n/quit\n");
    expect(await text(stdout)).toContain("/sessions");
    expect(await closed).toBe(0);
  },
  START_MS,
);

it(
  "builds the VS Code example from a clean clone with the command of its README",
  () => {
    const readme = readFileSync(join(clone, "examples/vscode/README.md"), "utf8");
    const [command = ""] = /^npx .+$/m.exec(readme) ?? [];
    const { NODE_ENV: _, ...env } = process.env;
    execFileSync(command, { cwd: clone, env, shell: true, stdio: ["ignore", "ignore", "inherit"] });
    for (const file of ["extension.cjs", "agent.cjs", "panel/panel.js", "panel/panel.css"])
      expect(existsSync(join(clone, "examples/vscode/dist", file))).toBe(true);
  },
  START_MS,
);
