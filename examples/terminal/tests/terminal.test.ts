import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createTerminal } from "../src/terminal.js";

/** Streams that say they are a screen with a keyboard. */
function screen() {
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
    shown: () => String(output.read()),
  };
}

it("takes a whole answer without the Enter key", async () => {
  const { terminal, type } = screen();
  const answer = terminal.read("1–3: ", { isWhole: (line) => /^\d$/.test(line) });
  type("2");
  expect(await answer).toBe("2");
});

it("waits for the Enter key otherwise", async () => {
  const { terminal, type } = screen();
  const line = terminal.read("› ");
  type("2");
  type("0\r");
  expect(await line).toBe("20");
});

it("keeps a line for the next read when one is given up", async () => {
  const { terminal, type } = screen();
  const gone = new AbortController();
  const first = terminal.read("1–3: ", { signal: gone.signal });
  gone.abort();
  await expect(first).rejects.toThrow("aborted");
  const second = terminal.read("› ");
  type("Go on\r");
  expect(await second).toBe("Go on");
});

it("puts what stays above what is live", () => {
  const { terminal, shown } = screen();
  terminal.live(["… read cart.js"]);
  terminal.print(["✓ read prices.js"]);
  expect(stripVTControlCharacters(shown())).toBe(
    "… read cart.js\n✓ read prices.js\n… read cart.js\n",
  );
});
