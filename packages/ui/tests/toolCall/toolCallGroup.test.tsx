import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { IDLE_AGENT } from "../../browser/support/session.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { ToolCallLineCount } from "../../src/diff/index.js";
import { ToolCallGroup } from "../../src/toolCall/ToolCallGroup.js";

const OPTIONS = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];

it("counts the changes that were allowed of calls whose agent replaces them by a text", () => {
  const store = createAcpStore({ scheduler: "sync" });
  const calls = Array.from({ length: 60 }, (_, index) => {
    const toolCallId = `edit-${index}`;
    const path = `/p/${index}.ts`;
    const content = [{ type: "diff", path, oldText: "a\n", newText: "b\nc\n" }];
    const toolCall = { toolCallId, title: "Edit", kind: "edit", content };
    void store.requestPermission({ sessionId: "s1", toolCall, options: OPTIONS });
    const permissionId =
      [...(store.getState().sessions.get("s1")?.permissions.keys() ?? [])].at(-1) ?? "";
    store.respondToPermission(permissionId, "yes");
    const written = [{ type: "content", content: { type: "text", text: "Written." } }];
    const update = { sessionUpdate: "tool_call_update", status: "completed", content: written };
    store.ingest({ sessionId: "s1", update: { toolCallId, ...update } });
    return { toolCallId, permissionIds: [permissionId] };
  });
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpUiProvider agent={IDLE_AGENT} slots={{ ToolCallLineCount }}>
          <ToolCallGroup calls={calls} isStreaming={false} />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  const heading = screen.getByRole("button").textContent;
  expect(heading).toContain("60 files edited");
  expect(heading).toContain("+120");
  expect(heading).toContain("−60");
});
