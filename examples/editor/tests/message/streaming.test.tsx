import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { MessageRow } from "../../src/message/MessageRow.js";
import { PanelScopeProvider } from "../../src/shell/panelScope.js";

const SCOPE = {
  sessionId: "s1",
  isRecording: true,
  composer: createRef<HTMLTextAreaElement>(),
  openSide: () => {},
};

/** Messages of the agent, the last of which streams. */
function openMessages(...ids: string[]) {
  const store = createAcpStore({ scheduler: "sync" });
  const say = (messageId: string, text: string): void => {
    const content = { type: "text", text };
    act(() => {
      const update = { sessionUpdate: "agent_message_chunk", messageId, content };
      store.ingest({ sessionId: "s1", update });
    });
  };
  const { container } = render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <PanelScopeProvider value={SCOPE}>
          {ids.map((id) => (
            <MessageRow key={id} id={`agent:${id}`} isGrowing={id === ids.at(-1)} />
          ))}
        </PanelScopeProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return { say, container };
}

/** The texts of the elements that were touched meanwhile. */
async function touchedBy(container: Element, change: () => void): Promise<string[]> {
  const observer = new MutationObserver(() => {});
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  change();
  const records = observer.takeRecords();
  return [...new Set(records.map(({ target }) => target.textContent ?? ""))];
}

describe("a message that streams", () => {
  it("touches only its own last block", async () => {
    const { say, container } = openMessages("a", "b");
    say("a", "First message.");
    say("b", "# Title\n\nA paragraph.\n\nThe end");
    expect(await touchedBy(container, () => say("b", " grows"))).toEqual(["The end grows"]);
  });

  it.each([
    ["bold words", "some **bold wor", "strong", "bold wor"],
    ["code", "call `total(", "code", "total("],
    ["a fence", "```ts\nconst a = 1;", "pre", "const a = 1;"],
  ])("shows %s before they are closed", (_, text, element, shown) => {
    const { say, container } = openMessages("a");
    say("a", text);
    expect(container.querySelector(element)?.textContent).toBe(shown);
  });

  it("shows the words of a link whose address is still coming", () => {
    const { say, container } = openMessages("a");
    say("a", "See [the page](https://exam");
    expect(container.textContent).toBe("See the page");
    say("a", "ple.com/)");
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://example.com/");
  });
});
