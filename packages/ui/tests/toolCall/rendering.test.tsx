import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render } from "@testing-library/react";
import { Profiler } from "react";
import { expect, it } from "vitest";
import { ToolCallCard } from "../../src/toolCall/ToolCallCard.js";

it("renders only the card of the tool call that an update changes", () => {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object): void => {
    act(() => {
      store.ingest({ sessionId: "s1", update: fields });
    });
  };
  const ids = ["a", "b", "c"];
  for (const toolCallId of ids)
    update({ sessionUpdate: "tool_call", toolCallId, title: toolCallId, status: "in_progress" });
  const rendered: string[] = [];
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        {ids.map((id) => (
          <Profiler key={id} id={id} onRender={(name) => rendered.push(name)}>
            <ToolCallCard id={id} />
          </Profiler>
        ))}
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  rendered.length = 0;
  update({ sessionUpdate: "tool_call_update", toolCallId: "b", status: "completed" });
  expect(rendered).toEqual(["b"]);
});
