import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import type {} from "@vitest/browser-playwright";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { cdp, page } from "vitest/browser";
import { AgentPanel } from "../../src/index.js";
import styleText from "../../src/style.css?inline";

const OLD_TEXT =
  "export const total = (items) =>\n  items.reduce((sum, item) => sum + item.price, 0);\n";
const NEW_TEXT =
  "export const total = (items) =>\n  items.reduce((sum, item) => sum + item.price * item.count, 0);\n";
const OUTPUT = "\u001b[32m✓\u001b[0m adds the prices\n\u001b[31m✗\u001b[0m counts the items\n";
const ANSWER = `The total ignores the **count** of an item. The price is multiplied in \`total()\`:

\`\`\`ts
const sum = items.reduce((sum, item) => sum + item.price * item.count, 0);
\`\`\`

| file | change |
| --- | --- |
| src/cart.js | count |
`;

/** Plays a turn that ends with a permission request, so that every part of the panel is shown. */
async function playTurn(turn: Turn): Promise<void> {
  await turn.usage(61_000, 200_000);
  await turn.think("The total ignores how often an item is in the cart.");
  await turn.plan([
    { content: "Read the cart", priority: "medium", status: "completed" },
    { content: "Fix the total", priority: "high", status: "in_progress" },
    { content: "Run the tests", priority: "medium", status: "pending" },
  ]);
  await turn.read("/project/src/cart.js", OLD_TEXT);
  await turn.say(ANSWER);
  const call = await turn.call({ title: "npm test", kind: "execute", status: "in_progress" });
  await call.update({ content: [{ type: "text", text: OUTPUT }] });
  await call.fail();
  await turn.edit({
    path: "/project/src/cart.js",
    oldText: OLD_TEXT,
    newText: NEW_TEXT,
    title: "Edit src/cart.js",
  });
}

interface PanelOptions {
  /** The width of the window, and of the panel in it, in pixels. Default: 1280, the whole window. */
  readonly width?: number;
  readonly columnWidth?: number;
  readonly direction?: "ltr" | "rtl";
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: boolean;
  /** Whether the panel is in a shadow root, and its style sheet is adopted there. */
  readonly isInShadowRoot?: boolean;
  /** The first prompt. */
  readonly prompt?: string;
}

/** A panel on the page, with a scripted agent that asks for permission. */
export interface OpenPanel {
  /** The document, or the shadow root that contains the panel. */
  readonly root: Document | ShadowRoot;
  /** Returns the first element that matches a selector. Throws if there is none. */
  find<T extends HTMLElement = HTMLElement>(selector: string): T;
}

/** Opens a panel, sends a prompt, and waits for the permission request. */
export async function openPanel(options: PanelOptions = {}): Promise<OpenPanel> {
  const { width = 1280, columnWidth, direction = "ltr", colorScheme = "light" } = options;
  await page.viewport(width, 860);
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: colorScheme },
      { name: "prefers-reduced-motion", value: "reduce" },
      { name: "forced-colors", value: options.forcedColors === true ? "active" : "none" },
    ],
  });
  const store = createAcpStore();
  const scripted = scriptedAgent({ onPrompt: playTurn, speed: 1000 });
  const agent = await connectAgent(store, scripted.connect);
  const { sessionId } = await agent.newSession({ cwd: "/project" });

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  const host = document.body.appendChild(document.createElement("div"));
  const root = options.isInShadowRoot === true ? host.attachShadow({ mode: "open" }) : document;
  root.adoptedStyleSheets = [sheet];
  const parent = root === document ? host : root.appendChild(document.createElement("div"));
  document.body.style.margin = "0";
  document.documentElement.style.colorScheme = "light dark";
  host.dir = direction;
  Object.assign(host.style, { width: columnWidth === undefined ? "" : `${columnWidth}px` });
  Object.assign(parent.style, { height: "100vh", background: "var(--acp-bg)" });

  // Measured rows change the height of the conversation. The browser reports that it continues with
  // their observers in the next frame.
  const ignored = new AbortController();
  const ignore = (event: ErrorEvent): void => {
    if (event.message.startsWith("ResizeObserver loop")) event.stopImmediatePropagation();
  };
  addEventListener("error", ignore, { capture: true, signal: ignored.signal });

  const reactRoot = createRoot(parent);
  reactRoot.render(
    <AcpStoreProvider store={store}>
      <AgentPanel agent={agent} sessionId={sessionId} cwd="/project" />
    </AcpStoreProvider>,
  );
  onTestFinished(async () => {
    reactRoot.unmount();
    host.remove();
    document.adoptedStyleSheets = [];
    await agent.close();
    ignored.abort();
  });
  // The result is not needed. Closing the connection ends the turn.
  agent
    .prompt(sessionId, [{ type: "text", text: options.prompt ?? "Fix the total of the cart" }])
    .catch(() => {});
  const request = page.getByRole("group", { name: "Edit src/cart.js" });
  await expect.element(request.getByText("New file").or(request.getByText(/^\+1$/))).toBeVisible();

  return {
    root,
    find<T extends HTMLElement>(selector: string): T {
      const element = root.querySelector<T>(selector);
      if (element === null) throw new Error(`There is no element ${selector}.`);
      return element;
    },
  };
}
