import { type AgentConnection, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";
import {
  applyReviewedText,
  reviewExtension,
  type ReviewExtensionOptions,
  reviewKeymap,
} from "../../src/codemirror/index.js";
import { createReview, type Review } from "../../src/createReview.js";
import { type MemoryFolder, memoryFolder } from "../../src/memoryFolder.js";

/** A folder with a review, and an agent that changes its files. */
export interface ReviewedFolder {
  readonly folder: MemoryFolder;
  readonly review: Review;
  readonly agent: AgentConnection;
  /** Sends a prompt, with the work of the agent. Resolves when everything was seen. */
  readonly prompt: (work: (write: WriteText) => Promise<void>) => Promise<void>;
  /** Begins a turn that runs until it is ended. Resolves when the agent has the prompt. */
  readonly begin: () => Promise<{ readonly write: WriteText; readonly end: () => Promise<void> }>;
}

type WriteText = (path: string, text: string) => Promise<unknown>;

export async function openFolder(texts: Readonly<Record<string, string>>): Promise<ReviewedFolder> {
  await page.viewport(900, 560);
  const folder = memoryFolder(texts);
  const review = await createReview({
    ...{ folders: ["/project"], files: folder.files, blobs: folder.blobs },
    ...{ snapshots: folder.snapshots, storage: memoryStorage() },
  });
  const store = createAcpStore();
  let work: (write: WriteText) => Promise<void> = async () => {};
  const scripted = scriptedAgent({
    speed: 1000,
    onPrompt: (turn) =>
      work((path, content) =>
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
  onTestFinished(async () => {
    await agent.close();
    await review.close();
  });
  const prompt: ReviewedFolder["prompt"] = async (next) => {
    work = next;
    await agent.prompt(sessionId, [{ type: "text", text: "Change files" }]);
    await review.flush();
  };
  return {
    ...{ folder, review, agent, prompt },
    begin: () =>
      new Promise((resolve, reject) => {
        const gate = createGate();
        const answer = prompt(async (write) => {
          const end = (): Promise<void> => {
            gate.open();
            return answer;
          };
          resolve({ write, end });
          await gate.pass();
        });
        answer.catch(reject);
      }),
  };
}

interface EditorOptions extends Partial<ReviewExtensionOptions> {
  /** The text of the editor. Default: that of the file. */
  readonly text?: string;
  readonly extensions?: Extension;
  /** Whether the editor gets what is written to the file. Default: true. */
  readonly followsFile?: boolean;
}

/** Opens a file in an editor, as an application does. */
export function openEditor(
  { folder, review }: Pick<ReviewedFolder, "folder" | "review">,
  path: string,
  { text, extensions = [], followsFile = true, ...options }: EditorOptions = {},
): EditorView {
  const view = new EditorView({
    state: EditorState.create({
      doc: text ?? folder.text(path) ?? "",
      extensions: [
        keymap.of(reviewKeymap),
        [history(), lineNumbers(), keymap.of([...defaultKeymap, ...historyKeymap])],
        reviewExtension({ review, path, ...options }),
        EditorView.contentAttributes.of({ "aria-label": path }),
        EditorView.theme({ "&": { height: "100vh", fontSize: "13px" } }),
        extensions,
      ],
    }),
    parent: document.body,
  });
  const unsubscribe = followsFile
    ? review.subscribe(() => void applyReviewedText(view))
    : (): void => {};
  onTestFinished(() => {
    unsubscribe();
    view.destroy();
  });
  view.focus();
  return view;
}

/** Returns the text of an element of the editor, or `undefined` if there is none. */
export function listTexts(view: EditorView, selector: string): readonly string[] {
  return Array.from(view.dom.querySelectorAll(selector), ({ textContent }) => textContent ?? "");
}
