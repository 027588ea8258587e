import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { Message } from "../../src/message/Message.js";
import type { CodeProps } from "../../src/context/slots.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import { MarkdownText } from "../../src/markdown/MarkdownText.js";

/** The lengths of the code that was rendered. */
const codeLengths: number[] = [];

function RecordedCode({ code, children }: CodeProps): ReactNode {
  codeLengths.push(code.length);
  return children(undefined);
}

const SLOTS = { Code: RecordedCode, MarkdownText };

/** Renders agent messages, the last of which is streaming. */
function renderMessages(...ids: string[]) {
  const store = createAcpStore({ scheduler: "sync" });
  const appendText = (messageId: string, text: string): void => {
    const content = { type: "text", text };
    act(() => {
      const update = { sessionUpdate: "agent_message_chunk", messageId, content };
      store.ingest({ sessionId: "s1", update });
    });
  };
  const { container } = render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpUiProvider slots={SLOTS} isRecording>
          {ids.map((id) => (
            <Message key={id} id={`agent:${id}`} run={0} isStreaming={id === ids.at(-1)} />
          ))}
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return { appendText, container };
}

/** Returns the texts of the elements that `change` mutates. */
function mutatedTexts(container: Element, change: () => void): string[] {
  const observer = new MutationObserver(() => {});
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  change();
  const records = observer.takeRecords();
  return [...new Set(records.map(({ target }) => target.textContent ?? ""))];
}

describe("a streaming message", () => {
  it("updates only its last block", () => {
    const { appendText, container } = renderMessages("a", "b");
    appendText("a", "First message.");
    appendText("b", "# Title\n\nA paragraph.\n\nThe end");
    expect(mutatedTexts(container, () => appendText("b", " grows"))).toEqual(["The end grows"]);
  });

  it.each([
    ["bold text", "some **bold wor", "strong", "bold wor"],
    ["inline code", "call `total(", "code", "total("],
    ["a code block", "```ts\nconst a = 1;", "pre", "const a = 1;"],
  ])("renders %s before it is closed", (_, text, element, shown) => {
    const { appendText, container } = renderMessages("a");
    appendText("a", text);
    expect(container.querySelector(element)?.textContent).toBe(shown);
  });

  it("renders only the last part of a long code block again", () => {
    const { appendText } = renderMessages("a");
    const chunk = "const total = items.length;\n".repeat(20);
    appendText("a", "```ts\n");
    codeLengths.length = 0;
    const steps = 100;
    for (let step = 0; step < steps; step++) appendText("a", chunk);
    const sum = codeLengths.reduce((total, length) => total + length, 0);
    // A chunk may begin a new part, which renders the previous one a last time.
    expect(Math.max(...codeLengths)).toBeLessThanOrEqual(5_000);
    expect(sum).toBeGreaterThan(chunk.length * steps);
    expect(sum).toBeLessThan(steps * 5_000);
  });

  it("shows the text of a link whose URL is incomplete", () => {
    const { appendText, container } = renderMessages("a");
    appendText("a", "See [the page](https://exam");
    expect(container.textContent).toBe("See the page");
    appendText("a", "ple.com/)");
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://example.com/");
  });
});
