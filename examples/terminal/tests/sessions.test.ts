import { describe, expect, it } from "vitest";
import { createSampleProject, startProgram } from "./support/program.js";

describe.each(["1", "2"])("sessions in protocol version %s", (protocol) => {
  function startInProject(cwd: string) {
    return startProgram(["--protocol", protocol, "--cwd", cwd]);
  }

  it("switches to another session and back", async () => {
    const { type, waitForLine, output } = startInProject(await createSampleProject());
    type("/fail");
    await waitForLine("— end_turn");
    type("/new");
    type("/long 2");
    await waitForLine("3  Reject");
    type("1");
    await waitForLine("— end_turn");
    type("/sessions");
    await waitForLine("1  /fail idle");
    await waitForLine("2  /long 2 idle, current");
    type("/load 1");
    type("/fail");
    await waitForLine("> /fail\n");
    await waitForLine("— end_turn");
    type("/sessions");
    await waitForLine("1  /fail idle, current");
    expect(output().split("✗ read Read src/discounts.js")).toHaveLength(3);
  });

  it("loads a session from an earlier run", async () => {
    const cwd = await createSampleProject();
    const earlier = startInProject(cwd);
    earlier.type("/fail");
    await earlier.waitForLine("— end_turn");
    earlier.type("/quit");
    await earlier.exitCode;

    const { type, waitForLine } = startInProject(cwd);
    type("/sessions");
    await waitForLine("2  /fail not open");
    type("/load 2");
    await waitForLine("> /fail\n");
    await waitForLine("✗ read Read src/discounts.js");
    type("/fail");
    expect(await waitForLine("✗ read")).toBe("✗ read Read src/discounts.js (failed)");
  });

  it("changes a setting", async () => {
    const { type, waitForLine, output } = startInProject(await createSampleProject());
    type("/set");
    await waitForLine("mode  Mode: ask");
    type("/set mode auto");
    await waitForLine("mode  Mode: auto");
    type("Mend the cart");
    await waitForLine("— end_turn");
    expect(output()).not.toContain("3  Reject");
  });

  it("reports an unknown session number", async () => {
    const { type, waitForLine } = startInProject(await createSampleProject());
    type("/load 7");
    expect(await waitForLine('Session "7"')).toBe(
      'Session "7" was not found. Use /sessions to list the sessions.',
    );
  });
});
