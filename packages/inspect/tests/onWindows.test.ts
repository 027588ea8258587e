import { symlinkSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agent, inspectOnWindows, outcomeOf, temporaryFolder } from "./support/program.js";

describe("on Windows", () => {
  it("reports a missing command, which only the exit code of the shell reveals", async () => {
    const { stdout, stderr, code } = await outcomeOf(inspectOnWindows(["--", "no-such-agent"]));
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 127 });
    expect(stderr).toMatch(/^acp-inspect: "no-such-agent" could not be started .*ENOENT/m);
  });

  it("exits on SIGHUP, which stands for a closed console and cannot be forwarded", async () => {
    const node = join(temporaryFolder(), "node.exe");
    symlinkSync(process.execPath, node);
    const { child, exited } = inspectOnWindows(["--", node, ...agent("signals").slice(1)]);
    expect(String((await once(child.stdout, "data"))[0])).toBe('"ready"\n');
    child.kill("SIGHUP");
    expect(await exited).toEqual([null, "SIGHUP"]);
  });
});
