import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BlockView } from "../../src/conversation/BlockView.js";
import { useBlocks } from "../../src/conversation/useBlocks.js";
import { PlanPanel } from "../../src/plan/PlanPanel.js";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** All rows, without their virtualization. */
function Rows(): ReactElement {
  const blocks = useBlocks();
  return (
    <ol aria-label="Conversation">
      {blocks.map((block) => (
        <li key={block.key}>
          <BlockView block={block} isStreaming={false} />
        </li>
      ))}
    </ol>
  );
}

function openSession() {
  const store = createAcpStore({ scheduler: "sync" });
  const pinned = document.createElement("div");
  const at = <Result,>(action: () => Result): Result => {
    vi.advanceTimersByTime(1000);
    let result: Result | undefined;
    act(() => {
      result = action();
    });
    return result as Result;
  };
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <Rows />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <PlanPanel />
      </AcpSessionProvider>
    </AcpStoreProvider>,
    { container: document.body.appendChild(pinned) },
  );
  return {
    prompt: (text: string) => at(() => store.startTurn("s1", [{ type: "text", text }])),
    end: () => at(() => store.endTurn("s1", { stopReason: "end_turn" })),
    /** Sends a plan with one step for each letter: x is completed, > in progress. */
    plan: (steps: string) =>
      at(() => {
        const entries = steps.split("").map((step, index) => ({
          content: `Step ${index + 1}`,
          priority: "medium",
          status: { x: "completed", ">": "in_progress" }[step] ?? "pending",
        }));
        store.ingest({ sessionId: "s1", update: { sessionUpdate: "plan", entries } });
      }),
    say: (text: string) =>
      at(() => {
        const content = { type: "text", text };
        store.ingest({
          sessionId: "s1",
          update: { sessionUpdate: "agent_message_chunk", content },
        });
      }),
    /** Returns the headings of the plans above the composer and in the rows of the conversation. */
    plans: () => ({
      pinned: pinned.querySelector(".acp-plan-header")?.textContent,
      rows: screen
        .getAllByRole("listitem")
        .flatMap((row) => row.querySelector(".acp-plan-header")?.textContent ?? []),
    }),
  };
}

it("is above the composer while its turn has open steps", () => {
  const { prompt, plan, plans } = openSession();
  prompt("One");
  plan(">.");
  expect(plans()).toEqual({ pinned: "Plan0 of 2Step 1", rows: [] });
});

it("moves to the end of its turn when all steps are completed", () => {
  const { prompt, plan, end, plans, say } = openSession();
  prompt("One");
  plan("x>");
  plan("xx");
  expect(plans()).toEqual({ pinned: undefined, rows: ["Plan2 of 2"] });
  say("Done.");
  end();
  prompt("Two");
  say("Something else.");
  expect(plans()).toEqual({ pinned: undefined, rows: ["Plan2 of 2"] });
  const [row] = screen
    .getAllByRole("listitem")
    .filter((item) => item.querySelector(".acp-plan") !== null);
  expect(row?.textContent).toContain("Worked for");
  expect(screen.queryByText("Step 1")?.closest("ol")?.hidden).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: /Plan/ }));
  expect(screen.getByText("Step 1").closest("ol")?.hidden).toBe(false);
});

it("stays above the composer, collapsed, after a turn that left steps open, until the next turn", () => {
  const { prompt, plan, end, plans } = openSession();
  prompt("One");
  plan("x>.");
  end();
  expect(plans()).toEqual({ pinned: "Plan1 of 3Step 2", rows: [] });
  prompt("Two");
  expect(plans()).toEqual({ pinned: undefined, rows: ["Plan1 of 3Step 2"] });
  // An agent whose steps accumulate over the session continues the plan.
  plan("xx>.");
  expect(plans()).toEqual({ pinned: "Plan2 of 4Step 3", rows: [] });
});

it("shows a completed plan that is older than all turns before the first prompt", () => {
  const { prompt, plan, plans, say } = openSession();
  say("A transcript of an earlier program.");
  plan("x>");
  expect(plans()).toEqual({ pinned: "Plan1 of 2Step 2", rows: [] });
  prompt("One");
  expect(plans()).toEqual({ pinned: undefined, rows: ["Plan1 of 2Step 2"] });
  expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    expect.stringContaining("A transcript of an earlier program."),
    expect.stringContaining("Plan1 of 2"),
    expect.stringContaining("One"),
    "",
  ]);
});
