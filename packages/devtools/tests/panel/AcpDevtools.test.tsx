import { type AcpStore, createAcpStore } from "@acp-store/core";
import { act, fireEvent, render, within } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AcpDevtools, type AcpDevtoolsProps } from "../../src/panel/index.js";
import { createHistory, parseTrace } from "../../src/index.js";
import { PROMPT, promptError } from "./logs.js";
import { askedFor, recv, said, sent, steadyStore, toolCall, wrote } from "../support/frames.js";
import completed from "../../../core/tests/fixtures/recordings/claude-parallel.jsonl?raw";
import recording from "../../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout and does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
});

/** Renders the panel. Returns queries for its shadow root. */
function renderPanel(props: AcpDevtoolsProps) {
  const { container } = render(
    <StrictMode>
      <AcpDevtools {...props} />
    </StrictMode>,
  );
  const shadow = container.firstElementChild?.shadowRoot;
  if (shadow == null) throw new Error("no shadow root");
  return within(shadow as unknown as HTMLElement);
}

/** Renders the panel for a recording. The default one has a tool call that never finished. */
function renderRecording(text = recording) {
  const store = steadyStore();
  const history = createHistory(store, { scheduler: (flush) => flush() });
  for (const frame of parseTrace(text).frames) store.observe(frame);
  return { store, history, panel: renderPanel({ history, initialOpen: true }) };
}

/** A store that counts its inspectors. */
function inspectedStore(): AcpStore & { inspectors(): number } {
  const store = steadyStore();
  let count = 0;
  return {
    ...store,
    inspectors: () => count,
    inspect: (observer) => {
      const stop = store.inspect(observer);
      count++;
      return () => {
        count--;
        stop();
      };
    },
  };
}

describe("the button", () => {
  it("opens the panel, which inspects the store only from then on", () => {
    const store = inspectedStore();
    const panel = renderPanel({ store });
    expect(store.inspectors()).toBe(0);
    fireEvent.click(panel.getByRole("button", { name: "Open the ACP devtools" }));
    expect(panel.getAllByRole("tab")).toHaveLength(7);
    expect(store.inspectors()).toBe(1);
  });

  it("is not rendered when the panel is disabled", () => {
    const store = inspectedStore();
    const { container } = render(<AcpDevtools store={store} enabled={false} initialOpen />);
    expect(container.innerHTML).toBe("");
    expect(store.inspectors()).toBe(0);
  });

  it("stops inspecting the store when the panel is unmounted", () => {
    const store = inspectedStore();
    const { unmount } = render(<AcpDevtools store={store} initialOpen />);
    expect(store.inspectors()).toBe(1);
    unmount();
    expect(store.inspectors()).toBe(0);
  });
});

describe("the settings", () => {
  it("keeps the position that the user chose", () => {
    const first = renderPanel({ store: steadyStore() });
    fireEvent.click(first.getByRole("button", { name: "Open the ACP devtools" }));
    fireEvent.click(first.getByRole("button", { name: "Float over the page" }));
    const second = renderPanel({ store: steadyStore() });
    expect(second.getByRole("region", { name: "ACP devtools" }).dataset["position"]).toBe(
      "floating",
    );
  });

  it("opens the panel if the application asks for it", () => {
    localStorage.setItem("acp-store-devtools", '{"isOpen":false}');
    const panel = renderPanel({ store: steadyStore(), initialOpen: true });
    expect(panel.getAllByRole("tab")).toHaveLength(7);
  });

  it("ignores stored settings that are not valid JSON", () => {
    localStorage.setItem("acp-store-devtools", "{");
    expect(renderPanel({ store: steadyStore() }).getByRole("button").textContent).toBe("ACP");
  });

  it("changes the height with the arrow keys", () => {
    const panel = renderPanel({ store: steadyStore(), initialOpen: true });
    const edge = panel.getByRole("separator");
    expect(edge.getAttribute("aria-valuenow")).toBe("400");
    fireEvent.keyDown(edge, { key: "ArrowUp" });
    expect(edge.getAttribute("aria-valuenow")).toBe("424");
  });
});

