import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { AcpUiProvider, lazySlots, type ReadFile, ToolCallCard, type UiSlots } from "@acp-store/ui";
import { DiffView } from "@acp-store/ui/diff";
import { Code } from "@acp-store/ui/highlight";
import { MarkdownText } from "@acp-store/ui/markdown";
import { Output } from "@acp-store/ui/output";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Profiler, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { CodeText } from "../../src/content/CodeText.js";
import { FileView } from "../../src/sidePanel/FileView.js";

const SLOTS = { Code, MarkdownText, Output };

interface ShowOptions {
  readonly slots?: Partial<UiSlots>;
  readonly readFile?: ReadFile;
  /** Updates of the session. */
  readonly updates?: readonly object[];
}

function show(children: ReactNode, { slots = SLOTS, readFile, updates = [] }: ShowOptions = {}) {
  const store = createAcpStore({ scheduler: "sync" });
  for (const update of updates) store.ingest({ sessionId: "s1", update });
  const wrap = (inner: ReactNode): ReactNode => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <AcpUiProvider slots={slots} readFile={readFile}>
          {inner}
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
  const { container, rerender } = render(wrap(children));
  return { container, rerender: (next: ReactNode) => rerender(wrap(next)) };
}

/** Returns the tokens that have a color, in the form `kind:text`. */
function readTokens(root: Element): string[] {
  return [...root.querySelectorAll("[class^=acp-token-]")].map(
    ({ className, textContent }) => `${className.replace("acp-token-", "")}:${textContent}`,
  );
}

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

