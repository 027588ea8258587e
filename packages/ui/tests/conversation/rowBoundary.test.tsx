import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { AcpUiProvider, BlockView, type ConversationBlock, type UiSlots } from "@acp-store/ui";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SubagentTranscript } from "../../src/conversation/BlockView.js";

/** Whether the slots below throw. */
let isBroken = true;

beforeEach(() => {
  isBroken = true;
  // React reports each error that a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

function Fragile({ children }: { readonly children: string }): ReactElement {
  if (isBroken) throw new TypeError("x is not a function");
  return <p>{children}</p>;
}

const MESSAGE: ConversationBlock = { type: "message", key: "m", id: "agent:m", run: 0 };
const calls = (...ids: string[]): ConversationBlock => ({
  type: "tool_calls",
  key: "calls",
  calls: ids.map((toolCallId) => ({ toolCallId, permissionIds: [] })),
});

/** Renders rows of a session whose updates the returned function adds. */
function renderRows(slots: Partial<UiSlots>, ...blocks: readonly ConversationBlock[]) {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (fields: object): void =>
    act(() => void store.ingest({ sessionId: "s1", update: fields }));
  const write = (text: string): void =>
    update({
      sessionUpdate: "agent_message_chunk",
      messageId: "m",
      content: { type: "text", text },
    });
  const show = (children: ReactElement) =>
    render(
      <AcpStoreProvider store={store}>
        <AcpSessionProvider sessionId="s1">
          <AcpUiProvider slots={slots}>{children}</AcpUiProvider>
        </AcpSessionProvider>
      </AcpStoreProvider>,
    ).container;
  update({ sessionUpdate: "tool_call", toolCallId: "a", title: "Call a", rawInput: { n: 1 } });
  update({ sessionUpdate: "tool_call", toolCallId: "b", title: "Call b" });
  write("First text");
  const container = show(
    <>
      {blocks.map((block) => (
        <BlockView key={block.key} block={block} isStreaming={false} />
      ))}
    </>,
  );
  return { update, write, container, show };
}

const textOf = (container: Element): string | undefined =>
  container.querySelector(".acp-failed-text")?.textContent ?? undefined;

const BrokenMessage = { Message: () => <Fragile>The message</Fragile> };
const BrokenCard = {
  ToolCallCard: ({ id }: { readonly id: string }) =>
    id === "a" ? <Fragile>The card</Fragile> : <p>Card {id}</p>,
};

describe("a row whose component throws", () => {
  it("shows the text of a message, and what happened", () => {
    const { container } = renderRows(BrokenMessage, MESSAGE, calls("b"));
    expect(textOf(container)).toBe("First text");
    expect(container.textContent).toContain("This part could not be displayed.");
    expect(container.textContent).toContain("failed: x is not a function");
    expect(screen.getByRole("article", { name: "Call b" })).toBeDefined();
  });

  it("shows a tool call as JSON, and leaves the other calls of the group unchanged", () => {
    const { container } = renderRows(BrokenCard, calls("a", "b"));
    expect(JSON.parse(textOf(container) ?? "")).toMatchObject({
      toolCallId: "a",
      rawInput: { n: 1 },
    });
    expect(screen.getByText("Card b")).toBeDefined();
  });

  it("shows the rows of a subagent, too", () => {
    const { show } = renderRows(BrokenMessage);
    expect(textOf(show(<SubagentTranscript />))).toBe("First text");
  });

  it("shows the current content while it changes", () => {
    const { container, write } = renderRows(BrokenMessage, MESSAGE);
    write(" and more");
    expect(textOf(container)).toBe("First text and more");
  });

  it("recovers when its content changes", () => {
    const { container, write, update } = renderRows(
      { ...BrokenMessage, ...BrokenCard },
      MESSAGE,
      calls("a"),
    );
    isBroken = false;
    write(" and more");
    expect(screen.getByText("The message")).toBeDefined();
    expect(screen.queryByText("The card")).toBeNull();
    update({ sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed" });
    expect(screen.getByText("The card")).toBeDefined();
    expect(textOf(container)).toBeUndefined();
  });

  it("is not rendered again when something else changes", () => {
    renderRows(BrokenMessage, MESSAGE).update({
      sessionUpdate: "tool_call_update",
      toolCallId: "a",
      status: "completed",
    });
    const reports = vi.mocked(console.error).mock.calls.length;
    expect(reports).toBe(1);
  });

  it("is rendered again when the user asks for it", () => {
    renderRows(BrokenMessage, MESSAGE);
    isBroken = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("The message")).toBeDefined();
  });

  it("shows the start of long content, and copies all of it", () => {
    const { container, write } = renderRows(BrokenMessage, MESSAGE);
    write("x".repeat(1_000_000));
    expect(textOf(container)).toHaveLength(10_001);
    expect(container.textContent).toContain("Start of the content. Copy it to get all of it.");
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    fireEvent.click(screen.getByRole("button", { name: "Copy content" }));
    expect(writeText).toHaveBeenCalledWith(`First text${"x".repeat(1_000_000)}`);
  });

  it.each([
    ["nothing", undefined],
    ["an object that has no text", Object.create(null)],
    ["an error with a strange message", Object.assign(new Error(), { message: {} })],
  ])("explains itself even if the component throws %s", (_, thrown: unknown) => {
    const Message = (): never => {
      throw thrown;
    };
    const { container } = renderRows({ Message }, MESSAGE);
    expect(container.textContent).toContain("This part could not be displayed.");
  });
});

describe("Markdown whose component throws", () => {
  it("is shown as text, and rendered again when it changes", async () => {
    const { MarkdownText } = await import("../../src/markdown/index.js");
    const Code = ({ code }: { readonly code: string }) => <Fragile>{code}</Fragile>;
    const { container, write } = renderRows({ MarkdownText, Code }, MESSAGE);
    write("\n\n```ts\none();\n```\n\nThe *end*");
    expect(container.textContent).toContain("```ts\none();\n```");
    expect(container.querySelector("em")?.textContent).toBe("end");
    isBroken = false;
    write("\n\n```ts\ntwo();\n```");
    expect(container.textContent).toContain("two();");
  });
});