describe("the log", () => {
  function opened() {
    const store = steadyStore();
    const history = createHistory(store, { scheduler: (flush) => flush() });
    for (const text of ["a", "b"]) store.observe(said(text));
    store.observe(toolCall("call_1", { kind: 5 }));
    const panel = renderPanel({ history, initialOpen: true });
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const rows = panel.getByRole("listbox");
    return { store, history, panel, rows, list: within(rows) };
  }

  it("adds rows while it is shown", () => {
    const { store, list } = opened();
    expect(list.getAllByRole("option")).toHaveLength(3);
    act(() => void store.observe(said("c")));
    expect(list.getAllByRole("option")).toHaveLength(4);
  });

  it("shows a line of stderr without escape sequences, and finds it by its direction", () => {
    const { store, panel, list } = opened();
    act(() => void store.observe(wrote("\u001b[31m[timing]\u001b[0m model\u0007 3.2 s")));
    const row = list.getByRole("option", { name: /from stderr.*stderr.*\[timing\] model 3\.2 s$/ });
    expect(row.classList.contains("stderr")).toBe(true);
    expect(row.textContent).not.toContain("no event");
    fireEvent.change(panel.getByRole("combobox", { name: "Direction" }), {
      target: { value: "stderr" },
    });
    expect(list.getAllByRole("option")).toHaveLength(1);
    fireEvent.click(list.getByRole("option"));
    const detail = within(panel.getByRole("article", { name: "Detail of frame 4" }));
    expect(detail.getByText("[timing] model 3.2 s")).toBeDefined();
    expect(detail.getByText(/wrote this line to stderr/)).toBeDefined();
  });

  it("selects entries with the keys, goes to one with Enter, and closes the detail with Escape", () => {
    const { history, panel, rows, list } = opened();
    fireEvent.keyDown(rows, { key: "Home" });
    fireEvent.keyDown(rows, { key: "ArrowDown" });
    expect(list.getByRole("option", { selected: true }).textContent).toContain("“b”");
    expect(panel.getByRole("article", { name: "Detail of frame 2" })).toBeDefined();
    fireEvent.keyDown(rows, { key: "Enter" });
    expect(history.getSnapshot().position).toBe(1);
    fireEvent.keyDown(rows, { key: "Escape" });
    expect(panel.queryByRole("article")).toBeNull();
  });

  it("selects a visible row with the first key", () => {
    const { rows, list } = opened();
    fireEvent.keyDown(rows, { key: "ArrowDown" });
    expect(list.getByRole("option", { selected: true }).textContent).toContain("“a”");
  });

  it("shows the time of an event since the first entry", () => {
    const { panel, rows } = opened();
    for (const key of ["ArrowDown", "ArrowDown"]) fireEvent.keyDown(rows, { key });
    const event = panel.getByRole("region", { name: "Event" });
    expect(event.textContent).toContain("created by the store 0.001 s after the first entry");
  });

  it("tells that the past is shown, and goes back to live", () => {
    const { store, history, panel } = opened();
    act(() => history.jumpTo(0));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    act(() => void store.observe(said("c")));
    expect(panel.getByText(/3 later entries/)).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Step forward" }));
    expect(history.getSnapshot().position).toBe(1);
    fireEvent.click(panel.getByRole("button", { name: "Back to live" }));
    expect(panel.queryByText("State and Pending show the past")).toBeNull();
  });

  it("tells that it has ended when the history is detached", () => {
    const { history, panel } = opened();
    expect(panel.getByText("Live")).toBeDefined();
    act(() => history.detach());
    expect(panel.queryByText("Live")).toBeNull();
    expect(panel.getByText("End of the log")).toBeDefined();
    act(() => history.jumpTo(0));
    fireEvent.click(panel.getByRole("button", { name: "Go to the end" }));
    expect(panel.getByText("End of the log")).toBeDefined();
  });

  it("is not live without a store", () => {
    const panel = renderPanel({ initialOpen: true });
    expect(panel.queryByText("Live")).toBeNull();
    expect(panel.getByText("Nothing logged")).toBeDefined();
  });

  it("shows the rule that a message breaks, with its page", () => {
    const { panel, list } = opened();
    fireEvent.click(panel.getByRole("checkbox", { name: "Diagnostics only" }));
    fireEvent.click(list.getByRole("option"));
    const detail = within(panel.getByRole("article"));
    expect(detail.getByText("invalid_field")).toBeDefined();
    const link = detail.getByRole("link").getAttribute("href");
    expect(link).toBe("https://agentclientprotocol.com/protocol/v1/schema");
  });

  it("goes back to a bookmarked entry", () => {
    const { panel, rows } = opened();
    fireEvent.keyDown(rows, { key: "Home" });
    fireEvent.click(panel.getByRole("button", { name: "Bookmark" }));
    fireEvent.keyDown(rows, { key: "End" });
    fireEvent.change(panel.getByRole("combobox", { name: "Bookmarks" }), {
      target: { value: "0" },
    });
    expect(panel.getByRole("article", { name: "Detail of frame 1" })).toBeDefined();
  });
});

