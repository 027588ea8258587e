import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { PermissionDock } from "../../src/permission/PermissionDock.js";
import { ToolCallCard } from "../../src/toolCall/ToolCallCard.js";

const CALL = {
  toolCallId: "run",
  title: "npm test",
  kind: "execute",
  content: [{ type: "terminal", terminalId: "t" }],
};

/** Renders a part of a session with a command whose terminal has sent nothing. */
function openCommand(element: ReactElement) {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object): void =>
    act(() => void store.ingest({ sessionId: "s1", update: { toolCallId: "run", ...fields } }));
  store.startTurn("s1", [{ type: "text", text: "Test it" }]);
  update({ sessionUpdate: "tool_call", status: "pending", ...CALL });
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">{element}</AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return { store, update };
}

it.each(["pending", "in_progress", "paused"])(
  "says nothing about missing output while the status of a command is %s",
  (status) => {
    const { update } = openCommand(<ToolCallCard id="run" />);
    update({ sessionUpdate: "tool_call_update", status });
    expect(screen.queryByText("No output")).toBeNull();
    update({ sessionUpdate: "tool_call_update", status: "completed" });
    screen.getByText("No output");
  },
);

it("says nothing about missing output in a permission request", () => {
  const { store } = openCommand(<PermissionDock />);
  act(() => {
    const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
    void store.requestPermission({ sessionId: "s1", toolCall: CALL, options });
  });
  screen.getByRole("button", { name: "Allow" });
  expect(document.body.textContent).not.toContain("utput");
});
