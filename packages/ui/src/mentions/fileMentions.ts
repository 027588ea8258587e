import { createFileMention } from "./fileAddress.js";
import type { ItemTexts, MentionSource } from "./mention.js";
import { rankItems } from "./rankMentions.js";

/** Lists and reads the files of a folder, such as `createFilesClient(fleet)` of `@acp-store/server/client`. */
export interface FolderFiles {
  /** Resolves with the paths of the files, relative to the folder, with `/`. */
  list(folder: string): Promise<{ readonly paths: readonly string[] }>;
  /** Resolves with the text of a file. Rejects with a reason for the user. */
  read(
    folder: string,
    path: string,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly text: string }>;
}

/** The files of a folder change, so a list is used for this time only. */
const MAX_AGE_MS = 10_000;

interface ListedFiles {
  readonly folder: string;
  readonly at: number;
  readonly paths: Promise<readonly string[]>;
}

const PATH_TEXTS: ItemTexts<string> = {
  nameOf: (path) => path.slice(path.lastIndexOf("/") + 1),
  textOf: (path) => path,
};

/**
 * Creates a source of the files in the working directory of the agent. It lists them when the user types `@`, and again after ten
 * seconds. Keep the same object over renders.
 *
 * @example
 * ```tsx
 * const mentions = [
 *   fileMentions({
 *     list: async (folder) => ({ paths: await listFiles(folder) }),
 *     read: async (folder, path) => ({ text: await readText(`${folder}/${path}`) }),
 *   }),
 * ];
 *
 * const panel = <AgentPanel agent={agent} sessionId={sessionId} mentions={mentions} />;
 * ```
 */
export function fileMentions(files: FolderFiles): MentionSource {
  let listed: ListedFiles | undefined;

  function list(folder: string): Promise<readonly string[]> {
    const at = Date.now();
    if (listed?.folder === folder && at - listed.at < MAX_AGE_MS) return listed.paths;
    // Later searches use the list as well, so none of them aborts it.
    const next = { folder, at, paths: files.list(folder).then(({ paths }) => paths) };
    listed = next;
    next.paths.catch(() => {
      if (listed === next) listed = undefined;
    });
    return next.paths;
  }

  return {
    async search(query, { cwd }, signal) {
      if (cwd === undefined) return [];
      // Mentions of all files would be large.
      const paths = await rankItems(await list(cwd), PATH_TEXTS, query, signal);
      return paths.map((path) => createFileMention("file", path, cwd));
    },
    async read({ text = "" }, { cwd }, signal) {
      const { text: content } = await files.read(cwd ?? "", text, { signal });
      return { text: content };
    },
  };
}