describe("the tabs", () => {
  it("selects the next view with the arrow keys", () => {
    const panel = renderPanel({ store: steadyStore(), initialOpen: true });
    fireEvent.keyDown(panel.getByRole("tab", { name: "Summary" }), { key: "ArrowLeft" });
    expect(panel.getByRole("tab", { selected: true }).textContent).toBe("Traffic");
  });
});

describe("a tool call that never finished", () => {
  it("is explained with links to the messages in the log", () => {
    const { history, panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    const section = panel.getByRole("region", { name: "Never finished by the agent" });
    expect(section.textContent).toContain("Rejected by the user (“Reject”) at frame 15.");
    expect(section.textContent).toContain("The turn ended (end_turn) at frame 22");
    expect(section.textContent).toContain("run_shell_command__run_shell_command_1795211150160_1");
    fireEvent.click(within(section).getByRole("button", { name: "frame 14" }));
    expect(panel.getByRole("article", { name: "Detail of frame 14" })).toBeDefined();
    expect(history.getSnapshot().position).toBeUndefined();
  });

  it("is explained when its bar is selected, without moving in time", () => {
    const { history, panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: "Timeline" }));
    fireEvent.click(panel.getByRole("button", { name: /sleep 1.*, never finished/ }));
    const card = panel.getByRole("region", { name: "Selected bar" });
    expect(card.textContent).toContain("Rejected by the user (“Reject”) at frame 15.");
    expect(history.getSnapshot().position).toBeUndefined();
  });

  it("is shown on the timeline by a link in the Pending view", () => {
    const { panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    fireEvent.click(panel.getByRole("button", { name: "Show on the timeline" }));
    const bar = panel.getByRole("button", { name: /sleep 1.*, never finished/ });
    expect(bar.getAttribute("aria-pressed")).toBe("true");
  });
});

describe("an explanation", () => {
  it("shows numbers and frames that the agent wrote as text, not as links", () => {
    const store = steadyStore();
    const history = createHistory(store, { scheduler: (flush) => flush() });
    const title = "Compare frame 1 and 2";
    for (const frame of [PROMPT, toolCall("call_1", { title }), promptError("See frame 1 or 3")])
      store.observe(frame);
    const panel = renderPanel({ history, initialOpen: true });
    fireEvent.click(panel.getByRole("tab", { name: "Timeline" }));
    fireEvent.click(panel.getByRole("button", { name: /Compare frame 1 and 2.*never finished/ }));
    const card = panel.getByRole("region", { name: "Selected bar" });
    expect(card.textContent).toContain("The turn failed (“See frame 1 or 3”) at frame 3");
    const links = within(card).getAllByRole("button", { name: /^frame/ });
    expect(new Set(links.map(({ textContent }) => textContent))).toEqual(
      new Set(["frame 2", "frame 3"]),
    );
  });
});

