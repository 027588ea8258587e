import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { AcpStoreProvider } from "@acp-store/react";
import { createReview, type MemoryFolder, memoryFolder, type Review } from "@acp-store/review";
import { ReviewProvider } from "@acp-store/review/react";
import { type AgentScript, memoryTranscripts, scriptedAgent, type Turn } from "@acp-store/testing";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { AgentPanel, type AgentPanelProps } from "../../src/index.js";
import styleText from "../../src/style.css?inline";

/** A panel with the review of a folder, and an agent that changes it. */
export interface ShownReview {
  readonly folder: MemoryFolder;
  readonly review: Review;
  readonly store: AcpStore;
  readonly agent: AgentConnection;
  readonly sessionId: string;
  /** Sends a prompt, with the work of the agent. Resolves when everything was seen. */
  readonly prompt: (
    work: (turn: Turn, write: WriteText) => Promise<void>,
    text?: string,
  ) => Promise<void>;
  /** Shows the changes in the side panel. */
  readonly showChanges: () => Promise<void>;
  /** Returns the number of elements in the panel. */
  readonly countElements: () => number;
}

interface ReviewPanelOptions extends Pick<AgentPanelProps, "openSession"> {
  /** The name and version that the agent reports. */
  readonly info?: AgentScript["info"];
}

type WriteText = (path: string, text: string) => Promise<unknown>;

export async function showReview(
  texts: Readonly<Record<string, string>>,
  { info, openSession }: ReviewPanelOptions = {},
): Promise<ShownReview> {
  await page.viewport(1280, 860);
  const folder = memoryFolder(texts);
  const review = await createReview({
    ...{ folders: ["/project"], files: folder.files, blobs: folder.blobs },
    ...{ snapshots: folder.snapshots, storage: memoryStorage() },
  });
  const store = createAcpStore();
  let work: (turn: Turn, write: WriteText) => Promise<void> = async () => {};
  const scripted = scriptedAgent({
    speed: 1000,
    ...(info && { info, storage: memoryTranscripts() }),
    onPrompt: (turn) =>
      work(turn, (path, content) =>
        turn.request("fs/write_text_file", {
          ...{ sessionId: turn.session.sessionId, path: `/project/${path}` },
          content,
        }),
      ),
  });
  const handlers = {
    readTextFile: async () => ({ content: "" }),
    writeTextFile: async () => {},
  };
  const agent = await connectAgent(store, scripted.connect, review.add(store, "", handlers));
  const { sessionId } = await agent.newSession({ cwd: "/project" });

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  document.adoptedStyleSheets = [sheet];
  document.documentElement.style.colorScheme = "light dark";
  const parent = document.body.appendChild(document.createElement("div"));
  parent.style.height = "100vh";
  const reactRoot = createRoot(parent);
  reactRoot.render(
    <ReviewProvider review={review}>
      <AcpStoreProvider store={store}>
        <AgentPanel agent={agent} sessionId={sessionId} openSession={openSession} />
      </AcpStoreProvider>
    </ReviewProvider>,
  );
  const ignored = new AbortController();
  const ignore = (event: ErrorEvent): void => {
    if (event.message.startsWith("ResizeObserver loop")) event.stopImmediatePropagation();
  };
  addEventListener("error", ignore, { capture: true, signal: ignored.signal });
  onTestFinished(async () => {
    reactRoot.unmount();
    parent.remove();
    document.adoptedStyleSheets = [];
    await agent.close();
    await review.close();
    ignored.abort();
  });
  return {
    ...{ folder, review, store, agent, sessionId },
    async prompt(next, text = "Change files") {
      work = next;
      await agent.prompt(sessionId, text);
      await review.flush();
    },
    async showChanges() {
      await page.getByRole("button", { name: /^\d+ files? to review/ }).click();
      const side = page.getByRole("complementary", { name: "Changes to review" });
      await expect.element(side).toBeVisible();
    },
    countElements: () => parent.querySelectorAll("*").length,
  };
}
