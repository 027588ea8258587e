import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import { SCENARIOS, type ScenarioReport } from "@acp-store/testing/scenarios";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DRIVERS } from "../scenarios/clientDrivers.js";

const PROGRAM = join(import.meta.dirname, "../../dist/node/main.js");

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-scenario-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "report.json");
}

/** Plays a scenario with the real client over stdio. Returns the report and the text on stderr. */
async function play(name: string, drive = DRIVERS[name]) {
  const file = temporaryFile();
  let stderr = "";
  const onStderr = (text: string): void => void (stderr += text);
  const args = [PROGRAM, "--scenario", name, "--report", file];
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, spawnAgent(process.execPath, args, { onStderr }), {
    reconnect: name === "agent-dies" ? { minDelay: 1 } : false,
  });
  await drive?.({ connection, store });
  await connection.close();
  return { report: JSON.parse(readFileSync(file, "utf8")) as ScenarioReport, stderr };
}

describe("acp-scripted-agent", () => {
  it.each(["two-permissions", "garbage", "agent-dies", "replay"])(
    "reports that the client of acp-store follows the rules: %s",
    async (name) => {
      // The SDK reports invalid messages of the agent.
      vi.spyOn(console, "error").mockImplementation(() => {});
      const { report, stderr } = await play(name);
      expect(report).toMatchObject({ name, isPassed: true });
      expect(stderr).toContain(`${name}: the client follows all`);
    },
  );

  it("reports a client that skips a step", async () => {
    const { report, stderr } = await play("first-turn", async ({ connection }) => {
      await connection.newSession({ cwd: "/project" });
    });
    expect(report.isPassed).toBe(false);
    expect(stderr).toContain("FAIL The client sends session/prompt once.");
  });

  it("exits with code 1 if the client violates a rule", () => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "--scenario", "first-turn"], {
      input: "",
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("first-turn: the client violates 2 of 7 rules.");
  });

  it("lists the scenarios with their steps", () => {
    const list = execFileSync(process.execPath, [PROGRAM, "--list"], { encoding: "utf8" });
    for (const { name, steps } of SCENARIOS) {
      expect(list).toContain(`${name}: `);
      for (const step of steps) expect(list).toContain(step);
    }
  });

  it.each([
    [["--scenario", "nothing"], 'There is no scenario "nothing".'],
    [["--scenario", "form", "--protocol", "3"], '--protocol must be 1 or 2, not "3".'],
    [[], "The option --scenario is missing."],
    [["--what"], "Unknown option '--what'"],
  ])("explains wrong arguments: %j", (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain("Usage: acp-scripted-agent");
  });
});