describe("the Pending view", () => {
  it("tells that every tool call has ended", () => {
    const { history, panel } = renderRecording(completed);
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    act(() => history.detach());
    expect(panel.getByText("Nothing is pending. Every tool call has ended.")).toBeDefined();
  });

  it("shows only what was pending at the shown moment", () => {
    const { history, panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    act(() => history.jumpTo(7));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    const prompts = panel.getByRole("region", { name: "Prompts in progress" });
    expect(prompts.textContent).toContain("“Do three things in parallel.”");
    expect(prompts.textContent).toContain("The agent has been working on the prompt from frame 8");
    act(() => history.jumpTo(6));
    expect(panel.getByText("Nothing is pending. No tool calls yet.")).toBeDefined();
  });

  it("filters the log for the turn of one session", () => {
    const store = steadyStore();
    const history = createHistory(store, { scheduler: (flush) => flush() });
    for (const sessionId of ["s1", "s2"]) store.startTurn(sessionId);
    const panel = renderPanel({ history, initialOpen: true });
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    const prompts = panel.getByRole("region", { name: "Prompts in progress" });
    expect(within(prompts).getAllByText(/^The turn that started at/)).toHaveLength(2);
    act(() => store.disconnect("gone"));
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const rows = panel.getByRole("listbox");
    fireEvent.keyDown(rows, { key: "End" });
    fireEvent.click(panel.getByRole("button", { name: "turns turn-t-2" }));
    const options = within(rows).getAllByRole("option");
    expect(
      options.map(({ textContent }) => /turn_started|disconnected/.exec(textContent)?.[0]),
    ).toEqual(["turn_started", "disconnected"]);
  });

  it("counts unfinished calls separately from requests that wait for the user", () => {
    const { store, panel } = renderRecording();
    const tabText = (): string | null => panel.getByRole("tab", { name: /Pending/ }).textContent;
    expect(tabText()).toBe("Pending 1 never finished");
    act(() => void store.observe(askedFor("call_1")));
    expect(tabText()).toBe(
      "Pending 1 never finished 1 waiting for you 1 running, queued or cancelled",
    );
  });
});

describe("the end of a log", () => {
  function renderEnded() {
    const opened = renderRecording();
    act(() => opened.history.detach());
    return opened;
  }

  it("does not count as the past after stepping there", () => {
    const { panel } = renderEnded();
    fireEvent.click(panel.getByRole("button", { name: "Step back" }));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Step forward" }));
    expect(panel.getByText("End of the log")).toBeDefined();
    expect(panel.queryByText("State and Pending show the past")).toBeNull();
  });

  it("tells that a turn was open", () => {
    const { store, history, panel } = renderRecording();
    act(() => {
      store.observe(
        sent({ id: 9, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }),
      );
      history.detach();
    });
    expect(panel.getByRole("status").textContent).toBe("End of the log, during a turn");
  });

  it("tells why the connection ended", () => {
    const { store, history, panel } = renderRecording();
    act(() => {
      store.disconnect("The agent exited with code 1");
      history.detach();
    });
    expect(panel.getByRole("status").textContent).toBe(
      "End of the log: The agent exited with code 1",
    );
  });
});

describe("the summary", () => {
  it("is the first view, and leads to the bar and the message of a problem", () => {
    const { panel } = renderRecording();
    expect(panel.getByRole("tab", { selected: true }).textContent).toBe("Summary");
    const problems = panel.getByRole("region", { name: "Problems" });
    expect(problems.textContent).toContain("never finished");
    const [link] = within(problems).getAllByRole("button", { name: "Show on the timeline" });
    fireEvent.click(link as HTMLElement);
    expect(panel.getByRole("region", { name: "Selected bar" })).toBeDefined();
  });

  it("counts the seconds of a silent agent", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let time = 0;
    const store = createAcpStore({ scheduler: "sync", now: () => time });
    const history = createHistory(store, { scheduler: (flush) => flush() });
    const panel = renderPanel({ history, initialOpen: true });
    act(() => void store.observe(PROMPT));
    const verdict = (): string | null => panel.getByRole("region", { name: "Verdict" }).textContent;
    expect(verdict()).toContain("No problems so far");
    time = 42_000;
    act(() => void vi.advanceTimersByTime(1000));
    expect(verdict()).toContain("The agent has been silent for 42 s");
    act(() => history.detach());
    expect(verdict()).toContain("The turn never ended");
  });
});

