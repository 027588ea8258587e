import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampleProject, start, type Program } from "./support/program.js";

/** Slow enough that the command cannot end by itself within a test. */
const REAL_TIME = 5;

const cartIn = (dir: string): Promise<string> => readFile(join(dir, "src/cart.js"), "utf8");

describe.each(["1", "2"])("protocol version %s", (protocol) => {
  async function begin(speed?: number, dir?: string): Promise<Program & { dir: string }> {
    const cwd = dir ?? (await sampleProject());
    const program = start(["--protocol", protocol, "--cwd", cwd], speed);
    await program.sees(`Connected to Scripted agent, protocol version ${protocol}.`);
    return { ...program, dir: cwd };
  }

  it("asks for permission, and goes on with the answer", async () => {
    const { type, sees, output, exitCode, dir } = await begin();
    type("Mend the cart");
    await sees("Make total() count every item");
    await sees("3  Reject");
    type("1");
    await sees("→ Allow");
    await sees("node check.js");
    await sees("3  Reject");
    type("1");
    await sees("│ 5 passed, 0 failed");
    await sees("plan 4/4");
    await sees("src/cart.js +1 −1");
    await sees("— end_turn");
    expect(output()).toContain("> Mend the cart\n");
    expect(output()).toContain("✓ edit Make total() count every item\n");
    expect(await cartIn(dir)).toContain("* count");
    type("/quit");
    expect(await exitCode).toBe(0);
  });

  it("leaves the file alone when the edit is rejected", async () => {
    const { type, sees, dir } = await begin();
    const before = await cartIn(dir);
    type("Mend the cart");
    await sees("3  Reject");
    type("3");
    await sees("✗ edit");
    expect(await cartIn(dir)).toBe(before);
  });

  it("asks again after an answer that is no option", async () => {
    const { type, sees } = await begin();
    type("Mend the cart");
    await sees("3  Reject");
    type("yes");
    await sees("Type a number from 1 to 3.");
    type("3");
    expect(await sees("→ Reject")).toBe("  → Reject");
  });

  it("stops the agent with one Ctrl-C, and ends with the next", async () => {
    const { type, sees, interrupt, exitCode } = await begin(REAL_TIME);
    type("/long 600");
    await sees("3  Reject");
    type("1");
    await sees("… execute node counter.js 600");
    interrupt();
    await sees("– execute node counter.js 600 (cancelled)");
    await sees("— cancelled");
    interrupt();
    expect(await exitCode).toBe(130);
  });

  it("takes its question back when the agent is stopped", async () => {
    const { type, sees, interrupt } = await begin();
    type("Mend the cart");
    await sees("3  Reject");
    interrupt();
    await sees("→ no answer (turn_cancelled)");
    await sees("— cancelled");
    type("/fail");
    expect(await sees("✗ read")).toBe("✗ read Read src/discounts.js (failed)");
  });

  it("stops an agent that asks when nobody is there", async () => {
    const { type, sees, end, exitCode } = await begin();
    type("Mend the cart");
    end();
    await sees("Nobody is there to answer");
    await sees("— cancelled");
    expect(await exitCode).toBe(0);
  });

  it("fills in a form line by line", async () => {
    const { type, sees } = await begin();
    type("/form");
    await sees("? What should the next release of the cart have?");
    for (const line of ["Discounts", "high", "", "no"]) type(line);
    expect(await sees("- feature")).toBe("- feature: `Discounts`");
    expect(await sees("- tested")).toBe("- tested: `false`");
    await sees("— end_turn");
  });
});
