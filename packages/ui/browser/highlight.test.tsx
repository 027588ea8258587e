import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { AcpUiProvider, lazySlots, Message } from "../src/index.js";
import { DiffView } from "../src/diff/index.js";
import { MarkdownText } from "../src/markdown/index.js";
import styleText from "../src/style.css?inline";
import vscodeText from "../src/vscode.css?inline";

const TYPESCRIPT = `/** Returns the total of a cart. */
export function getTotal(items: readonly Item[]): number {
  const sum = items.reduce((total, { price, count }) => total + price * count, 0);
  return Number(\`\${sum.toFixed(2)}\`); // in euros
}
`;
const PYTHON = `from cart import Cart

class Shop:
    """Sells things."""
    def total(self, tax=0.19):
        return f"{self.sum * (1 + tax)} EUR" if self.sum else None
`;
const JSON_CODE = '{ "name": "cart", "private": true, "version": 1.5 }\n';
const MARKDOWN = [
  ["ts", TYPESCRIPT],
  ["python", PYTHON],
  ["json", JSON_CODE],
]
  .map(([language, code]) => `\`\`\`${language}\n${code}\`\`\`\n`)
  .join("\n");

/** The variables of the default theme of VS Code, Light Modern. */
const VSCODE_LIGHT = `:root {
  --vscode-foreground: #3b3b3b; --vscode-descriptionForeground: #3b3b3b;
  --vscode-sideBar-background: #f8f8f8; --vscode-textCodeBlock-background: #f8f8f8;
  --vscode-editor-font-family: monospace; --vscode-font-family: sans-serif; --vscode-font-size: 13px;
  --vscode-debugTokenExpression-boolean: #0000ff; --vscode-debugTokenExpression-string: #a31515;
  --vscode-debugTokenExpression-number: #098658; --vscode-symbolIcon-functionForeground: #652d90;
  --vscode-symbolIcon-classForeground: #d67e00; --vscode-testing-iconPassed: #369432;
  --vscode-errorForeground: #f85149; --vscode-textLink-foreground: #005fb8;
}`;

async function setColorScheme(colorScheme: string, forcedColors = "none"): Promise<void> {
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: colorScheme },
      { name: "forced-colors", value: forcedColors },
    ],
  });
}

function adoptStyles(...texts: readonly string[]): void {
  document.adoptedStyleSheets = texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  document.documentElement.style.colorScheme = "light dark";
  document.body.style.background = "var(--acp-bg)";
  onTestFinished(() => {
    document.adoptedStyleSheets = [];
  });
}

/** Renders as a page does, which the helpers for tests do not: in small steps, where React can. */
function show(children: ReactNode): HTMLElement {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  root.render(children);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return container;
}

/** Shows code in three languages and a diff, and waits for the colors. */
async function showCode(): Promise<HTMLElement> {
  const container = show(
    <AcpUiProvider slots={lazySlots}>
      <MarkdownText text={MARKDOWN} isStreaming={false} />
      <DiffView
        diff={{
          type: "diff",
          path: "/work/cart.ts",
          oldText: TYPESCRIPT,
          newText: TYPESCRIPT.replace("price * count", "price * count * tax").replace("0)", "1)"),
        }}
      />
    </AcpUiProvider>,
  );
  const blocks = ".acp-code, .acp-diff";
  await expect.poll(() => container.querySelectorAll(blocks).length).toBe(4);
  for (const code of container.querySelectorAll(blocks))
    await expect.poll(() => code.querySelector(".acp-token-keyword")).not.toBeNull();
  return container;
}

/** Returns the colors of the tokens in code blocks, by kind. */
function readColors(root: Element): ReadonlyMap<string, string> {
  const tokens = [...root.querySelectorAll(".acp-code [class^=acp-token-]")];
  return new Map(tokens.map((token) => [token.className, getComputedStyle(token).color]));
}

const KINDS = ["comment", "keyword", "number", "string", "title", "type"];

describe.each([
  ["light", "light", [styleText], "rgb(127, 53, 163)"],
  ["dark", "dark", [styleText], "rgb(217, 169, 245)"],
  ["a theme of VS Code", "light", [styleText, vscodeText, VSCODE_LIGHT], undefined],
] as const)("highlighted code: %s", (name, colorScheme, styles, keyword) => {
  it("has a color for each kind of token, and enough contrast", async () => {
    await setColorScheme(colorScheme);
    adoptStyles(...styles);
    const container = await showCode();
    const colors = readColors(container);
    expect([...colors.keys()].toSorted()).toEqual(KINDS.map((kind) => `acp-token-${kind}`));
    expect(new Set(colors.values()).size).toBe(KINDS.length);
    if (keyword !== undefined) expect(colors.get("acp-token-keyword")).toBe(keyword);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/highlight-${name.replaceAll(" ", "-")}.png` });
  });
});

describe("highlighted code", () => {
  it("has one color with forced colors", async () => {
    await setColorScheme("light", "active");
    adoptStyles(styleText);
    const container = await showCode();
    const code = container.querySelector(".acp-code code");
    if (code === null) throw new Error("There is no code.");
    expect([...new Set(readColors(container).values())]).toEqual([getComputedStyle(code).color]);
  });

  it("has the size of plain code, and its text is copied without changes", async () => {
    await setColorScheme("light");
    adoptStyles(styleText);
    const plain = show(<MarkdownText text={MARKDOWN} isStreaming={false} />);
    const container = await showCode();
    const rects = (root: Element): string[] =>
      [...root.querySelectorAll(".acp-code pre")].map((pre) => {
        const { width, height } = pre.getBoundingClientRect();
        return `${width} ${height} ${pre.scrollWidth}`;
      });
    expect(rects(container)).toEqual(rects(plain));
    const code = container.querySelector(".acp-code code");
    if (code === null) throw new Error("There is no code.");
    getSelection()?.selectAllChildren(code);
    expect(getSelection()?.toString().trimEnd()).toBe(TYPESCRIPT.trimEnd());
  });
});

describe("a block of 200 kB", () => {
  it("has colors in the parts that are shown, and only in them", async () => {
    adoptStyles(styleText);
    const store = createAcpStore();
    const code = TYPESCRIPT.repeat(Math.ceil(200_000 / TYPESCRIPT.length));
    const content = { type: "text", text: `\`\`\`ts\n${code}\`\`\`\n` };
    store.ingest({
      sessionId: "s",
      update: { sessionUpdate: "agent_message_chunk", messageId: "m", content },
    });
    const container = show(
      <AcpStoreProvider store={store}>
        <AcpSessionProvider sessionId="s">
          <AcpUiProvider slots={lazySlots}>
            <Message id="agent:m" run={0} isStreaming={false} />
          </AcpUiProvider>
        </AcpSessionProvider>
      </AcpStoreProvider>,
    );
    const countKeywords = (): number => container.querySelectorAll(".acp-token-keyword").length;
    await expect.poll(countKeywords).toBeGreaterThan(100);
    // The work follows what is shown, not the length of the block.
    expect(container.textContent.length).toBeLessThan(20_000);
    expect(container.querySelectorAll("*").length).toBeLessThan(1_500);
  });
});
