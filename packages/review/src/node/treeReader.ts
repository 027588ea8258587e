import type { FileContent, FileMode } from "../files.js";
import { requireOutput, type RunGit, splitItems } from "./git.js";

/** The kinds of files by their mode in a tree. */
export const MODES: Readonly<Record<string, FileMode>> = {
  "100644": "regular",
  "100755": "executable",
  "120000": "link",
};

/** The number of paths in one command. Systems limit the length of its arguments. */
const MAX_PATHS = 200;

interface ReadRequest {
  readonly tree: string;
  readonly path: string;
  readonly resolve: (content: FileContent | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a function that reads files of trees. Reads of the same moment share their git commands. */
export function createTreeReader(
  git: RunGit,
): (tree: string, path: string) => Promise<FileContent | null> {
  let waiting: ReadRequest[] = [];

  function readWaiting(): void {
    const requests = waiting;
    waiting = [];
    for (const tree of new Set(requests.map((request) => request.tree))) {
      const ofTree = requests.filter((request) => request.tree === tree);
      for (let start = 0; start < ofTree.length; start += MAX_PATHS)
        void readSome(tree, ofTree.slice(start, start + MAX_PATHS));
    }
  }

  async function readSome(tree: string, requests: readonly ReadRequest[]): Promise<void> {
    try {
      const paths = requests.map(({ path }) => path);
      const entries = await listEntries(git, tree, paths);
      const contents = await readBlobs(git, new Set([...entries.values()].map(({ hash }) => hash)));
      for (const { path, resolve } of requests) {
        const entry = entries.get(path);
        const bytes = entry && contents.get(entry.hash);
        resolve(entry && bytes ? { bytes, mode: entry.mode } : null);
      }
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  return (tree, path) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(readWaiting);
      waiting.push({ tree, path, resolve, reject });
    });
}

interface TreeEntry {
  readonly mode: FileMode;
  readonly hash: string;
}

/** Resolves with the entries of files. Folders and nested repositories are not among them. */
async function listEntries(
  git: RunGit,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
  const args = ["--literal-pathspecs", "ls-tree", "-z", "--full-tree", tree, "--", ...paths];
  const entries = new Map<string, TreeEntry>();
  for (const item of splitItems(await requireOutput(git(args)))) {
    const tab = item.indexOf("\t");
    const [modeNumber = "", , hash = ""] = item.slice(0, tab).split(" ");
    const mode = MODES[modeNumber];
    if (mode !== undefined) entries.set(item.slice(tab + 1), { mode, hash });
  }
  return entries;
}

/** Resolves with the bytes of blobs, by their hash. */
async function readBlobs(
  git: RunGit,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (hashes.size === 0) return blobs;
  const output = await requireOutput(git(["cat-file", "--batch"], [...hashes, ""].join("\n")));
  // Each blob: "<hash> blob <size>", a line break, the bytes, a line break.
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf("\n", at);
    const [hash = "", , size] = output.toString("latin1", at, lineEnd).split(" ");
    if (size === undefined) throw new Error(`[acp-store] git has no blob ${hash}.`);
    const end = lineEnd + 1 + Number(size);
    blobs.set(hash, output.subarray(lineEnd + 1, end));
    at = end + 1;
  }
  return blobs;
}
