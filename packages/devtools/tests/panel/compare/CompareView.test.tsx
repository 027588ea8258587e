import type { Frame } from "@acp-store/core";
import { act, fireEvent, render, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { createHistory, parseTrace } from "../../../src/index.js";
import { AcpDevtools } from "../../../src/panel/index.js";
import { said, steadyStore, toolCall, wrote } from "../../support/frames.js";
import newer from "../../../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import older from "../../../../core/tests/fixtures/recordings/claudezed-parallel.jsonl?raw";

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout and does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
});

/** Renders the panel for a live log. Returns queries for its shadow root. */
function renderLog(frames: readonly Frame[]) {
  const store = steadyStore();
  const history = createHistory(store, { scheduler: (flush) => flush() });
  for (const frame of frames) store.observe(frame);
  const { container } = render(<AcpDevtools history={history} initialOpen />);
  const shadow = container.firstElementChild?.shadowRoot;
  if (shadow == null) throw new Error("no shadow root");
  return { store, panel: within(shadow as unknown as HTMLElement) };
}

type Panel = ReturnType<typeof renderLog>["panel"];

/** Selects a row of the log. */
function select(panel: Panel, row: number): void {
  const list = within(panel.getByRole("listbox", { name: "Log" }));
  fireEvent.click(list.getAllByRole("option")[row] as HTMLElement);
}

async function compareWith(panel: Panel, text: string): Promise<void> {
  const files = [new File([text], "other.jsonl")];
  fireEvent.change(panel.getByLabelText("Trace to compare with"), { target: { files } });
  await panel.findByRole("region", { name: "Verdict" });
  await panel.findByRole("button", { name: "Close the comparison" });
}

describe("the comparison with a trace", () => {
  it("opens a tab, and closes it", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    expect(panel.queryByRole("tab", { name: "Compare" })).toBeNull();
    await compareWith(panel, older);
    expect(panel.getByRole("tab", { name: "Compare" }).getAttribute("aria-selected")).toBe("true");
    expect(panel.getByText(/^\d+ differences: 4 calls changed/)).toBeDefined();
    expect(panel.getByText("Claude Code 0.16.2")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Close the comparison" }));
    expect(panel.queryByRole("tab", { name: "Compare" })).toBeNull();
    expect(panel.getByRole("tab", { name: "Summary" }).getAttribute("aria-selected")).toBe("true");
  });

  it("links a step to its frame in this log", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, older);
    const turn = within(panel.getByRole("region", { name: "Turn 1" }));
    fireEvent.click(turn.getByRole("button", { name: "frame 14" }));
    expect(panel.getByRole("article", { name: "Detail of frame 14" })).toBeDefined();
  });

  it("shows a message of the other trace, and compares it with a frame of the log", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, older);
    const turn = within(panel.getByRole("region", { name: "Turn 1" }));
    fireEvent.click(turn.getByRole("button", { name: "frame 13 of B" }));
    expect(turn.getByText("frame 13 of B", { selector: ".key" })).toBeDefined();
    fireEvent.click(turn.getByRole("button", { name: "Compare with a frame of the log" }));
    expect(panel.getByText("Comparing with frame 13 of other.jsonl")).toBeDefined();
    select(panel, 13);
    expect(await panel.findByText("from frame 13 to frame 14")).toBeDefined();
  });

  it("compares the first messages of a step", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, older);
    const [compare] = panel.getAllByRole("button", { name: "Compare the first messages" });
    fireEvent.click(compare as HTMLElement);
    expect(panel.getByText("from frame 14 of A to frame 13 of B")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Hide the messages" }));
    expect(panel.queryByRole("region", { name: "Difference" })).toBeNull();
  });

  it("says that a log and its own trace have the same steps", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, newer);
    expect(panel.getByText("No differences: the same steps, messages and fields")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "… 8 equal steps" }));
    expect(panel.getAllByText("The same:")).toHaveLength(8);
  });

  it("includes new entries of a live log when the user asks for it", async () => {
    const { store, panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, newer);
    act(() => void store.observe(said("One more thing.")));
    fireEvent.click(panel.getByRole("button", { name: "Compare again (1 new entry)" }));
    expect(panel.queryByText(/^No differences/)).toBeNull();
    expect(panel.queryByRole("button", { name: /^Compare again/ })).toBeNull();
  });

  it("says that the agent of a file without messages is unknown", async () => {
    const { panel } = renderLog(parseTrace(newer).frames);
    await compareWith(panel, "");
    expect(panel.getByText("Unknown agent")).toBeDefined();
    expect(panel.getByText("no messages")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Show its 8 steps" }));
    expect(panel.getAllByText("not in B")).toHaveLength(8);
  });
});

describe("the comparison of two frames", () => {
  /** Opens the log with its first row as the base of the comparison. */
  function compareFirst(...frames: readonly Frame[]): Panel {
    const { panel } = renderLog(frames);
    fireEvent.click(panel.getByRole("tab", { name: /^Log/ }));
    select(panel, 0);
    fireEvent.click(panel.getByRole("button", { name: "Compare with another frame" }));
    return panel;
  }

  it("keeps a frame until the user cancels, and moves with the arrow keys", async () => {
    const panel = compareFirst(said("a"), said("b"), toolCall("call_1"));
    expect(panel.getByText(/^Select another row/)).toBeDefined();
    const list = panel.getByRole("listbox", { name: "Log" });
    expect(list.getRootNode()).toHaveProperty("activeElement", list);
    fireEvent.keyDown(list, { key: "ArrowDown" });
    const difference = within(await panel.findByRole("region", { name: "Difference" }));
    expect(difference.getByText('"text": "b",', { exact: false })).toBeDefined();
    expect(difference.getByText("Removed:")).toBeDefined();
    expect(difference.getByText("Added:")).toBeDefined();
    fireEvent.click(difference.getByRole("button", { name: "… 4 equal lines" }));
    expect(difference.getByText('"jsonrpc": "2.0",')).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Cancel" }));
    expect(panel.queryByRole("region", { name: "Difference" })).toBeNull();
  });

  it("says that two messages are equal", async () => {
    const panel = compareFirst(said("a"), said("a"));
    select(panel, 1);
    expect(await panel.findByText("The messages are equal.")).toBeDefined();
  });

  it("compares lines of stderr", async () => {
    const panel = compareFirst(wrote("took 7 ms"), wrote("took 9 ms"));
    select(panel, 1);
    const difference = within(await panel.findByRole("region", { name: "Difference" }));
    expect(difference.getByText("took 7 ms")).toBeDefined();
  });

  it("shows a long difference in parts", async () => {
    const lines = (word: string): Frame => said(Array(400).fill(word).join("\n"));
    const panel = compareFirst(lines("one"), lines("two"));
    select(panel, 1);
    const difference = within(await panel.findByRole("region", { name: "Difference" }));
    const count = difference.getAllByRole("listitem").length;
    fireEvent.click(difference.getByRole("button", { name: "Show 300 more lines" }));
    expect(difference.getAllByRole("listitem")).toHaveLength(count + 300);
  });
});
