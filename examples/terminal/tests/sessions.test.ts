import { describe, expect, it } from "vitest";
import { sampleProject, start } from "./support/program.js";

describe.each(["1", "2"])("protocol version %s", (protocol) => {
  function begin(cwd: string) {
    return start(["--protocol", protocol, "--cwd", cwd]);
  }

  it("goes from one session to another and back", async () => {
    const { type, sees, output } = begin(await sampleProject());
    type("/fail");
    await sees("— end_turn");
    type("/new");
    type("/long 2");
    await sees("3  Reject");
    type("1");
    await sees("— end_turn");
    type("/sessions");
    await sees("1  /fail idle");
    await sees("2  /long 2 idle, this one");
    type("/load 1");
    type("/fail");
    await sees("> /fail\n");
    await sees("— end_turn");
    type("/sessions");
    await sees("1  /fail idle, this one");
    expect(output().split("✗ read Read src/discounts.js")).toHaveLength(3);
  });

  it("loads what an earlier run has said", async () => {
    const cwd = await sampleProject();
    const earlier = begin(cwd);
    earlier.type("/fail");
    await earlier.sees("— end_turn");
    earlier.type("/quit");
    await earlier.exitCode;

    const { type, sees } = begin(cwd);
    type("/sessions");
    await sees("2  /fail not open");
    type("/load 2");
    await sees("> /fail\n");
    await sees("✗ read Read src/discounts.js");
    type("/fail");
    expect(await sees("✗ read")).toBe("✗ read Read src/discounts.js (failed)");
  });

  it("changes a setting", async () => {
    const { type, sees, output } = begin(await sampleProject());
    type("/set");
    await sees("mode  Mode: ask");
    type("/set mode auto");
    await sees("mode  Mode: auto");
    type("Mend the cart");
    await sees("— end_turn");
    expect(output()).not.toContain("3  Reject");
  });

  it("says so when there is no such session", async () => {
    const { type, sees } = begin(await sampleProject());
    type("/load 7");
    expect(await sees("There is no session")).toBe('There is no session "7": see /sessions.');
  });
});
