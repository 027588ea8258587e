import { connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { Persistence } from "@acp-store/persist";
import { AcpPersistenceProvider, AcpStoreProvider } from "@acp-store/react";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { AgentPanel } from "../../src/index.js";
import styleText from "../../src/style.css?inline";

/** A panel with an agent that has edited files, in whose lines the user comments. */
export interface CommentPanel {
  readonly store: AcpStore;
  /** The prompts that the agent got after the first one. */
  readonly prompts: readonly Turn["content"][];
  /** Shows the first or the second session. */
  readonly show: (session: 0 | 1) => void;
  /** Removes the panel, stops the persistence, and creates both again, as a reload of the page does. */
  readonly reload: () => Promise<void>;
  readonly countElements: () => number;
}

interface CommentPanelOptions {
  readonly width?: number;
  readonly onPrompt: (turn: Turn) => Promise<void>;
  readonly readFile?: () => Promise<string>;
  readonly persistence?: (store: AcpStore) => Persistence;
}

/** Shows a panel with two sessions. In the first one, the agent has answered a prompt. */
export async function showCommentPanel(options: CommentPanelOptions): Promise<CommentPanel> {
  const { width = 1280, onPrompt, readFile, persistence } = options;
  await page.viewport(width, 860);
  const store = createAcpStore({ permissionPolicy: () => "allow-once" });
  let saving = persistence?.(store);
  const prompts: Turn["content"][] = [];
  let isFirst = true;
  const scripted = scriptedAgent({
    speed: 1000,
    async onPrompt(turn) {
      if (isFirst) await onPrompt(turn);
      else prompts.push(turn.content);
      isFirst = false;
    },
  });
  const agent = await connectAgent(store, scripted.connect);
  const ids = [
    (await agent.newSession({ cwd: "/project" })).sessionId,
    (await agent.newSession({ cwd: "/project" })).sessionId,
  ] as const;
  await agent.prompt(ids[0], [{ type: "text", text: "Count the items of the cart" }]);

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  document.adoptedStyleSheets = [sheet];
  document.body.style.margin = "0";
  document.documentElement.style.colorScheme = "light dark";
  const parent = document.body.appendChild(document.createElement("div"));
  Object.assign(parent.style, { height: "100vh", background: "var(--acp-bg)" });
  let root = createRoot(parent);
  let shown: 0 | 1 = 0;
  function render(): void {
    const panel = (
      <AgentPanel agent={agent} sessionId={ids[shown]} cwd="/project" readFile={readFile} />
    );
    root.render(
      <AcpStoreProvider store={store}>
        {saving === undefined ? (
          panel
        ) : (
          <AcpPersistenceProvider persistence={saving}>{panel}</AcpPersistenceProvider>
        )}
      </AcpStoreProvider>,
    );
  }
  render();
  const ignored = new AbortController();
  const ignore = (event: ErrorEvent): void => {
    if (event.message.startsWith("ResizeObserver loop")) event.stopImmediatePropagation();
  };
  addEventListener("error", ignore, { capture: true, signal: ignored.signal });
  onTestFinished(async () => {
    root.unmount();
    parent.remove();
    document.adoptedStyleSheets = [];
    await agent.close();
    await saving?.stop();
    ignored.abort();
  });
  return {
    ...{ store, prompts },
    show(session) {
      shown = session;
      render();
    },
    async reload() {
      root.unmount();
      await saving?.stop();
      saving = persistence?.(store);
      root = createRoot(parent);
      render();
    },
    countElements: () => parent.querySelectorAll("*").length,
  };
}
