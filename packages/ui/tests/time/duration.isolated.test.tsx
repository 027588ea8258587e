import { createAcpStore, type Permission, selectPendingPermissions } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thought } from "../../src/message/Thought.js";
import { Message } from "../../src/message/Message.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { TerminalOutput } from "../../src/toolCall/TerminalOutput.js";
import { ToolCallCard } from "../../src/toolCall/ToolCallCard.js";

const renders = { card: 0, thought: 0 };

/** Counts the renders of a tool call card by a component that renders with it. */
const SLOTS = {
  ToolCallLineCount() {
    renders.card += 1;
    return null;
  },
};

vi.mock("../../src/message/Thought.js", async (importOriginal) => {
  const original = await importOriginal<{ Thought: typeof Thought }>();
  return {
    Thought(props: Parameters<typeof Thought>[0]) {
      renders.thought += 1;
      return original.Thought(props);
    },
  };
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Object.assign(renders, { card: 0, thought: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

interface RowsOptions {
  readonly isRecording?: boolean;
  /** The clock of the store. */
  readonly now?: () => number;
}

interface RowState {
  readonly isThinking: boolean;
  readonly nextAt?: number;
  /** The permission requests of the call "build". */
  readonly permissionIds?: readonly string[];
}

const OPTIONS = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

/** Renders a thought and two tool calls of a running turn. */
function renderRows({ isRecording = false, now = Date.now }: RowsOptions = {}) {
  const store = createAcpStore({ scheduler: "sync", now });
  const update = (change: object): void =>
    act(() => {
      store.ingest({ sessionId: "s1", update: change });
    });
  const call = (toolCallId: string, status: string): void =>
    update({ sessionUpdate: "tool_call_update", toolCallId, title: toolCallId, status });
  const rows = ({ isThinking, nextAt, permissionIds = [] }: RowState) => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpUiProvider slots={SLOTS} isRecording={isRecording}>
          <Message id="thought:t" run={0} isStreaming={isThinking} nextAt={nextAt} />
          <ToolCallCard id="build" permissionIds={permissionIds} />
          <ToolCallCard id="test" permissionIds={[]} />
          <TerminalOutput terminalId="shell" />
          <Message id="user:prompt" run={0} isStreaming={false} />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
  const view = render(rows({ isThinking: true }));
  const think = (text: string): void =>
    update({
      sessionUpdate: "agent_thought_chunk",
      messageId: "t",
      content: { type: "text", text },
    });
  const getStatus = (title: string): string | undefined =>
    screen.getByRole("article", { name: title }).querySelector("[data-phase]")?.textContent.trim();
  const getThought = (): string | undefined =>
    view.container.querySelector(".acp-thought-label")?.textContent.trim();
  return {
    store,
    update,
    think,
    call,
    getStatus,
    getThought,
    rerender: (state: RowState) => view.rerender(rows(state)),
    container: view.container,
  };
}

function wait(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe("the duration of running work", () => {
  it("is shown from one second on and counts up", () => {
    const { call, think, getStatus, getThought } = renderRows();
    call("build", "in_progress");
    think("Hm");
    expect([getStatus("build"), getThought()]).toEqual(["Running", "Thinking…"]);
    wait(1000);
    expect([getStatus("build"), getThought()]).toEqual(["Running 1 s", "Thinking… 1 s"]);
    wait(64_000);
    expect([getStatus("build"), getThought()]).toEqual([
      "Running 1 min 5 s",
      "Thinking… 1 min 5 s",
    ]);
  });

  it("renders only its label each second", () => {
    const { call, think, container } = renderRows();
    think("Hm");
    call("build", "in_progress");
    call("test", "completed");
    wait(5000);
    const before = { ...renders };
    const observer = new MutationObserver(() => {});
    observer.observe(container, { subtree: true, childList: true, characterData: true });
    wait(10_000);
    const changed = new Set(observer.takeRecords().map(({ target }) => target.textContent));
    expect(renders).toEqual(before);
    expect([...changed]).toEqual(["15 s"]);
  });

  it("shares one timer, which stops when nothing is running", () => {
    const { call, think, rerender } = renderRows();
    expect(vi.getTimerCount()).toBe(0);
    think("Hm");
    call("build", "in_progress");
    call("test", "in_progress");
    expect(vi.getTimerCount()).toBe(1);
    rerender({ isThinking: false });
    call("build", "completed");
    expect(vi.getTimerCount()).toBe(1);
    call("test", "failed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("starts with the approval of a call whose agent reports no progress", () => {
    const { store, call, getStatus, rerender } = renderRows();
    call("build", "pending");
    act(() => {
      void store.requestPermission({
        sessionId: "s1",
        toolCall: { toolCallId: "build" },
        options: OPTIONS,
      });
    });
    const [{ permissionId }] = selectPendingPermissions(store.getState(), "s1") as [Permission];
    rerender({ isThinking: false, permissionIds: [permissionId] });
    wait(30_000);
    expect(getStatus("build")).toBe("Needs approval");
    act(() => store.respondToPermission(permissionId, "yes"));
    wait(4000);
    expect(getStatus("build")).toBe("Running 4 s");
    wait(8000);
    call("build", "completed");
    expect(getStatus("build")).toBe("Done in 12 s");
  });

  it("follows the clock of the store, which stands still in a recording", () => {
    let time = 0;
    const { call, getStatus } = renderRows({ now: () => time });
    call("build", "in_progress");
    wait(3000);
    expect(getStatus("build")).toBe("Running");
    time = 5000;
    wait(1000);
    expect(getStatus("build")).toBe("Running 5 s");
    time = 7000;
    call("build", "completed");
    expect(getStatus("build")).toBe("Done in 7 s");
  });
});

describe("the duration of finished work", () => {
  it.each([
    ["completed", "Done in 12 s"],
    ["failed", "Failed after 12 s"],
  ])("is shown for a tool call that is %s", (status, text) => {
    const { call, getStatus } = renderRows();
    call("build", "in_progress");
    wait(12_000);
    call("build", status);
    wait(5000);
    expect(getStatus("build")).toBe(text);
  });

  it("ends with the cancel of a tool call whose agent has not confirmed it", () => {
    const { store, call, getStatus } = renderRows();
    store.startTurn("s1", [{ type: "text", text: "Go" }]);
    call("build", "in_progress");
    wait(12_000);
    act(() => store.cancelTurn("s1"));
    wait(5000);
    expect(getStatus("build")).toBe("Cancelled after 12 s");
  });

  it("is shown for a command, with its exit code", () => {
    const { store, container } = renderRows();
    act(() => store.reportTerminal("s1", "shell", { output: "tick" }));
    wait(12_000);
    act(() => store.reportTerminal("s1", "shell", { exitStatus: { exitCode: 1 } }));
    wait(5000);
    expect(container.textContent).toContain("Exit code 1 after 12 s");
  });

  it("is not shown below one second", () => {
    const { call, getStatus } = renderRows();
    call("build", "in_progress");
    wait(900);
    call("build", "completed");
    expect(getStatus("build")).toBe("Done");
  });

  it("ends with the next item for a thought", () => {
    const { think, getThought, rerender } = renderRows();
    think("Hm");
    wait(4000);
    rerender({ isThinking: false, nextAt: 1_004_000 });
    wait(3000);
    expect(getThought()).toBe("Thought for 4 s");
  });

  it("ends with the turn for a thought that nothing follows", () => {
    const { store, think, getThought, rerender } = renderRows();
    store.startTurn("s1", [{ type: "text", text: "Go" }]);
    think("Hm");
    wait(4000);
    act(() => store.endTurn("s1", { stopReason: "end_turn" }));
    wait(9000);
    rerender({ isThinking: false, nextAt: Date.now() });
    expect(getThought()).toBe("Thought for 4 s");
  });

  it("is not shown for replayed content", async () => {
    const { store, getStatus, getThought, call, think, rerender } = renderRows();
    rerender({ isThinking: false });
    await act(() =>
      store.replay("s1", async () => {
        think("Hm");
        call("build", "in_progress");
        vi.advanceTimersByTime(5000);
        think("!");
        call("build", "completed");
      }),
    );
    expect([getStatus("build"), getThought()]).toEqual(["Done", "Thought"]);
  });
});

describe("the time of a message", () => {
  const prompt = (meta?: object) => ({
    sessionUpdate: "user_message_chunk",
    messageId: "prompt",
    content: { type: "text", text: "Go" },
    ...(meta && { _meta: meta }),
  });

  it("is the time at which it was created", () => {
    const { update } = renderRows();
    update(prompt());
    expect(screen.getByRole("time").getAttribute("datetime")).toBe("1970-01-01T00:16:40.000Z");
  });

  it.each([
    { meta: undefined, times: [] },
    { meta: { timestamp: "2026-01-02T03:04:05Z" }, times: ["2026-01-02T03:04:05.000Z"] },
  ])("shows only the agent's time of a replayed message with $meta", async ({ meta, times }) => {
    const { store, update } = renderRows();
    await act(() => store.replay("s1", async () => update(prompt(meta))));
    expect(screen.getByRole("article", { name: "You" })).toBeTruthy();
    const shown = screen.queryAllByRole("time").map((time) => time.getAttribute("datetime"));
    expect(shown).toEqual(times);
  });

  it("is not shown in a recording", () => {
    const { update } = renderRows({ isRecording: true });
    update(prompt());
    expect(screen.queryByRole("time")).toBeNull();
  });
});
