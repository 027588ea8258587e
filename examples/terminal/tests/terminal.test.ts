import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createTerminal } from "../src/terminal.js";

/** Creates a terminal whose streams behave like a screen and a keyboard. */
function createInteractiveTerminal() {
  const size = { isTTY: true, columns: 80, rows: 24 };
  const input = Object.assign(new PassThrough(), size);
  const output = Object.assign(new PassThrough({ encoding: "utf8" }), size);
  const terminal = createTerminal(
    input as unknown as NodeJS.ReadStream,
    output as unknown as NodeJS.WriteStream,
  );
  onTestFinished(() => terminal.close());
  return {
    terminal,
    type: (keys: string) => input.write(keys),
    readOutput: () => String(output.read()),
  };
}

it("submits a complete answer without the Enter key", async () => {
  const { terminal, type } = createInteractiveTerminal();
  const answer = terminal.readLine("1–3: ", { isComplete: (line) => /^\d$/.test(line) });
  type("2");
  expect(await answer).toBe("2");
});

it("waits for the Enter key without isComplete", async () => {
  const { terminal, type } = createInteractiveTerminal();
  const line = terminal.readLine("› ");
  type("2");
  type("0\r");
  expect(await line).toBe("20");
});

it("leaves the line to the next read when a read is aborted", async () => {
  const { terminal, type } = createInteractiveTerminal();
  const controller = new AbortController();
  const first = terminal.readLine("1–3: ", { signal: controller.signal });
  controller.abort();
  await expect(first).rejects.toThrow("aborted");
  const second = terminal.readLine("› ");
  type("Go on\r");
  expect(await second).toBe("Go on");
});

it("prints permanent lines above the live lines", () => {
  const { terminal, readOutput } = createInteractiveTerminal();
  terminal.setLiveLines(["… read cart.js"]);
  terminal.print(["✓ read prices.js"]);
  expect(stripVTControlCharacters(readOutput())).toBe(
    "… read cart.js\n✓ read prices.js\n… read cart.js\n",
  );
});
