import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { addressOf, DEMO_AGENT, inspect, temporaryFolder } from "../tests/support/program.js";
import { takeTurn } from "../tests/support/turn.js";
import { openPage } from "./browser.js";

const recording = (name: string): string =>
  fileURLToPath(new URL(`../../core/tests/fixtures/recordings/${name}.jsonl`, import.meta.url));

it("shows a turn of an agent as it goes, and stays when the agent has ended", async () => {
  const { child, exited } = inspect(["--", ...DEMO_AGENT], { ACP_DEMO_SPEED: "1000" });
  const page = await openPage(await addressOf(child));
  await page.getByText("Live.").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(page.url()).not.toContain("token");
  await takeTurn(child, temporaryFolder());
  await page.getByText("The agent exited with code 0.").waitFor();
  expect(await exited).toEqual([0, null]);
  await page.getByText("End of the log").waitFor();
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: /Read src\/discounts.js, failed/ }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("option", { name: /sent turn_started/ }).click();
  await page.getByRole("article", { name: /^Detail of/ }).waitFor();
});

it("shows a trace", async () => {
  const { child } = inspect([recording("claude-basic")]);
  const page = await openPage(await addressOf(child));
  await page.getByText("This is the end of the trace.").waitFor();
  await page.getByText("End of the log").waitFor();
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  await page.getByRole("region", { name: /fix the typo/ }).waitFor();
});