describe("the detail of a message", () => {
  it("links a request and its response, with the time between them", () => {
    const { panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const rows = panel.getByRole("listbox");
    fireEvent.keyDown(rows, { key: "Home" });
    const detail = (): HTMLElement => panel.getByRole("article");
    expect(detail().textContent).toMatch(
      /A request of the client, answered at frame 2, .* later\./,
    );
    fireEvent.click(within(detail()).getByRole("button", { name: "frame 2" }));
    expect(detail().textContent).toMatch(
      /The response to initialize, sent by the client at frame 1, .* earlier\./,
    );
  });

  it("copies a message, and says so if the page has no clipboard", async () => {
    const copied: string[] = [];
    const { panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    fireEvent.keyDown(panel.getByRole("listbox"), { key: "Home" });
    const copy = (name: string): void => {
      fireEvent.click(within(panel.getByRole("article")).getByRole("button", { name }));
    };
    copy("Copy the message");
    expect(await panel.findByText("Could not copy")).toBeDefined();
    vi.stubGlobal("navigator", {
      clipboard: { writeText: async (text: string) => copied.push(text) },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    copy("Copy as a line for stdin");
    expect(await panel.findByText("Copied")).toBeDefined();
    expect(copied[0]).toMatch(/^\{"jsonrpc":"2.0".*"method":"initialize".*\}$/);
  });
});

describe("the state", () => {
  it("leads from an entity to all entries that changed it", () => {
    const { panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: "State" }));
    fireEvent.click(panel.getByRole("button", { name: "Show its changes in the log" }));
    const options = within(panel.getByRole("listbox")).getAllByRole("option");
    expect(options.length).toBeGreaterThan(1);
    expect(options[0]?.textContent).toContain("session/request_permission");
  });

  it("opens two levels and the first unfinished call, and names the entry that changed it", () => {
    const { store, panel } = renderRecording();
    fireEvent.click(panel.getByRole("tab", { name: "State" }));
    expect(panel.getByRole("button", { name: /^info/ })).toBeDefined();
    const call = panel.getByRole("button", { name: /^run_shell_command__.*_1 / });
    expect(call.getAttribute("aria-expanded")).toBe("true");
    expect(panel.getByText(/Changed by/).textContent).toContain("frame 22");
    act(() => void store.observe(recv({ method: "_nothing" })));
    expect(panel.getByText(/did not change the state/).textContent).toBe(
      "Frame 23 did not change the state. The last change was frame 22.",
    );
  });
});

describe("Send again…", () => {
  /** Renders the log of a store with one prompt, and selects it. */
  function renderPrompt(props: AcpDevtoolsProps = {}) {
    const store = steadyStore();
    const history = createHistory(store, { scheduler: (flush) => flush() });
    store.observe(PROMPT);
    const panel = renderPanel({ history, initialOpen: true, ...props });
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const [row] = within(panel.getByRole("listbox", { name: "Log" })).getAllByRole("option");
    if (row !== undefined) fireEvent.click(row);
    return { history, panel };
  }

  beforeEach(() => {
    // jsdom does not implement dialogs.
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
  });

  it("sends the edited message, and shows the agent's error", async () => {
    const request = vi.fn(() => Promise.reject(new Error("The agent is busy.")));
    const { panel } = renderPrompt({ agent: { request } });
    fireEvent.click(panel.getByRole("button", { name: "Send again…" }));
    const editor = panel.getByLabelText("Message", { selector: "textarea" });
    fireEvent.change(editor, { target: { value: "{" } });
    fireEvent.click(panel.getByText("Send"));
    expect(panel.getByText(/JSON/)).toBeTruthy();
    expect(request).not.toHaveBeenCalled();
    fireEvent.change(editor, { target: { value: '{ "method": "logout" }' } });
    fireEvent.click(panel.getByText("Send"));
    await panel.findByText("The agent is busy.");
    expect(request).toHaveBeenCalledExactlyOnceWith("logout", {
      _meta: { "acp-store/resent": true },
    });
  });

  it("is not offered without a connection, or once the log has ended", () => {
    expect(renderPrompt().panel.queryByRole("button", { name: "Send again…" })).toBeNull();
    const { history, panel } = renderPrompt({ agent: { request: () => Promise.resolve() } });
    expect(panel.getByRole("button", { name: "Send again…" })).toBeTruthy();
    act(history.detach);
    expect(panel.queryByRole("button", { name: "Send again…" })).toBeNull();
  });
});
