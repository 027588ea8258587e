import type { AcpStore } from "@acp-store/core";
import { act, fireEvent, render, within } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { AcpDevtools, type AcpDevtoolsProps } from "../../src/panel/index.js";
import { createHistory, parseTrace } from "../../src/index.js";
import { askedFor, recv, said, sent, steadyStore, toolCall } from "../support/frames.js";
import rejections from "../../../core/tests/fixtures/recordings/gemini-reject.jsonl?raw";
import recording from "../../../core/tests/fixtures/recordings/gemini-parallel.jsonl?raw";

beforeEach(() => {
  localStorage.clear();
  // Nothing is laid out here, so nothing can be scrolled.
  Element.prototype.scrollIntoView = () => undefined;
});

/** The panel on a page. Queries are for what is in its shadow root. */
function shown(props: AcpDevtoolsProps) {
  const { container } = render(
    <StrictMode>
      <AcpDevtools {...props} />
    </StrictMode>,
  );
  const shadow = container.firstElementChild?.shadowRoot;
  if (shadow == null) throw new Error("no shadow root");
  return within(shadow as unknown as HTMLElement);
}

/** The panel for a recording that ends with a tool call that never finished. */
function recorded(text = recording) {
  const store = steadyStore();
  const history = createHistory(store, { scheduler: (flush) => flush() });
  for (const frame of parseTrace(text).frames) store.observe(frame);
  return { store, history, panel: shown({ history, initialOpen: true }) };
}

/** A store that counts who inspects it. */
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
  it("is all there is until it is pressed, and costs nothing", () => {
    const store = inspectedStore();
    const panel = shown({ store });
    expect(store.inspectors()).toBe(0);
    fireEvent.click(panel.getByRole("button", { name: "Open the ACP devtools" }));
    expect(panel.getAllByRole("tab")).toHaveLength(6);
    expect(store.inspectors()).toBe(1);
  });

  it("is not there when the panel is not enabled", () => {
    const store = inspectedStore();
    const { container } = render(<AcpDevtools store={store} enabled={false} initialOpen />);
    expect(container.innerHTML).toBe("");
    expect(store.inspectors()).toBe(0);
  });

  it("lets go of the store when the panel is taken out", () => {
    const store = inspectedStore();
    const { unmount } = render(<AcpDevtools store={store} initialOpen />);
    expect(store.inspectors()).toBe(1);
    unmount();
    expect(store.inspectors()).toBe(0);
  });
});

