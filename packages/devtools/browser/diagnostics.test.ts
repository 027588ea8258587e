import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import cutOff from "../../core/tests/fixtures/recordings/opencode-subagent.jsonl?raw";
import rejected from "../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";
import { formatTrace } from "../src/index.js";
import { said, toolCall } from "../tests/support/frames.js";
import { framesIn, openPanel } from "./support/panel.js";

const tab = (name: RegExp | string) => page.getByRole("tab", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const rows = () => page.getByRole("listbox", { name: "Log" }).getByRole("option");

beforeEach(() => page.viewport(1280, 720));

it("checks an ended log when the view opens, and marks the findings in the tab and in the log", async () => {
  const { history } = openPanel(framesIn(rejected));
  history.detach();
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics$/);
  await tab("Diagnostics").click();
  await expect.element(tab("Diagnostics")).toHaveTextContent(/^Diagnostics 2 found/);
  await tab("Log").click();
  await page.getByRole("checkbox", { name: "Diagnostics only" }).click();
  await expect
    .element(rows().nth(1))
    .toHaveTextContent(/session\/prompt response.*unfinished_tool_call/);
});

it("shows the expected type beside the sent value, in the list and at the frame", async () => {
  const { all } = openPanel([...framesIn(rejected), toolCall("call_9", { kind: { name: "x" } })]);
  await tab("Diagnostics").click();
  const found = page.getByRole("region", { name: /^Violation: (wrong_type|unknown_value)$/ });
  await expect.element(found.getByRole("definition").first()).toHaveTextContent(/"execute"/);
  await expect.element(found.getByRole("definition").last()).toHaveTextContent(/name.*"x"/);
  await found.getByRole("button", { name: /^frame/ }).click();
  const detail = page.getByRole("article");
  await expect.element(detail.getByText("params.update.kind")).toBeVisible();
  const [expected, sentValue] = all(".detail .shapes dd").map((item) =>
    item.getBoundingClientRect(),
  );
  expect(sentValue?.top).toBe(expected?.top);
  expect(sentValue?.left).toBeGreaterThan(expected?.right ?? 0);
  await expect
    .element(detail.getByRole("button", { name: /^kind.* has a finding$/ }))
    .toBeVisible();
  // The store's diagnostic about the same field is not shown again.
  await expect.element(detail.getByText("invalid_field")).not.toBeInTheDocument();
});

it("checks an opened trace when its view opens", async () => {
  openPanel([]);
  const text = formatTrace(framesIn(rejected));
  await userEvent.upload(page.getByLabelText("Trace file"), new File([text], "rejected.jsonl"));
  await tab("Diagnostics").click();
  const summary = page.getByRole("region", { name: "Conformance" }).getByRole("status");
  await expect.element(summary).toHaveTextContent(/22 frames checked: 0 violations, 2 warnings/);
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

it("checks the entries that are added", async () => {
  const { store } = openPanel(framesIn(cutOff));
  await tab("Diagnostics").click();
  const summary = page.getByRole("region", { name: "Conformance" }).getByRole("status");
  await expect.element(summary).toHaveTextContent(/11 frames checked: 0 violations/);
  await tab("Traffic").click();
  await tab("Diagnostics").click();
  await expect.element(summary).toHaveTextContent(/11 frames checked/);
  store.observe(said("still here"));
  await expect.element(summary).toHaveTextContent(/12 frames checked/);
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
