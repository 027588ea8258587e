import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import recording from "../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import parallel from "../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";
import rejected from "../../core/tests/fixtures/recordings/gemini-reject.jsonl?raw";
import stopped from "../../core/tests/fixtures/recordings/opencode-subagent.jsonl?raw";
import { formatTrace, parseTrace, redactTrace } from "../src/index.js";
import type { OpenedTrace } from "../src/panel/index.js";
import { createTraceSource } from "../src/panel/model/source.js";
import { said } from "../tests/support/frames.js";
import { framesIn, openPanel } from "./support/panel.js";

const tab = (name: string) => page.getByRole("tab", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const rows = () => page.getByRole("listbox", { name: "Log" }).getByRole("option");

beforeEach(() => page.viewport(1280, 720));

/** Exports the log. Returns the text and the name of the file. */
async function exportTrace(choice = "Export full trace"): Promise<{ text: string; file: string }> {
  const save = vi.spyOn(URL, "createObjectURL");
  let file = "";
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    file = this.download;
  });
  await button("Export…").click();
  await button(choice).click();
  const [blob] = save.mock.calls[0] ?? [];
  save.mockRestore();
  click.mockRestore();
  return { text: await (blob as Blob).text(), file };
}

/** Drops a file on the panel. */
function drop(panel: ReturnType<typeof openPanel>, file: File): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const [target] = panel.all(".drop");
  target?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}

/** Returns a file that was deleted after the user chose it. */
async function deletedFile(name: string): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(recording);
  await writable.close();
  const file = await handle.getFile();
  await folder.removeEntry(name);
  return file;
}

describe("time travel", () => {
  it("goes to a found entry and back to live while messages arrive", async () => {
    const { store, history } = openPanel(framesIn(recording));
    await tab("Log").click();
    await page.getByRole("searchbox", { name: "Search messages" }).fill("p2.txt");
    await page.getByRole("combobox", { name: "Kind" }).selectOptions("permission_requested");
    await expect.poll(() => rows().elements().length).toBe(1);
    await rows().click();
    await button("Go to this point").click();
    await expect.element(page.getByText("State and Pending show the past")).toBeVisible();

    await tab("State").click();
    await expect.element(page.getByText(/Changed by/)).toBeVisible();
    store.observe(said("still going on"));
    const shown = history.getState();
    expect(shown).not.toBe(store.getState());
    expect(shown.sessions.has("s1")).toBe(false);

    await button("Back to live").click();
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
    expect(history.getState()).toBe(store.getState());
  });

  it("goes to the point of a click on the ruler", async () => {
    const { history, all } = openPanel(framesIn(recording));
    await tab("Timeline").click();
    await expect.poll(() => all(".bar").length).toBeGreaterThan(5);
    const [bands] = all(".bands");
    if (bands === undefined) throw new Error("no bands");
    const { width } = bands.getBoundingClientRect();
    await userEvent.click(bands, { position: { x: width / 2, y: 10 } });
    const { position = -1, end } = history.getSnapshot();
    expect(position).toBeGreaterThan(0);
    expect(position).toBeLessThan(end - 1);
  });
});

