import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CompactionRow } from "../../src/conversation/CompactionRow.js";
import { groupTimeline } from "../../src/conversation/groupTimeline.js";

/** Shows a compaction in a session with a running turn. */
function openCompaction() {
  const clock = { now: 0 };
  const store = createAcpStore({ scheduler: "sync", now: () => clock.now });
  store.openSession({ sessionId: "s1", cwd: "/p" });
  store.startTurn("s1");
  const update = (fields: Record<string, unknown>): void =>
    act(() => void store.ingest({ sessionId: "s1", update: fields }));
  const reportUsage = (used: number) =>
    update({ sessionUpdate: "usage_update", used, size: 200_000 });
  const compact = (status: string, fields: object = {}) =>
    update({ sessionUpdate: "compaction_update", compactionId: "k", status, ...fields });
  reportUsage(182_000);
  compact("in_progress");
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <CompactionRow id="k" />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  const row = screen.getByRole("region", { name: "Compaction of the context" });
  return { store, clock, reportUsage, compact, update, row };
}

it("shows the tokens before and after, and the duration", () => {
  const { clock, reportUsage, compact, row } = openCompaction();
  expect(row.textContent).toContain("Compacting the context");
  clock.now = 12_000;
  compact("completed");
  expect(row.textContent).toContain("Context compacted in 12 s");
  reportUsage(31_000);
  expect(row.textContent).toContain("Context compacted: 182k → 31k tokens in 12 s");
});

it("shows the error of a compaction that failed", () => {
  const { compact, row } = openCompaction();
  compact("failed", { error: "The model is overloaded." });
  expect(row.textContent).toContain("The context could not be compacted");
  expect(row.textContent).toContain("The model is overloaded.");
});

it.each([
  ["cancelled", "The compaction of the context was stopped"],
  ["constructor", "Compacting the context"],
])("describes the status %s", (status, text) => {
  const { compact, row } = openCompaction();
  compact(status);
  expect(row.textContent).toContain(text);
});

it("shows that a compaction did not finish when the turn has ended", () => {
  const { store, row } = openCompaction();
  act(() => store.endTurn("s1", { stopReason: "end_turn" }));
  expect(row.textContent).toContain("The compaction of the context did not finish");
});

it("renders the streamed summary only while it is open", () => {
  const { update, row } = openCompaction();
  expect(screen.queryByRole("button", { name: "Summary" })).toBeNull();
  const add = (text: string) =>
    update({
      sessionUpdate: "compaction_summary_chunk",
      compactionId: "k",
      content: { type: "text", text },
    });
  add("The user wants ");
  const toggle = screen.getByRole("button", { name: "Summary", expanded: false });
  expect(row.textContent).not.toContain("The user wants");
  fireEvent.click(toggle);
  add("a faster build.");
  expect(row.textContent).toContain("The user wants a faster build.");
  fireEvent.click(toggle);
  expect(row.textContent).not.toContain("The user wants");
});

it("has a row of its place in the conversation", () => {
  const { store, update } = openCompaction();
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Go on" } });
  const session = store.getState().sessions.get("s1");
  const types = groupTimeline(session?.timeline ?? [], session).map(({ type }) => type);
  expect(types.slice(0, 2)).toEqual(["compaction", "message"]);
});
