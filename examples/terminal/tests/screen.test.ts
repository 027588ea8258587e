import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder, fixtureCommand } from "./support/program.js";
import { startOnScreen } from "./support/screen.js";
import { createScreen } from "../src/screen.js";
import { text } from "../src/view/text.js";

const BUSY_AGENT = fixtureCommand("busyAgent.mjs");
const STEPS = 6;

async function startBusyAgent(columns: number, rows: number) {
  const program = startOnScreen(["--agent", BUSY_AGENT], { columns, rows });
  await program.waitFor("Type /help");
  return program;
}

it.each([
  [110, 45],
  [80, 24],
  [40, 8],
])("keeps every printed line while the live lines grow and shrink on %i × %i", async (...size) => {
  const { type, waitFor, screen } = await startBusyAgent(...size);
  type("Fix the typo\r");
  await waitFor("— end_turn");
  const lines = screen().split("\n");
  expect(lines[0]).toMatch(/^Connected to/);
  expect(lines.filter((line) => line === "> Fix the typo")).toHaveLength(1);
  for (let step = 1; step <= STEPS; step += 1) {
    expect(lines.filter((line) => line === `Start of step ${step}.`)).toHaveLength(1);
    expect(lines.filter((line) => line === `End of step ${step}.`)).toHaveLength(1);
    for (const name of ["first", "second", "third"])
      expect(lines.filter((line) => line === `✓ read The ${name} of ${step}`)).toHaveLength(1);
  }
  // Nothing of the live lines stays.
  expect(screen()).not.toMatch(/Working|plan \d|^…/m);
});

it("sends a message into the running turn, and exports the conversation", async () => {
  const { type, waitFor, screen } = await startBusyAgent(80, 24);
  const file = join(await createTemporaryFolder(), "session.md");
  type("wait\r");
  await waitFor("Waiting for a message.");
  type("/steer fail\r");
  await waitFor("The agent did not take it.");
  type("/steer Keep the tests\r");
  await waitFor("The agent has got it.");
  await waitFor("— end_turn");
  expect(screen()).toMatch(/> Keep the tests\n[^]*Thank you\./);
  type(`/export ${file}\r`);
  await waitFor("Written to");
  expect(readFileSync(file, "utf8")).toMatch(/## You\n\nwait[^]*Keep the tests[^]*Thank you\./);
});

it("sends the prompt of a failed turn again, and shows the usage", async () => {
  const { type, waitFor, screen } = await startBusyAgent(80, 24);
  type("fail once\r");
  await waitFor("The model is overloaded.");
  type("/usage\r");
  await waitFor("The agent has not reported any usage.");
  type("/retry\r");
  await waitFor("It worked.");
  await waitFor("— end_turn");
  type("/retry\r");
  await waitFor("The last turn has not failed.");
  type("/usage\r");
  await waitFor("0.50 USD");
  expect(screen().match(/^> fail once/gm)).toHaveLength(2);
});

it.for([
  [80, 30, 47, 30],
  [60, 20, 90, 24],
  [100, 24, 33, 12],
] as const)(
  "leaves no fragments when it is resized from %i × %i to %i × %i",
  async ([columns, rows, newColumns, newRows]) => {
    const { type, waitFor, waitUntil, resize, screen } = await startBusyAgent(columns, rows);
    type("hold\r");
    await waitFor("Working");
    await waitFor("The call that never ends");
    type("A draft that is longer than half of the screen is");
    await waitFor("screen is");
    const parts = ["Connected to", "> hold", "The call that", "Working", "A draft"];
    for (const key of "abcdef") {
      if ("ace".includes(key)) await resize(newColumns, newRows);
      else await resize(columns, rows);
      type(key);
      await waitUntil(
        (shown) => shown.endsWith(key) && parts.every((part) => count(shown, part) === 1),
        `Everything once after the key ${key}`,
      );
    }
    expect(screen().replaceAll("\n", "")).toMatch(/^Connected to.*is.*abcdef$/);
  },
);

it("leaves no fragments when it is resized while the agent sends updates", async () => {
  const { type, waitFor, waitUntil, resize, screen } = await startBusyAgent(80, 24);
  type("count\r");
  await waitFor("The call that never ends");
  const parts = ["Connected to", "> count", "The call that", "Working"];
  for (const columns of [47, 80, 33, 100, 40, 80]) {
    await resize(columns, 24);
    const before = screen();
    await waitUntil(
      (shown) => shown !== before && parts.every((part) => count(shown, part) === 1),
      `Everything once with ${columns} columns`,
    );
    expect(screen()).toMatch(/^Connected to/);
  }
});

it("writes nothing while the lines are the same", () => {
  const written: string[] = [];
  const write = (part: string | Uint8Array): boolean => written.push(String(part)) > 0;
  const output = { columns: 40, rows: 10, write };
  const screen = createScreen(output);
  const draw = (live: string): void => screen.draw([], [text`${live}`], [text`› `]);
  draw("Working");
  draw("Working");
  expect(written).toHaveLength(1);
  draw("Working · 1 s");
  output.columns = 20;
  draw("Working · 1 s");
  expect(written).toHaveLength(3);
});

it("wraps between words", async () => {
  const { type, waitFor, screen } = await startBusyAgent(40, 24);
  type("words\r");
  await waitFor("— end_turn");
  const rows = screen().split("\n");
  expect(rows).toContain("  An indented line that is longer than");
  expect(rows).toContain("  the screen is wide wraps with its");
  for (const row of rows) expect(row).not.toMatch(/(^|\s)(wid|scree|indente)$/);
});

it("keeps the indentation of colored lines", async () => {
  const { type, waitFor, screen } = await startBusyAgent(80, 24);
  type("diff\r");
  await waitFor("1–3:");
  expect(screen()).toContain("\n   if (a)\n  -    b\n  +    c\n");
  type("3");
  await waitFor("\n  → Reject");
});

it("counts the seconds while the agent is silent", async () => {
  const { type, waitFor, screen } = await startBusyAgent(80, 24);
  type("hold\r");
  await waitFor("Working · less than 1 s");
  await waitFor("Working · 1 s");
  await waitFor("Working · 2 s");
  expect(count(screen(), "Working")).toBe(1);
});

it("uses the size to which the terminal was resized while the program was stopped", async () => {
  const program = startOnScreen(["--agent", BUSY_AGENT], { isJob: true });
  const { type, waitFor, waitUntil, resize, screen } = program;
  await waitFor("Type /help");
  type("hold\r");
  await waitFor("The call that never ends");
  type("\u001a");
  await waitFor("Stopped");
  await resize(40, 24);
  type("\r");
  await waitUntil((shown) => (shown.split("Stopped")[1] ?? "").includes("Working"), "Resumed");
  const draft = "A draft that is longer than forty columns";
  type(draft);
  await waitUntil((shown) => shown.replaceAll("\n", "").endsWith(draft), "The whole draft");
  expect(screen()).toMatch(/^Connected to/);
  expect(count(screen().split("Stopped")[1] ?? "", "The call that")).toBe(1);
});

it("restores the terminal", async () => {
  const { type, exitCode, screen, written } = await startBusyAgent(80, 24);
  type("/quit\r");
  expect(await exitCode).toBe(0);
  expect(screen()).not.toMatch(/^›\s*$/m);
  expect(written().lastIndexOf("\u001b[?2004l")).toBeGreaterThan(
    written().lastIndexOf("\u001b[?2004h"),
  );
});

const count = (text: string, part: string): number => text.split(part).length - 1;