describe("what the user chose", () => {
  it("is remembered", () => {
    const first = shown({ store: steadyStore() });
    fireEvent.click(first.getByRole("button", { name: "Open the ACP devtools" }));
    fireEvent.click(first.getByRole("button", { name: "Float over the page" }));
    const second = shown({ store: steadyStore() });
    expect(second.getByRole("region", { name: "ACP devtools" }).dataset["position"]).toBe(
      "floating",
    );
  });

  it("counts less than what the application asks for", () => {
    localStorage.setItem("acp-store-devtools", '{"isOpen":false}');
    const panel = shown({ store: steadyStore(), initialOpen: true });
    expect(panel.getAllByRole("tab")).toHaveLength(6);
  });

  it("counts as absent where it cannot be read", () => {
    localStorage.setItem("acp-store-devtools", "{");
    expect(shown({ store: steadyStore() }).getByRole("button").textContent).toBe("ACP");
  });

  it("changes the height with the arrow keys", () => {
    const panel = shown({ store: steadyStore(), initialOpen: true });
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
    const panel = shown({ history, initialOpen: true });
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const rows = panel.getByRole("listbox");
    return { store, history, panel, rows, list: within(rows) };
  }

  it("grows while it is looked at", () => {
    const { store, list } = opened();
    expect(list.getAllByRole("option")).toHaveLength(3);
    act(() => void store.observe(said("c")));
    expect(list.getAllByRole("option")).toHaveLength(4);
  });

  it("is gone through with the keys", () => {
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

  it("begins, by the keys, at a row that is in sight", () => {
    const { rows, list } = opened();
    fireEvent.keyDown(rows, { key: "ArrowDown" });
    expect(list.getByRole("option", { selected: true }).textContent).toContain("“a”");
  });

  it("tells the time of an event since the first", () => {
    const { panel, rows } = opened();
    for (const key of ["ArrowDown", "ArrowDown"]) fireEvent.keyDown(rows, { key });
    const event = panel.getByRole("region", { name: "Event" });
    expect(event.textContent).toContain("at: 0.001 s since the first entry");
  });

  it("says clearly that the past is looked at, and goes back to live", () => {
    const { store, history, panel } = opened();
    act(() => history.jump(0));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    act(() => void store.observe(said("c")));
    expect(panel.getByText(/3 later entries/)).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Step forward" }));
    expect(history.getSnapshot().position).toBe(1);
    fireEvent.click(panel.getByRole("button", { name: "Back to live" }));
    expect(panel.queryByText("State and Pending show the past")).toBeNull();
  });

  it("says that it is over when the history is detached", () => {
    const { history, panel } = opened();
    expect(panel.getByText("Live")).toBeDefined();
    act(() => history.detach());
    expect(panel.queryByText("Live")).toBeNull();
    expect(panel.getByText("End of the log")).toBeDefined();
    act(() => history.jump(0));
    fireEvent.click(panel.getByRole("button", { name: "To the end" }));
    expect(panel.getByText("End of the log")).toBeDefined();
  });

  it("does not call a panel without a store live", () => {
    const panel = shown({ initialOpen: true });
    expect(panel.queryByText("Live")).toBeNull();
    expect(panel.getByText("Nothing was logged")).toBeDefined();
  });

  it("shows what had something wrong with it, with the rule and its page", () => {
    const { panel, list } = opened();
    fireEvent.click(panel.getByRole("checkbox", { name: "Diagnostics only" }));
    fireEvent.click(list.getByRole("option"));
    const detail = within(panel.getByRole("article"));
    expect(detail.getByText("invalid_field")).toBeDefined();
    const link = detail.getByRole("link").getAttribute("href");
    expect(link).toBe("https://agentclientprotocol.com/protocol/v1/schema");
  });

  it("keeps bookmarks to go back to", () => {
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
  it("are gone through with the arrow keys", () => {
    const panel = shown({ store: steadyStore(), initialOpen: true });
    fireEvent.keyDown(panel.getByRole("tab", { name: "Timeline" }), { key: "ArrowLeft" });
    expect(panel.getByRole("tab", { selected: true }).textContent).toBe("Traffic");
  });
});

describe("what never ended", () => {
  it("is explained, and leads to the messages that show it", () => {
    const { history, panel } = recorded();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    const section = panel.getByRole("region", { name: "Never finished by the agent" });
    expect(section.textContent).toContain("Rejected by the user (“Reject”) at frame 15.");
    expect(section.textContent).toContain("The turn ended (end_turn) at frame 22");
    expect(section.textContent).toContain("run_shell_command__run_shell_command_1795211150160_1");
    fireEvent.click(within(section).getByRole("button", { name: "frame 14" }));
    expect(panel.getByRole("article", { name: "Detail of frame 14" })).toBeDefined();
    expect(history.getSnapshot().position).toBeUndefined();
  });

  it("is told below the timeline, before anybody asks", () => {
    const { panel } = recorded();
    const card = panel.getByRole("region", { name: "Tool calls that never finished" });
    expect(card.textContent).toContain("1 tool call never finished");
    expect(card.textContent).toContain("Rejected by the user (“Reject”) at frame 15.");
    expect(card.textContent).toContain("Missing: a tool_call_update");
  });

  it("is told of several calls, with what was missing once", () => {
    const { panel } = recorded(rejections);
    const card = panel.getByRole("region", { name: "Tool calls that never finished" });
    expect(card.textContent).toContain("2 tool calls never finished");
    expect(within(card).getAllByText("Missing:")).toHaveLength(1);
    expect(within(card).getAllByRole("link")).toHaveLength(1);
  });

  it("is told by its bar, and nothing else is shown because of that", () => {
    const { history, panel } = recorded();
    fireEvent.click(panel.getByRole("button", { name: /sleep 1.*, never finished/ }));
    const card = panel.getByRole("region", { name: "The chosen bar" });
    expect(card.textContent).toContain("Rejected by the user (“Reject”) at frame 15.");
    expect(history.getSnapshot().position).toBeUndefined();
  });

  it("leads from what is pending to its bar", () => {
    const { panel } = recorded();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    fireEvent.click(panel.getByRole("button", { name: "Show it on the timeline" }));
    const bar = panel.getByRole("button", { name: /sleep 1.*, never finished/ });
    expect(bar.getAttribute("aria-pressed")).toBe("true");
  });

  it("is not told before it was", () => {
    const { history, panel } = recorded();
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    act(() => history.jump(7));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    const prompts = panel.getByRole("region", { name: "Prompts that the agent works on" });
    expect(prompts.textContent).toContain("“Do three things in parallel.”");
    expect(prompts.textContent).toContain("The agent works on the prompt of frame 8");
    act(() => history.jump(6));
    expect(panel.getByText("Nothing is pending. No tool call yet.")).toBeDefined();
  });

  it("is told apart in sessions that count their turns alike", () => {
    const store = steadyStore();
    const history = createHistory(store, { scheduler: (flush) => flush() });
    for (const sessionId of ["s1", "s2"]) store.startTurn(sessionId);
    const panel = shown({ history, initialOpen: true });
    fireEvent.click(panel.getByRole("tab", { name: /Pending/ }));
    const prompts = panel.getByRole("region", { name: "Prompts that the agent works on" });
    expect(within(prompts).getAllByText(/^The agent is at the turn/)).toHaveLength(2);
    act(() => store.disconnect("gone"));
    fireEvent.click(panel.getByRole("tab", { name: /Log/ }));
    const rows = panel.getByRole("listbox");
    fireEvent.keyDown(rows, { key: "End" });
    const [, ofTheSecond] = panel.getAllByRole("button", { name: "turns turn-1" });
    if (ofTheSecond === undefined) throw new Error("no second turn");
    fireEvent.click(ofTheSecond);
    const said = within(rows).getAllByRole("option");
    expect(
      said.map(({ textContent }) => /turn_started|disconnected/.exec(textContent)?.[0]),
    ).toEqual(["turn_started", "disconnected"]);
  });

  it("is counted apart from what waits for the user", () => {
    const { store, panel } = recorded();
    const words = (): string | null => panel.getByRole("tab", { name: /Pending/ }).textContent;
    expect(words()).toBe("Pending 1 never finished");
    act(() => void store.observe(askedFor("call_1")));
    expect(words()).toBe(
      "Pending 1 never finished 1 waiting for you 1 running, queued or cancelled",
    );
  });
});

describe("the end of a log", () => {
  function ended() {
    const opened = recorded();
    act(() => opened.history.detach());
    return opened;
  }

  it("is not the past when it is stepped to", () => {
    const { panel } = ended();
    fireEvent.click(panel.getByRole("button", { name: "Step back" }));
    expect(panel.getByText("State and Pending show the past")).toBeDefined();
    fireEvent.click(panel.getByRole("button", { name: "Step forward" }));
    expect(panel.getByText("End of the log")).toBeDefined();
    expect(panel.queryByText("State and Pending show the past")).toBeNull();
  });

  it("says that a turn was open", () => {
    const { store, history, panel } = recorded();
    act(() => {
      store.observe(
        sent({ id: 9, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }),
      );
      history.detach();
    });
    expect(panel.getByRole("status").textContent).toBe("End of the log, in mid-turn");
  });

  it("says why the connection ended", () => {
    const { store, history, panel } = recorded();
    act(() => {
      store.disconnect("The agent exited with code 1");
      history.detach();
    });
    const words = "End of the log: The agent exited with code 1";
    expect(panel.getByRole("status").textContent).toBe(words);
  });
});

describe("the state", () => {
  it("is open for two levels and to what never ended, and says what the last message changed", () => {
    const { store, panel } = recorded();
    fireEvent.click(panel.getByRole("tab", { name: "State" }));
    expect(panel.getByRole("button", { name: /^info/ })).toBeDefined();
    const call = panel.getByRole("button", { name: /^run_shell_command__.*_1 / });
    expect(call.getAttribute("aria-expanded")).toBe("true");
    expect(panel.getByText(/Changed by/).textContent).toContain("frame 22");
    act(() => void store.observe(recv({ method: "_nothing" })));
    expect(panel.getByText(/said nothing new/).textContent).toBe(
      "Frame 23 said nothing new: the state is as it was after frame 22.",
    );
  });
});