describe("the timeline", () => {
  const bar = (name: RegExp) => page.getByRole("button", { name });
  const leftOf = (name: RegExp): number => bar(name).element().getBoundingClientRect().left;
  const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus();
  const bandsIn = ({ all }: ReturnType<typeof openPanel>): Element => {
    const [bands] = all(".bands");
    if (bands === undefined) throw new Error("no bands");
    return bands;
  };

  it("explains a selected bar without moving in time, and shows its state on request", async () => {
    const { history } = openPanel(framesIn(rejected));
    await tab("Timeline").click();
    await bar(/1\.0\.0' => '2\.0\.0', rejected, never finished/).click();
    const card = page.getByRole("region", { name: "Selected bar" });
    await expect.element(card).toHaveTextContent(/Rejected by the user \(“Reject”\) at frame 12/);
    expect(history.getSnapshot().position).toBeUndefined();
    await card.getByRole("button", { name: "Show the state at its start" }).click();
    expect(history.getSnapshot().position).toBeGreaterThan(0);
    await expect.element(page.getByText("State and Pending show the past")).toBeVisible();
    await expect.element(tab("State")).toHaveAttribute("aria-selected", "true");
    await tab("Timeline").click();
    await expect.element(card).toBeVisible();
  });

  it("keeps the selected bar and the name of the band visible while zooming", async () => {
    const panel = openPanel(framesIn(rejected));
    await tab("Timeline").click();
    const name = /again\.txt.*, completed/;
    await bar(name).click();
    const middle = (): number => {
      const { left: start, width } = bar(name).element().getBoundingClientRect();
      return start + width / 2;
    };
    const before = middle();
    await button("Zoom in").click();
    await expect.poll(() => Math.abs(middle() - before)).toBeLessThan(2);
    for (let time = 0; time < 4; time++) await button("Zoom in").click();
    await expect.element(bar(name)).toBeInViewport();
    expect(panel.all(".band h3")[0]?.getBoundingClientRect().left).toBeGreaterThanOrEqual(0);
  });

  it("zooms at the pointer, even with several turns of the wheel in one frame", async () => {
    const panel = openPanel(framesIn(rejected));
    await tab("Timeline").click();
    await expect.element(bar(/again\.txt.*, completed/)).toBeVisible();
    const clientX = leftOf(/again\.txt.*, completed/);
    for (let turn = 0; turn < 5; turn++)
      bandsIn(panel).dispatchEvent(
        new WheelEvent("wheel", { ctrlKey: true, deltaY: -1, clientX, cancelable: true }),
      );
    await expect.poll(() => bandsIn(panel).scrollWidth).toBeGreaterThan(2.9 * 1280);
    await expect.poll(() => Math.abs(leftOf(/again\.txt.*, completed/) - clientX)).toBeLessThan(2);
  });

  it("zooms at the visible bars without a selection, and at the focused bar by keys", async () => {
    const panel = openPanel(framesIn(stopped));
    await tab("Timeline").click();
    await expect.element(bar(/^Explore sources/)).toBeVisible();
    const bands = bandsIn(panel);
    for (let time = 0; time < 3; time++) {
      const { scrollWidth } = bands;
      await button("Zoom in").click();
      await expect.poll(() => bands.scrollWidth).toBeGreaterThan(scrollWidth);
      await expect.element(bar(/^Turn, /)).toBeInViewport();
    }
    await button("Show all").click();
    await expect.element(bar(/^Explore sources/)).toBeVisible();
    const { scrollWidth } = bands;
    focus(bar(/^Explore sources/));
    await userEvent.keyboard("+");
    await expect.poll(() => bands.scrollWidth).toBeGreaterThan(1.9 * scrollWidth);
    expect(
      bar(/^Explore sources/)
        .element()
        .matches(":focus"),
    ).toBe(true);
    await userEvent.keyboard("-");
    await expect.poll(() => bands.scrollWidth).toBe(scrollWidth);
  });

  it("closes the details of a bar with Escape and focuses the bar", async () => {
    openPanel(framesIn(rejected));
    await tab("Timeline").click();
    const again = bar(/again\.txt.*, completed/);
    await again.click();
    const card = page.getByRole("region", { name: "Selected bar" });
    await expect.element(card).toBeVisible();
    focus(card.getByRole("button", { name: "Close" }));
    await userEvent.keyboard("{Escape}");
    await expect.element(card).not.toBeInTheDocument();
    expect(again.element().matches(":focus")).toBe(true);
  });

  it("leads from a part without bars to the next bar", async () => {
    const panel = openPanel(framesIn(rejected));
    await tab("Timeline").click();
    await expect.element(button("Zoom in")).toBeVisible();
    const bands = bandsIn(panel);
    for (let turn = 0; turn < 8; turn++) await button("Zoom in").click();
    bands.scrollTo({ left: 0 });
    const hint = page.getByText(/^No turns or tool calls between 0\.000 s and 0\.\d+ s\./);
    await expect.element(hint).toBeVisible();
    await button("Go to the next bar").click();
    await expect.element(bar(/^Turn, end_turn/)).toBeVisible();
    await expect.element(hint).not.toBeInTheDocument();
  });

  it.each([
    ["gemini-parallel", parallel],
    ["opencode-subagent", stopped],
  ])("draws each bar at its time: %s", async (name, text) => {
    const panel = openPanel(framesIn(text));
    panel.history.detach();
    await tab("Timeline").click();
    await expect.element(bar(/^Turn, /)).toBeVisible();
    const { digest } = createTraceSource(name, text);
    const { tracks, startAt, endAt } = digest.read();
    const { left: start, width } = bandsIn(panel).getBoundingClientRect();
    const place = (at: number): number =>
      start + 24 + ((width - 48) * (at - startAt)) / (endAt - startAt);
    expect(panel.all(".log-end")[0]?.getBoundingClientRect().left).toBeCloseTo(place(endAt), 0);
    const drawn = panel.all(".bar-body").map((body) => body.getBoundingClientRect());
    for (const { first, statuses } of tracks.all) {
      const last = statuses.at(-1);
      const isOpen = last === undefined || /running|pending|progress/.test(last.status);
      const begin = place(first.at);
      const end = Math.max(place(isOpen ? endAt : last.at), begin + 4);
      const found = drawn.filter(
        ({ left: at, right }) => Math.abs(at - begin) < 1 && Math.abs(right - end) < 1,
      );
      expect(found.length).toBeGreaterThan(0);
    }
    expect(drawn).toHaveLength(tracks.all.length);
  });

  it("keeps a label visible when the start of its bar is not", async () => {
    const panel = openPanel(framesIn(rejected));
    await tab("Timeline").click();
    await bar(/^Turn, end_turn/)
      .first()
      .click();
    for (let time = 0; time < 4; time++) await button("Zoom in").click();
    await expect.poll(() => leftOf(/^Turn, end_turn/)).toBeLessThan(-100);
    const label = panel.all('.bar[aria-pressed="true"] .bar-label')[0]?.getBoundingClientRect();
    expect(label?.left).toBeGreaterThanOrEqual(0);
    expect(label?.right).toBeLessThan(200);
  });

  it("explains what a log leaves unfinished", async () => {
    const panel = openPanel(framesIn(stopped));
    panel.history.detach();
    await tab("Timeline").click();
    await bar(/^Explore sources, never finished/).click();
    const card = page.getByRole("region", { name: "Selected bar" });
    await expect.element(card).toHaveTextContent(/The log stops at frame 11, during the turn/);
    await bar(/^Turn, never ended/).click();
    await expect.element(card).toHaveTextContent(/never ended. The log stops at frame 11, 1.167 s/);
  });

  it("keeps all actions visible in a narrow window", async () => {
    await page.viewport(420, 620);
    openPanel(framesIn(stopped));
    await tab("Timeline").click();
    await expect.element(tab("Traffic")).toBeVisible();
    for (const one of [
      tab("Traffic"),
      button("Export…"),
      button("Open trace…"),
      button("Zoom in"),
    ]) {
      const { left: start, right } = one.element().getBoundingClientRect();
      expect([start >= 0, right <= 420]).toEqual([true, true]);
    }
  });
});

describe("a trace", () => {
  it("restores the same state after it was saved and opened", async () => {
    const panel = openPanel(framesIn(recording));
    const { store } = panel;
    await tab("State").click();
    const live = (): string => panel.all(".state .tree")[0]?.textContent ?? "";
    const before = live();
    const { text, file } = await exportTrace();
    expect(file).toBe("acp-trace.jsonl");
    expect(createTraceSource("again", text).history.getState()).toEqual(store.getState());

    drop(panel, new File([text], "again.jsonl"));
    await expect.element(page.getByText("again.jsonl")).toBeVisible();
    await tab("State").click();
    expect(live()).toBe(before);

    await button("Back to the live store").click();
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  });

  it("is redacted on request", async () => {
    openPanel(framesIn(recording));
    const { text, file } = await exportTrace("Export redacted trace");
    expect(file).toBe("acp-trace-redacted.jsonl");
    expect(text).not.toContain("README");
    const redacted = redactTrace(framesIn(recording));
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(redacted);
  });

  it("keeps its name, and is not saved if the user cancels", async () => {
    const panel = openPanel([]);
    await expect.element(tab("Log")).toBeVisible();
    drop(panel, new File([recording], "my run.jsonl"));
    await expect.element(page.getByText("my run.jsonl")).toBeVisible();
    await button("Export…").click();
    await expect.element(page.getByText(/Review the file before you share it/)).toBeVisible();
    await button("Cancel").click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect((await exportTrace("Export redacted trace")).file).toBe("my-run-redacted.jsonl");
  });

  it("is opened from a file, with its format and the number of lines that are not messages", async () => {
    openPanel([]);
    const file = new File([`${recording}no message\n{"half":\n`], "other.jsonl");
    await userEvent.upload(page.getByLabelText("Trace file"), file);
    await expect.element(page.getByText(/Opened as: acp-store trace/)).toBeVisible();
    await expect.element(page.getByText(/1 line without a message/)).toBeVisible();
    await expect.element(page.getByText(/1 problem \(line \d+: Invalid JSON/)).toBeVisible();
    await expect.element(page.getByText("End of the trace")).toBeVisible();
  });

  it("is reported to the application with its store and its log, until the panel shows another log", async () => {
    const shown: (OpenedTrace | undefined)[] = [];
    const panel = openPanel([], { onTraceChange: (trace) => shown.push(trace) });
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
    expect(shown).toEqual([]);
    drop(panel, new File([`${recording}{"half":\n`], "first.jsonl"));
    await expect.element(page.getByText("first.jsonl", { exact: true })).toBeVisible();
    const [first] = shown;
    const { frames } = parseTrace(recording);
    expect(first).toMatchObject({ name: "first.jsonl", frames });
    expect(first?.problems.map(({ line }) => line)).toEqual([frames.length + 1]);
    await button("Step back").click();
    expect(first?.history.getSnapshot().position).toBe((first?.history.getSnapshot().end ?? 0) - 2);
    expect(first?.store.getState().sessions.size).toBe(1);
    drop(panel, new File([recording], "second.jsonl"));
    await expect.element(page.getByText("second.jsonl")).toBeVisible();
    expect(shown.map((trace) => trace?.name)).toEqual(["first.jsonl", undefined, "second.jsonl"]);
    shown.at(-1)?.close();
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
    drop(panel, new File([recording], "third.jsonl"));
    await expect.element(page.getByText("third.jsonl")).toBeVisible();
    await button("Close the devtools").click();
    await expect
      .poll(() => shown.map((trace) => trace?.name))
      .toEqual([
        ...["first.jsonl", undefined, "second.jsonl", undefined, "third.jsonl", undefined],
      ]);
  });

  it("shows the frames of the chosen agent if there are several", async () => {
    const panel = openPanel([]);
    const named = [recording, parallel].flatMap((text, index) =>
      framesIn(text).map((frame) => ({ ...frame, agent: ["Claude", "Gemini"][index] ?? "" })),
    );
    await expect.element(tab("Log")).toBeVisible();
    drop(panel, new File([formatTrace(named)], "both.jsonl"));
    const picker = page.getByRole("combobox", { name: "Agent" });
    await expect.element(picker).toHaveValue("Claude");
    const last = (text: string) => page.getByText(`frame ${framesIn(text).length} is the last`);
    await expect.element(last(recording)).toBeVisible();
    await picker.selectOptions("Gemini");
    await expect.element(last(parallel)).toBeVisible();
  });

  it("leaves the panel unchanged if its file cannot be read, and shows the reason", async () => {
    const panel = openPanel(framesIn(recording));
    drop(panel, await deletedFile("gone.jsonl"));
    const alert = page.getByRole("alert");
    await expect.element(alert).toHaveTextContent(/gone\.jsonl could not be opened: .*found/);
    await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
    await button("Close").click();
    await expect.element(alert).not.toBeInTheDocument();
    drop(panel, await deletedFile("gone.jsonl"));
    await expect.element(alert).toBeVisible();
    drop(panel, new File([recording], "there.jsonl"));
    await expect.element(page.getByText("End of the trace")).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });
});

describe("the traffic", () => {
  it("shows messages and processing time per second", async () => {
    const panel = openPanel(framesIn(recording));
    await tab("Traffic").click();
    const chart = page.getByRole("img", { name: /per second/ });
    await expect.element(chart).toHaveAccessibleName(/^Messages per second, from second 0 to \d+/);
    await button("Processing time").click();
    await expect
      .element(chart)
      .toHaveAccessibleName(/^Processing time per second, .* at most [\d.]+ (ms|µs)$/);
    const times = panel.all("tbody td:nth-of-type(4)").map((cell) => cell.textContent);
    expect(times.filter((time) => /^[\d.]+ (ms|µs)$/.test(time)).length).toBeGreaterThan(3);
    await expect.element(page.getByText(/says nothing about the speed of the agent/)).toBeVisible();
  });
});

describe("the state", () => {
  it("opens to the first tool call that never finished", async () => {
    const { history } = openPanel(framesIn(stopped));
    history.detach();
    await tab("State").click();
    const call = page.getByRole("button", { name: /^call_sX2syoi/ });
    await expect.element(call).toHaveAttribute("aria-expanded", "true");
    await expect.element(call).toBeInViewport();
  });
});

describe("the log", () => {
  it("tells that no entries match, and clears the filter", async () => {
    openPanel(framesIn(recording));
    await tab("Log").click();
    const search = page.getByRole("searchbox", { name: "Search messages" });
    await search.fill("no such thing");
    await expect.element(page.getByText(/No log entries match “no such thing”/)).toBeVisible();
    await button("Clear all filters").click();
    await expect.element(search).toHaveValue("");
    await search.fill("session/prompt");
    await expect.poll(() => rows().elements().length).toBe(2);
  });
});

describe("the detail of an entry", () => {
  it("has columns of a readable width, and explains the arrows of the rows", async () => {
    await page.viewport(1400, 800);
    const panel = openPanel(framesIn(rejected));
    await tab("Log").click();
    await rows().nth(10).click();
    const widths = panel.all(".column").map((column) => column.getBoundingClientRect().width);
    expect(widths).toHaveLength(3);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(320);
    expect(panel.all(".row-legend")[0]?.textContent).toContain("from the client");
  });

  it("selects a visible row of a scrolled log with the first key", async () => {
    const panel = openPanel(Array.from({ length: 200 }, (_, place) => said(`word ${place}.`)));
    await tab("Log").click();
    const [list] = panel.all(".rows");
    if (!(list instanceof HTMLElement)) throw new Error("no log");
    list.scrollTop = 50 * 26;
    list.focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("article", { name: "Detail of frame 51" })).toBeVisible();
  });
});

describe("a narrow panel", () => {
  it("shows the full names of messages beside findings", async () => {
    await page.viewport(420, 800);
    const panel = openPanel(framesIn(rejected));
    panel.history.detach();
    await tab("Diagnostics").click();
    await expect.element(page.getByText(/frames checked/)).toBeVisible();
    await tab("Log").click();
    await page.getByRole("checkbox", { name: "Diagnostics only" }).click();
    await expect.poll(() => panel.all(".row .badge.warn").length).toBe(2);
    const names = panel.all(".row:has(.badge) .row-name");
    expect(names.map(({ textContent }) => textContent)).toEqual([
      "session/new response",
      "session/prompt response",
    ]);
    for (const name of names) expect(name.scrollWidth).toBe(name.clientWidth);
    for (const badge of panel.all(".row .badge"))
      expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(420);
    await expect.element(page.getByText("from the agent", { exact: true }).first()).toBeVisible();
  });

  it("never scrolls sideways", async () => {
    await page.viewport(420, 720);
    const panel = openPanel(framesIn(recording));
    for (const view of ["Log", "Diagnostics", "Traffic"]) {
      await tab(view).click();
      const [element] = panel.all(".view");
      expect([view, element?.scrollWidth]).toEqual([view, element?.clientWidth]);
    }
  });
});

describe("a log of 100,000 entries", () => {
  it("keeps the number of elements bounded, and can be searched", async () => {
    const frames = Array.from({ length: 100_000 }, (_, place) => ({
      ...said(`word ${place}.`),
      t: place,
    }));
    const { all } = openPanel(frames);
    await tab("Log").click();
    await expect.element(page.getByText("100,000 entries")).toBeVisible();
    expect(all("*").length).toBeLessThan(1200);
    const [list] = all(".rows");
    if (list === undefined) throw new Error("no log");
    await expect.element(page.getByText("“word 99999.”")).toBeVisible();
    list.scrollTop = 50_000 * 26;
    await expect.element(page.getByText("“word 50003.”")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search messages" }).fill("word 4321");
    await expect.element(page.getByText("11 entries", { exact: true })).toBeVisible();
    await tab("Timeline").click();
    expect(all("*").length).toBeLessThan(1200);
  });
});
