import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSampleProject } from "./support/program.js";
import { startOnScreen } from "./support/screen.js";

const QUESTION = "3  Reject";
const ANSWER_PROMPT = "1–3:";

async function startInProject(speed?: number) {
  const dir = await createSampleProject();
  const program = startOnScreen(["--cwd", dir], speed === undefined ? {} : { speed });
  await program.waitFor("Type /help");
  const readCart = () => readFile(join(dir, "src/cart.js"), "utf8");
  return { ...program, readCart, original: await readCart() };
}

it("sends a paste as one prompt, whose lines answer no question", async () => {
  const { paste, type, waitFor, screen, readCart, original } = await startInProject();
  paste("Mend the cart. Steps:\n1\n1");
  await waitFor("› Mend the cart. Steps:\n1\n1");
  type("\r");
  await waitFor(ANSWER_PROMPT);
  expect(screen()).toContain("> Mend the cart. Steps:\n> 1\n> 1\n");
  expect(screen()).not.toContain("→");
  expect(await readCart()).toBe(original);
  type("3");
  await waitFor("→ Reject");
});

it("does not take type-ahead for an answer, and shows it", async () => {
  const { type, waitFor, screen, readCart, original } = await startInProject();
  type("Mend the cart\r1\r1");
  await waitFor("queued: 1");
  await waitFor(ANSWER_PROMPT);
  expect(screen()).not.toContain("→");
  expect(await readCart()).toBe(original);
  type("3\r");
  await waitFor("(rejected)");
  await waitFor("› 1");
});

it("ignores digits that were typed before the question was visible for 450 ms", async () => {
  const { type, waitFor, screen, waitUntil } = await startInProject();
  type("Mend the cart\r");
  await waitUntil(
    (shown) => shown.includes(QUESTION) && !shown.includes(ANSWER_PROMPT),
    "Question",
  );
  type("1");
  await waitFor("› 1");
  await waitFor(ANSWER_PROMPT);
  expect(screen()).not.toContain("→");
});

it("needs the Enter key for an answer while the user has a draft", async () => {
  const { type, waitFor, screen } = await startInProject();
  type("Mend the cart\rUse Node");
  await waitFor(ANSWER_PROMPT);
  type("1");
  await waitFor(`${ANSWER_PROMPT} 1`);
  expect(screen()).not.toContain("→");
  type("\r");
  await waitFor("→ Allow");
  await waitFor("› Use Node");
});

it("does not take a paste of a digit for an answer without the Enter key", async () => {
  const { type, paste, waitFor, screen } = await startInProject();
  type("Mend the cart\r");
  await waitFor(ANSWER_PROMPT);
  paste("1");
  await waitFor(`${ANSWER_PROMPT} 1`);
  type("\u007f");
  paste("2\n1");
  type("\r");
  await waitFor("Enter a number from 1 to 3.");
  expect(screen()).not.toContain("→");
});

it("edits the lines of a paste", async () => {
  const { type, paste, waitFor, screen } = await startInProject();
  paste("/help\n12");
  type("\u007f\u007f\u007f\r");
  await waitFor("/sessions      list");
  expect(screen()).toContain("› /help\n");
});

it("runs its own commands during a turn, and holds queued prompts after a stop", async () => {
  const { type, waitFor, screen } = await startInProject(5);
  type("/long 600\r");
  await waitFor(ANSWER_PROMPT);
  type("1");
  await waitFor("… execute node counter.js 600");
  type("/sessions\r");
  await waitFor("1  /long 600 running, current");
  type("/fail\r");
  await waitFor("queued: /fail");
  type("\u0003");
  await waitFor("Not sent. Press Enter to send");
  await waitFor("— cancelled");
  expect(screen()).not.toContain("> /fail");
  type("\r");
  await waitFor("> /fail");
  await waitFor("✗ read Read src/discounts.js");
});

it("discards held prompts with /drop", async () => {
  const { type, waitFor, waitUntil, screen } = await startInProject(5);
  type("/long 600\r");
  await waitFor(ANSWER_PROMPT);
  type("1");
  await waitFor("… execute node counter.js 600");
  type("/fail\r");
  await waitFor("queued: /fail");
  type("\u0003");
  await waitFor("Not sent.");
  type("/drop\r");
  await waitUntil((shown) => !shown.includes("queued: /fail"), "The prompt is discarded");
  expect(screen()).not.toContain("> /fail");
});

it("discards a draft on Ctrl-C, and quits on the next one", async () => {
  const { type, waitFor, waitUntil, exitCode } = await startInProject();
  type("Use Node");
  await waitFor("› Use Node");
  type("\u0003");
  await waitUntil((shown) => !shown.includes("Use Node"), "The draft is discarded");
  type("\u0003");
  expect(await exitCode).toBe(130);
});
