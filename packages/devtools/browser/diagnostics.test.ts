import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import cutOff from "../../core/tests/fixtures/recordings/opencode-subagent.jsonl?raw";
import rejected from "../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";
import { said } from "../tests/support/frames.js";
import { framesIn, openPanel } from "./support/panel.js";

const tab = (name: RegExp | string) => page.getByRole("tab", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const rows = () => page.getByRole("listbox", { name: "Log" }).getByRole("option");

beforeEach(() => page.viewport(1280, 720));

it("checks a log that has ended by itself, also for the tab and the log", async () => {
  const { history } = openPanel(framesIn(rejected));
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics$/);
  history.detach();
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics ?1/);
  await tab("Log").click();
  await page.getByRole("checkbox", { name: "Diagnostics only" }).click();
  await expect.element(rows()).toHaveTextContent(/session\/prompt response.*unfinished_tool_call/);
});

it("links all frames that a finding is about", async () => {
  const { history } = openPanel(framesIn(rejected));
  history.detach();
  await tab("Diagnostics").click();
  const found = page.getByRole("region", { name: "Warning: unfinished_tool_call" });
  for (const frame of ["frame 22", "frame 14", "frame 15"])
    await expect.element(found.getByRole("button", { name: frame })).toBeVisible();
  await found.getByRole("button", { name: "frame 15" }).click();
  await expect.element(page.getByRole("article", { name: "Detail of frame 15" })).toBeVisible();
});

it("keeps what a check has found, and says what came since", async () => {
  const { store } = openPanel(framesIn(cutOff));
  await tab("Diagnostics").click();
  await button("Check all messages").click();
  const summary = page.getByRole("region", { name: "Conformance" }).getByRole("status");
  await expect.element(summary).toHaveTextContent(/All 11 messages together: 0 violations/);
  await tab("Traffic").click();
  await tab("Diagnostics").click();
  await expect.element(summary).toHaveTextContent(/2 notes\.$/);
  store.observe(said("still here"));
  await expect.element(summary).toHaveTextContent(/2 notes; 1 entry came since\.$/);
  await button("Check again").click();
  await expect.element(summary).toHaveTextContent(/All 12 messages together/);
});

it("shows all about a tool call, and says what an update without an event was", async () => {
  openPanel(framesIn(cutOff));
  await tab(/Pending/).click();
  await button("Show its updates, permission and turn in the log").click();
  await expect.poll(() => rows().elements().length).toBe(4);
  await rows().nth(3).click();
  await expect.element(page.getByText(/^This tool_call_update said nothing new/)).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Event" })).not.toBeInTheDocument();
});