describe("code in Markdown", () => {
  it("has the colors of the language of its fence, and the same text", async () => {
    const code = "let a = 1;\n\n/* b\n*/";
    const { container } = show(
      <MarkdownText text={fence("ts title=x", code)} isStreaming={false} />,
    );
    expect(container.querySelector("code")?.textContent).toBe(code);
    expect(readTokens(container)).toEqual([]);
    await waitFor(() =>
      expect(readTokens(container)).toEqual([
        "keyword:let",
        "number:1",
        "comment:/* b",
        "comment:*/",
      ]),
    );
    expect(container.querySelector("code")?.textContent).toBe(code);
  });

  it.each(["", "text", "console", "__proto__"])("stays plain in the language %j", (language) => {
    const { container } = show(
      <>
        <MarkdownText text={fence(language, "let a = 1;")} isStreaming={false} />
        <MarkdownText text={fence("json", "1")} isStreaming={false} />
      </>,
    );
    return waitFor(() => expect(readTokens(container)).toEqual(["number:1"]));
  });

  it.each([
    ["a message", (text: string) => <MarkdownText text={`\`\`\`js\n${text}`} isStreaming />],
    ["any other place", (text: string) => <CodeText code={text} language="js" />],
  ])("keeps its colors while it grows in %s", async (_, renderCode) => {
    const code = "const total = (items) => {\n  return `${items.length} items`;\n};\n".repeat(120);
    // The number of colored tokens after each commit.
    const counts: number[] = [];
    const block = (length: number): ReactNode => (
      <Profiler id="block" onRender={() => counts.push(readTokens(document.body).length)}>
        {renderCode(code.slice(0, length).trimEnd())}
      </Profiler>
    );
    const { container, rerender } = show(block(10));
    await waitFor(() => expect(readTokens(container)).toContain("keyword:const"));
    counts.length = 0;
    // Its end crosses the length from which code is highlighted later than it is shown.
    for (let length = 200; length < code.length; length += 500) {
      rerender(block(length));
      const shown = container.querySelector("code") ?? container;
      expect(shown.textContent).toBe(code.slice(0, length).trimEnd());
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBeGreaterThan(200);
  });

  it("is loaded with the first code by lazySlots", async () => {
    const { container } = show(
      <lazySlots.MarkdownText text={fence("py", "import os")} isStreaming={false} />,
      { slots: lazySlots },
    );
    await waitFor(() => expect(readTokens(container)).toEqual(["keyword:import"]));
  });

  it("is plain without the slot", () => {
    const { container } = show(<MarkdownText text={fence("json", "1")} isStreaming={false} />, {
      slots: {},
    });
    expect(container.querySelector("code")?.innerHTML).toBe("1");
  });
});

describe("code in a tool call", () => {
  const showCall = (text: string, fields: object = {}) =>
    show(<ToolCallCard id="1" />, {
      updates: [
        {
          ...{ sessionUpdate: "tool_call", toolCallId: "1", title: "Read a", status: "completed" },
          ...{ kind: "read", locations: [{ path: "/work/a.js" }] },
          content: [{ type: "content", content: { type: "text", text } }],
          ...fields,
        },
      ],
    });
  const open = (name: string): void => void fireEvent.click(screen.getByText(name));

  it("has the colors of the file that was read", async () => {
    const { container } = showCall("let a;\n");
    open("Read a");
    await waitFor(() => expect(readTokens(container)).toEqual(["keyword:let"]));
  });

  it("keeps the line numbers of the agent out of the code", async () => {
    const { container } = showCall("```\n     1→/* a\n     2→let b */\n    10→let c;\n```");
    open("Read a");
    await waitFor(() =>
      expect(readTokens(container)).toEqual(["comment:/* a", "comment:let b */", "keyword:let"]),
    );
    expect(container.querySelector("pre")?.textContent).toBe(
      "     1→/* a\n     2→let b */\n    10→let c;",
    );
  });

  it("has the colors of the terminal where there are some", async () => {
    const { container } = showCall("let \u001b[32ma\u001b[0m;", { rawInput: { b: 1 } });
    open("Read a");
    open("Raw input");
    await waitFor(() => expect(readTokens(container)).toEqual(['type:"b"', "number:1"]));
    expect(container.querySelector("pre")?.textContent).toBe("let a;");
  });

  it.each([
    ["the output of a command", { kind: "execute" }],
    ["the reason why a file could not be read", { status: "failed" }],
    ["the text of several files", { locations: [{ path: "/work/a.js" }, { path: "/work/b.js" }] }],
  ])("is plain for %s", async (_, fields) => {
    const { container } = showCall("let a;", { ...fields, rawInput: { b: 1 } });
    // Commands and failures are open already.
    if (screen.queryByText("Raw input") === null) open("Read a");
    open("Raw input");
    await waitFor(() => expect(readTokens(container)).toEqual(['type:"b"', "number:1"]));
  });
});

describe("code in a diff", () => {
  it("has colors beside the changed words", async () => {
    const { container } = show(
      <DiffView
        diff={{
          type: "diff",
          path: "/work/a.js",
          oldText: "/*\nlet */\nlet a = 1, c;\n",
          newText: "/*\nlet */\nlet b = 1, c;\n",
        }}
      />,
    );
    const rows = (): Element[] => [...container.querySelectorAll(".acp-diff-text")];
    const texts = ["/*", "let */", "let a = 1, c;", "let b = 1, c;"];
    expect(rows().map(({ textContent }) => textContent)).toEqual(texts);
    await waitFor(() =>
      expect(rows().map(readTokens)).toEqual([
        ["comment:/*"],
        ["comment:let */"],
        ["keyword:let", "number:1"],
        ["keyword:let", "number:1"],
      ]),
    );
    expect(rows().map(({ textContent }) => textContent)).toEqual(texts);
    expect([...container.querySelectorAll("mark")].map((mark) => mark.innerHTML)).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("a file in the side panel", () => {
  const showFile = (text: string, line: number) =>
    show(<FileView location={{ path: "/work/a.js", line }} />, { readFile: async () => text });

  it("has the colors of its language from its first line on", async () => {
    const lines = ["/*", ...Array.from({ length: 500 }, () => "let a;"), "*/", "let b;"];
    const { container } = showFile(lines.join("\n"), 502);
    await waitFor(() => expect(readTokens(container).at(-1)).toBe("keyword:let"));
    const rows = [...container.querySelectorAll(".acp-file-row")];
    expect(rows.map(({ textContent }) => textContent)).toEqual(lines.slice(450));
    expect(rows[0]?.innerHTML).toBe('<span class="acp-token-comment">let a;</span>');
  });

  it("has colors around the current line of a long file", async () => {
    const line = `let a = "${"b".repeat(90)}";`;
    const { container } = showFile(`${line}\n`.repeat(1000), 600);
    const row = (number: number): string[] => {
      const element = container.querySelector(`[data-line="${number}"]`);
      expect(element?.textContent).toBe(line);
      return element === null ? [] : readTokens(element);
    };
    await waitFor(() => expect(row(600)).toHaveLength(2));
    expect([551, 650].map((number) => row(number).length)).toEqual([2, 2]);
    expect(container.querySelectorAll(".acp-file-row")).toHaveLength(100);
  });
});
