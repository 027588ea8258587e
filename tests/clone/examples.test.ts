import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Installing and building an example takes about 20 s, and longer on a busy machine. */
const START_MS = 300_000;

/** Copies the files of the repository, without anything that was built or installed. */
function createClone(): string {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), "acp-store-clone-")));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true, maxRetries: 3 }));
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  // A file that was deleted is listed until the deletion is committed.
  for (const file of files)
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
  return clone;
}

/** Runs a script of the repository with npm, in a clone of its own. */
function runScript(name: string, ...args: string[]) {
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], {
    cwd: createClone(),
    env: { ...env, ACP_DEMO_SPEED: "1000" },
    stdio: ["pipe", "pipe", "inherit"],
    // A group of its own, so that the test can end npm and everything that it has started.
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
    const clone = createClone();
    const readme = readFileSync(join(clone, "examples/vscode/README.md"), "utf8");
    const [command = ""] = /^npx .+$/m.exec(readme) ?? [];
    const { NODE_ENV: _, ...env } = process.env;
    execFileSync(command, { cwd: clone, env, shell: true, stdio: ["ignore", "ignore", "inherit"] });
    for (const file of ["extension.cjs", "agent.cjs", "panel/panel.js", "panel/panel.css"])
      expect(existsSync(join(clone, "examples/vscode/dist", file))).toBe(true);
  },
  START_MS,
);
