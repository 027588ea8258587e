import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { nodeFileSystem } from "@acp-store/client/node";
import type { FileSystemHandlers } from "@acp-store/client";
import type { AcpStore } from "@acp-store/core";
import { fileStorage, lockFolder } from "@acp-store/persist/node";
import envPaths from "env-paths";
import { createReview, type Review } from "../createReview.js";
import type { ReviewedConnection } from "../follow/folderWork.js";
import type { Files, Snapshots } from "../files.js";
import { copySnapshots } from "./copySnapshots.js";
import { gitSnapshots } from "./gitSnapshots.js";
import { nodeBlobs } from "./nodeBlobs.js";
import { nodeFiles } from "./nodeFiles.js";
import { isAcpSnapshotError } from "./snapshotError.js";

/** The options of {@link openReview}. */
export interface OpenReviewOptions {
  /** The folder that agents work in. */
  readonly folder: string;
  /**
   * The folder for the state, the contents and the snapshots of the review. Default: one for this folder in
   * the platform's folder for data of applications, see {@link defaultReviewDir}.
   */
  readonly dataDir?: string;
  /**
   * Returns the files to review, given those on disk and the absolute paths of the folder. Default: the
   * files on disk. With `vscodeFiles` of `@acp-store/review/vscode`, unsaved editors count as current.
   */
  readonly files?: (onDisk: Files, folders: readonly string[]) => Files;
}

/** A review of a folder on this machine. */
export interface NodeReview extends Omit<Review, "add"> {
  /**
   * Follows the work of an agent, and returns the options of the connections to it, with file handlers for
   * this machine. `agentId` tells several agents apart. `handlers` read files, and write those outside of the
   * folder. Default: `nodeFileSystem`.
   */
  add(
    store: AcpStore,
    agentId?: string,
    handlers?: FileSystemHandlers,
  ): Required<ReviewedConnection>;
}

/**
 * Opens the review of a folder on this machine, with what is undecided from the last time. Snapshots are
 * taken with git, or as copies where git is missing.
 *
 * @throws FolderInUseError if another process, or this one, has a review of the folder.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 * import { openReview } from "@acp-store/review/node";
 *
 * const store = createAcpStore();
 * const review = await openReview({ folder: "/home/me/app" });
 * const agent = await connectAgent(store, spawnAgent("my-agent"), review.add(store));
 * const { sessionId } = await agent.newSession({ cwd: "/home/me/app" });
 * await agent.prompt(sessionId, "Fix the total");
 * await review.flush();
 * for (const { path, added, removed } of review.getState().files.values())
 *   console.log(path, added, removed);
 * await review.reject("all");
 * ```
 */
export async function openReview(options: OpenReviewOptions): Promise<NodeReview> {
  const folder = resolve(options.folder);
  const dataDir = options.dataDir ?? defaultReviewDir(folder);
  const lock = await lockFolder(dataDir, "Close the other program that reviews this folder.");
  try {
    const real = await realpath(folder);
    const folders = [...new Set([folder, real])];
    const onDisk = nodeFiles(real);
    const review = await createReview({
      folders,
      files: options.files?.(onDisk, folders) ?? onDisk,
      blobs: nodeBlobs(join(dataDir, "contents")),
      snapshots: await openSnapshots(real, join(dataDir, "snapshots")),
      storage: fileStorage(join(dataDir, "state"), { fsync: false }),
    });
    return {
      ...review,
      add(store, agentId, handlers = nodeFileSystem(store)) {
        return { fs: handlers, ...review.add(store, agentId, handlers) };
      },
      async close() {
        await review.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Returns the folder for the data of a review, such as `~/.local/share/acp-store/reviews/3f2a…` on Linux.
 * Deleting it forgets the review.
 *
 * @example
 * ```ts
 * import { rm } from "node:fs/promises";
 * import { defaultReviewDir } from "@acp-store/review/node";
 *
 * await rm(defaultReviewDir("/home/me/app"), { recursive: true, force: true });
 * ```
 */
export function defaultReviewDir(folder: string): string {
  const name = createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 16);
  return join(envPaths("acp-store", { suffix: "" }).data, "reviews", name);
}

async function openSnapshots(folder: string, dir: string): Promise<Snapshots> {
  try {
    return await gitSnapshots(folder, join(dir, "git"));
  } catch (error) {
    if (!isAcpSnapshotError(error) || error.reason !== "git_missing") throw error;
    return copySnapshots(folder, join(dir, "copies"));
  }
}
