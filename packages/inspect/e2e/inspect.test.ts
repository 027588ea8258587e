import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  addressOf,
  agent,
  DEMO_AGENT,
  inspect,
  temporaryFolder,
} from "../tests/support/program.js";
import { openSocket, signIn } from "../tests/support/page.js";
import { runTurn } from "../tests/support/turn.js";
import { openPage } from "../../../tests/support/openPage.js";

const recording = (name: string): string =>
  fileURLToPath(new URL(`../../core/tests/fixtures/recordings/${name}.jsonl`, import.meta.url));

it("shows a turn live and keeps it on the page after the agent has exited", async () => {
  const { child, exited } = inspect(["--", ...DEMO_AGENT], { ACP_DEMO_SPEED: "1000" });
  const page = await openPage(await addressOf(child));
  await page.getByText("Live.").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(page.url()).not.toContain("token");
  await runTurn(child, temporaryFolder());
  await page.getByText("The agent exited with code 0.").waitFor();
  expect(await exited).toEqual([0, null]);
  await page.getByText("End of the log").waitFor();
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  await page
    .getByRole("region", { name: "Problems" })
    .getByText(/failed/)
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByRole("button", { name: /Read src\/discounts.js, failed/ }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("option", { name: /session\/prompt “\/fail”/ }).click();
  await page.getByRole("article", { name: /^Detail of/ }).waitFor();
  // The server has ended with the agent, so nothing can be loaded anymore.
  await page.getByRole("tab", { name: "Diagnostics" }).click();
  await page.getByText(/^\d+ frames checked: 0 violations/).waitFor();
});

it("reports a tool call that was in progress when the agent exited", async () => {
  const { child } = inspect(["--", ...agent("quits")]);
  const page = await openPage(await addressOf(child));
  await page.getByText("Live.").waitFor();
  const params = { sessionId: "s1", prompt: [] };
  const prompt = { jsonrpc: "2.0", id: 1, method: "session/prompt", params };
  child.stdin.write(`${JSON.stringify(prompt)}\n`);
  await page.getByText("End of the log: The agent exited with code 3").waitFor();
  await page
    .getByRole("region", { name: "Verdict" })
    .getByText(/^The connection/)
    .waitFor();
  await page
    .getByRole("region", { name: "Problems" })
    .getByText(/ never finished The connection ended .*exited with code 3.* still “in_progress”/)
    .waitFor();
});

/** Runs in a page: collects every status that its header and the panel show. */
function collectStatuses(): void {
  const statuses = new Set<string>();
  Object.assign(globalThis, { statuses });
  const collect = (): void => {
    const panel = document.querySelector(".views-devtools > h2 + *")?.shadowRoot;
    const elements = [
      document.querySelector(".page-status"),
      panel?.querySelector(".time-bar strong"),
    ];
    for (const element of elements) if (element) statuses.add(element.textContent ?? "");
  };
  const eachFrame = (): void => {
    collect();
    requestAnimationFrame(eachFrame);
  };
  eachFrame();
  // Collect every status of the header, even if it is shown for less than a frame.
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(collect).observe(document, options);
}

it("loads a trace and never calls it live", async () => {
  const { child } = inspect([recording("claude-basic")]);
  const page = await openPage(await addressOf(child), { initScript: collectStatuses });
  await page.getByText("127 frames.").waitFor();
  await page.getByText("End of the log").waitFor();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByRole("region", { name: /fix the typo/ }).waitFor();
  const statuses = await page.evaluate("[...statuses]");
  expect(statuses).toEqual(["Connecting…", "Loading.", "127 frames.", "End of the log"]);
});

it("checks the messages of a trace, under the content security policy", async () => {
  const { child } = inspect([recording("gemini-parallel")]);
  const page = await openPage(await addressOf(child));
  await page.getByText("End of the log").waitFor();
  await page.getByRole("tab", { name: "Diagnostics" }).click();
  await page.getByText("22 frames checked: 0 violations, 2 warnings, 0 notes.").waitFor();
});

it("forwards and shows more messages than it keeps, and counts the missing ones", async () => {
  // All messages together take 640 MB. Keeping them would exceed this heap limit and end the
  // worker.
  const { child, exited } = inspect(["--", ...agent("echo")], {
    NODE_OPTIONS: "--max-old-space-size=400",
  });
  const address = await addressOf(child);
  const [sent, received] = [createHash("sha256"), createHash("sha256")];
  child.stdout.on("data", (bytes: Buffer) => received.update(bytes));
  const nextAddress = addressOf(child);
  const early = openSocket(address, { cookie: await signIn(address) });
  let seenBytes = 0;
  early.on("message", ({ length }: Buffer) => (seenBytes += length));
  // One character outside Latin-1 makes V8 use two bytes for each character.
  const text = `λ${"x".repeat(1_000_000)}`;
  let written = 0;
  for (let id = 0; id < 160; id += 1) {
    const line = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, result: { text } })}\n`);
    sent.update(line);
    written += line.length;
    if (!child.stdin.write(line)) await once(child.stdin, "drain");
    if (id % 10 > 0) continue;
    // Each message is sent and echoed.
    await expect.poll(() => seenBytes, { interval: 5 }).toBeGreaterThan(2 * written);
  }
  const page = await openPage(await nextAddress);
  await page.getByText("Live. 257 frames were not kept.").waitFor();
  await page.getByRole("tab", { name: "Log 63" }).waitFor();
  child.stdin.end();
  await page.getByText("The agent exited with code 0. 257 frames were not kept.").waitFor();
  expect(await exited).toEqual([0, null]);
  expect(received.digest("hex")).toBe(sent.digest("hex"));
});
