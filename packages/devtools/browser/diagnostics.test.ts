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

it("checks an ended log automatically, and marks the findings in the tab and in the log", async () => {
  const { history } = openPanel(framesIn(rejected));
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics$/);
  history.detach();
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics 1 found/);
  await tab("Log").click();
  await page.getByRole("checkbox", { name: "Diagnostics only" }).click();
  await expect.element(rows()).toHaveTextContent(/session\/prompt response.*unfinished_tool_call/);
});

it("links all messages that a finding is about", async () => {
  const { history } = openPanel(framesIn(rejected));
  history.detach();
  await tab("Diagnostics").click();
  const found = page.getByRole("region", { name: "Warning: unfinished_tool_call" });
  for (const frame of ["frame 22", "frame 14", "frame 15"])
    await expect.element(found.getByRole("button", { name: frame })).toBeVisible();
  await found.getByRole("button", { name: "frame 15" }).click();
  await expect.element(page.getByRole("article", { name: "Detail of frame 15" })).toBeVisible();
});

it("keeps the findings of a check, and counts the entries since", async () => {
  const { store } = openPanel(framesIn(cutOff));
  await tab("Diagnostics").click();
  await button("Check all messages").click();
  const summary = page.getByRole("region", { name: "Conformance" }).getByRole("status");
  await expect.element(summary).toHaveTextContent(/All 11 messages together: 0 violations/);
  await tab("Traffic").click();
  await tab("Diagnostics").click();
  await expect.element(summary).toHaveTextContent(/2 notes\.$/);
  store.observe(said("still here"));
  await expect.element(summary).toHaveTextContent(/2 notes\. 1 entry added since the check\.$/);
  await button("Check again").click();
  await expect.element(summary).toHaveTextContent(/All 12 messages together/);
});

it("lists the entries about a tool call, and explains an update without an event", async () => {
  openPanel(framesIn(cutOff));
  await tab(/Pending/).click();
  await button("Show its updates, permission requests and turn in the log").click();
  await expect.poll(() => rows().elements().length).toBe(4);
  await rows().nth(3).click();
  await expect.element(page.getByText(/^This tool_call_update changed nothing/)).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Event" })).not.toBeInTheDocument();
});
