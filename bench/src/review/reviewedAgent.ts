import { type AcpStore, createAcpStore } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { createReview, type Review, type ReviewedConnection } from "@acp-store/review";
import { createRandom } from "../wire/random.js";
import { createMemoryFolder, type MemoryFolder } from "./memoryFolder.js";

/** The path of the folder in memory. */
const FOLDER = "/project";
const PROMPT = [{ type: "text", text: "Change the files." }] as const;

/** An agent in a folder under review. It does not run: its store gets the updates that it would send. */
export interface ReviewedAgent {
  /** Sends a prompt. Resolves when the review has its checkpoint. */
  beginTurn(): Promise<void>;
  /** Starts a command, to which unreported changes belong. Returns a function that ends it. */
  runCommand(): () => void;
  /** Reports an edit of a part of a file. */
  reportEdit(path: string, oldText: string, newText: string): void;
  /** Ends the turn. Resolves when everything was seen. */
  endTurn(): Promise<void>;
}

/** Follows an agent with a session in a folder. */
export function createReviewedAgent(
  folder: string,
  review: Pick<Review, "flush"> & { add(store: AcpStore): ReviewedConnection },
): ReviewedAgent {
  const random = createRandom();
  const store = createAcpStore({ scheduler: "sync" });
  const sessionId = random.id("session-", 24);
  store.openSession({ sessionId, cwd: folder });
  const { beforePrompt } = review.add(store);
  const update = (fields: Readonly<Record<string, unknown>>): void => {
    store.ingest({ sessionId, update: { sessionUpdate: "tool_call", ...fields } });
  };
  return {
    async beginTurn() {
      await beforePrompt(sessionId, PROMPT);
      store.startTurn(sessionId, [...PROMPT]);
      await review.flush();
    },
    runCommand() {
      const call = { toolCallId: random.id("toolu_", 24), title: "Run a script", kind: "execute" };
      update({ ...call, status: "in_progress" });
      return () => update({ ...call, status: "completed" });
    },
    reportEdit(path, oldText, newText) {
      update({
        ...{ toolCallId: random.id("toolu_", 24), title: `Edit ${path}`, kind: "edit" },
        status: "completed",
        content: [{ type: "diff", path: `${folder}/${path}`, oldText, newText }],
      });
    },
    async endTurn() {
      store.endTurn(sessionId, { stopReason: "end_turn" });
      await review.flush();
    },
  };
}

/** A folder in memory with a review and an agent. */
export interface MemoryReview {
  readonly folder: MemoryFolder;
  readonly review: Review;
  readonly agent: ReviewedAgent;
  /** Closes the review. Resolves with its saved state. */
  save(): Promise<string>;
}

export async function openMemoryReview(texts: ReadonlyMap<string, string>): Promise<MemoryReview> {
  const folder = createMemoryFolder(texts);
  const storage = memoryStorage();
  const open = () => createReview({ folders: [FOLDER], ...folder, storage });
  const review = await open();
  return {
    folder,
    review,
    agent: createReviewedAgent(FOLDER, review),
    async save() {
      await review.close();
      // It is written as one document when the review is opened.
      await (await open()).close();
      const [id = ""] = await storage.list();
      return (await storage.read(id))?.snapshot ?? "";
    },
  };
}

/** Resolves when what the review was told was seen: it does one thing after the other. */
export async function whenSeen(review: Review): Promise<void> {
  await review.versions("");
}
