import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSampleProject, startProgram, type Program } from "./support/program.js";

/** A speed of the scripted agent at which the command cannot finish within a test. */
const SLOW_SPEED = 5;

const readCart = (dir: string): Promise<string> => readFile(join(dir, "src/cart.js"), "utf8");

describe.each(["1", "2"])("a turn in protocol version %s", (protocol) => {
  async function startInProject(speed?: number, dir?: string): Promise<Program & { dir: string }> {
    const cwd = dir ?? (await createSampleProject());
    const program = startProgram(["--protocol", protocol, "--cwd", cwd], speed);
    await program.waitForLine(`Connected to Scripted agent, protocol version ${protocol}.`);
    return { ...program, dir: cwd };
  }

  it("asks for permission and continues after the answer", async () => {
    const { type, waitForLine, output, exitCode, dir } = await startInProject();
    type("Mend the cart");
    await waitForLine("Make total() count every item");
    await waitForLine("3  Reject");
    type("1");
    await waitForLine("→ Allow");
    await waitForLine("node check.js");
    await waitForLine("3  Reject");
    type("1");
    await waitForLine("│ 5 passed, 0 failed");
    await waitForLine("plan 4/4");
    await waitForLine("src/cart.js +1 −1");
    await waitForLine("— end_turn");
    expect(output()).toContain("> Mend the cart\n");
    expect(output()).toContain("✓ edit Make total() count every item\n");
    expect(await readCart(dir)).toContain("* count");
    type("/quit");
    expect(await exitCode).toBe(0);
  });

  it("shows the changed lines and the command before it asks", async () => {
    const { type, waitForLine } = await startInProject();
    type("Mend the cart");
    await waitForLine("? ");
    await waitForLine("src/cart.js");
    expect(await waitForLine("sum += prices[name];")).toMatch(/^ {2}-/);
    expect(await waitForLine("sum += prices[name] * count;")).toMatch(/^ {2}\+/);
    await waitForLine("1  Allow");
    type("1");
    await waitForLine("? ");
    expect(await waitForLine("  $ ")).toContain(`${process.execPath} check.js`);
    await waitForLine("1  Allow");
    type("3");
    await waitForLine("— end_turn");
  });

  it("keeps the file unchanged when the edit is rejected", async () => {
    const { type, waitForLine, dir } = await startInProject();
    const before = await readCart(dir);
    type("Mend the cart");
    await waitForLine("3  Reject");
    type("3");
    expect(await waitForLine("(rejected)")).toContain("– edit");
    expect(await readCart(dir)).toBe(before);
  });

  it("asks again after an answer that matches no option", async () => {
    const { type, waitForLine } = await startInProject();
    type("Mend the cart");
    await waitForLine("3  Reject");
    type("yes");
    await waitForLine("Enter a number from 1 to 3.");
    type("3");
    expect(await waitForLine("→ Reject")).toBe("  → Reject");
  });

  it("cancels the turn on the first Ctrl-C and exits on the second", async () => {
    const { type, waitForLine, interrupt, exitCode } = await startInProject(SLOW_SPEED);
    type("/long 600");
    await waitForLine("3  Reject");
    type("1");
    await waitForLine("… execute node counter.js 600");
    interrupt();
    await waitForLine("– execute node counter.js 600 (cancelled)");
    await waitForLine("— cancelled");
    interrupt();
    expect(await exitCode).toBe(130);
  });

  it("withdraws a question when the turn is cancelled", async () => {
    const { type, waitForLine, interrupt } = await startInProject();
    type("Mend the cart");
    await waitForLine("3  Reject");
    interrupt();
    await waitForLine("→ no answer (turn_cancelled)");
    await waitForLine("— cancelled");
    type("/fail");
    expect(await waitForLine("✗ read")).toBe("✗ read Read src/discounts.js (failed)");
  });

  it("cancels the turn when the agent asks after the input has ended", async () => {
    const { type, waitForLine, end, exitCode } = await startInProject();
    type("Mend the cart");
    end();
    await waitForLine("The input ended before");
    await waitForLine("— cancelled");
    expect(await exitCode).toBe(0);
  });

  it("asks for each field of a form on a separate line", async () => {
    const { type, waitForLine } = await startInProject();
    type("/form");
    await waitForLine("? What should the next release of the cart have?");
    for (const line of ["Discounts", "high", "", "no"]) type(line);
    expect(await waitForLine("- feature")).toBe("- feature: `Discounts`");
    expect(await waitForLine("- tested")).toBe("- tested: `false`");
    await waitForLine("— end_turn");
  });
});
