import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ToolCallCard } from "../../src/toolCall/ToolCallCard.js";

const DIFF = { type: "diff", path: "/p/a.ts", oldText: "before\n", newText: "after\n" };
const REFUSED = { type: "content", content: { type: "text", text: "The user refused" } };
const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

/** Renders the card of an edit in an open turn of version 1. */
function openEdit() {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object): void =>
    act(() => {
      store.ingest({ sessionId: "s1", update: { toolCallId: "edit", ...fields } });
    });
  store.startTurn("s1", [{ type: "text", text: "Edit it" }]);
  const toolCall = { toolCallId: "edit", title: "Edit a.ts", kind: "edit", content: [DIFF] };
  update({ sessionUpdate: "tool_call", status: "pending", ...toolCall });
  void store.requestPermission({ sessionId: "s1", toolCall, options: OPTIONS });
  const [permissionId = ""] = store.getState().sessions.get("s1")?.permissions.keys() ?? [];
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <ToolCallCard id="edit" permissionIds={[permissionId]} />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    update,
    answer: (optionId: string): void =>
      act(() => store.respondToPermission(permissionId, optionId)),
    end: (): void => act(() => store.endTurn("s1", { stopReason: "end_turn" })),
    status: (): string | undefined =>
      document.querySelector("[data-phase]")?.textContent.replace(/\s+/g, " ").trim(),
    hasSpinner: (): boolean => document.querySelector(".acp-spinner") !== null,
  };
}

it("needs approval without a spinner while its request waits", () => {
  const { status, hasSpinner } = openEdit();
  expect([status(), hasSpinner()]).toEqual(["Needs approval", false]);
  // The request itself shows the changes.
  expect(screen.getByRole("button", { expanded: false }).textContent).toContain("Edit a.ts");
});

it.each([
  ["fails with a text in place of the changes", { status: "failed", content: [REFUSED] }],
  ["fails without content", { status: "failed", content: [] }],
  ["is not updated any more", {}],
])("is rejected, and keeps the proposed changes, when a rejected call %s", (_, fields) => {
  const { answer, update, end, status } = openEdit();
  answer("no");
  expect(status()).toBe("Rejected");
  update({ sessionUpdate: "tool_call_update", ...fields });
  end();
  expect(status()).toBe("Rejected");
  screen.getByText(/You chose: Reject/);
  expect(screen.getByRole("article").textContent).toContain("after");
});

it("keeps the changes that were allowed when the agent replaces them by a text", () => {
  const { answer, update, status } = openEdit();
  answer("yes");
  update({ sessionUpdate: "tool_call_update", status: "completed", content: [REFUSED] });
  expect(status()).toMatch(/^Done/);
  expect(screen.getByRole("article").textContent).toContain("after");
});

it("shows the changes of a rejected call once", () => {
  const { answer } = openEdit();
  answer("no");
  expect(screen.getByRole("article").textContent.split("after").length).toBe(2);
});

it("shows only the content of the agent when an allowed call fails", () => {
  const { answer, update, status } = openEdit();
  answer("yes");
  expect(status()).toMatch(/^Running/);
  update({ sessionUpdate: "tool_call_update", status: "failed", content: [REFUSED] });
  expect(status()).toMatch(/^Failed/);
  expect(screen.getByRole("article").textContent).not.toContain("after");
});

it("shows a paused call without a spinner", () => {
  const { answer, update, status, hasSpinner } = openEdit();
  answer("yes");
  update({ sessionUpdate: "tool_call_update", status: "paused" });
  expect([status()?.startsWith("Paused"), hasSpinner()]).toEqual([true, false]);
});

it("has no result when its turn has ended without one", () => {
  const { answer, end, status } = openEdit();
  answer("yes");
  end();
  expect(status()).toBe("No result");
});
