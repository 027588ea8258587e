import { type AcpView, selectChangedFiles } from "@acp-store/core";
import type { ReviewView } from "@acp-store/review";
import type { ReadFile } from "../context/acpUiContext.js";
import { withSign } from "../comments/lineSource.js";
import { computeLineDiff } from "../diff/computeLineDiff.js";
import type { DiffRow } from "../diff/diffRow.js";
import { relativePath } from "../format/paths.js";
import { listEditSources, mergeLineDiffs } from "../sidePanel/mergeLineDiffs.js";
import { createFileMention, encodePath, toAbsolutePath } from "./fileAddress.js";
import type { Mention, MentionSession, MentionSource } from "./mention.js";
import { rankMentions } from "./rankMentions.js";

/** Each changed file is listed twice, and the files of the folder come after these. */
const MAX_CHANGES = 10;
const ALL_CHANGES = "diff:";

/** The sources of the changed files, and the names of their mentions. */
export interface ChangeMentionsOptions {
  readonly view: AcpView;
  readonly review: ReviewView | undefined;
  readonly readFile: ReadFile | undefined;
  /** The name of the mention of all changes. */
  readonly allChanges: string;
  /** Returns the name of the mention of the changes in a file. */
  readonly changesIn: (file: string) => string;
}

/** Creates a source of the files that the session changed, and of their differences. */
export function createChangeMentions(options: ChangeMentionsOptions): MentionSource {
  const { view, review, readFile, allChanges, changesIn } = options;

  /** Returns the paths of the changed files, the latest first. */
  function listPaths({ sessionId, cwd }: MentionSession): readonly string[] {
    const files = selectChangedFiles(view.getState(), sessionId);
    const reviewed = review?.getState().files.keys() ?? [];
    const paths = [...reviewed, ...files.map(({ path }) => relativePath(path, cwd))];
    return [...new Set(paths)].toReversed();
  }

  async function readDiff(path: string, { sessionId, cwd }: MentionSession): Promise<string> {
    if (review?.getState().files.has(path)) {
      const { base, current } = await review.texts(path);
      return formatDiff(path, [computeLineDiff(base ?? "", current ?? "")]);
    }
    const session = view.getState().sessions.get(sessionId);
    const file = selectChangedFiles(view.getState(), sessionId).find(
      (changed) => relativePath(changed.path, cwd) === path,
    );
    if (session === undefined || file === undefined) return "";
    return formatDiff(path, mergeLineDiffs(file.path, listEditSources(file, session)));
  }

  return {
    async search(query, session, signal) {
      const paths = listPaths(session);
      const files = paths.map((path) => createFileMention("change", path, session.cwd));
      const diffs = paths.map((path) => toDiffMention(path, changesIn));
      const all: Mention = { uri: ALL_CHANGES, kind: "diff", label: allChanges };
      const [foundFiles, foundDiffs] = await Promise.all([
        rankMentions(files, query, signal),
        rankMentions(paths.length === 0 ? [] : [all, ...diffs], query, signal),
      ]);
      return [...foundFiles.slice(0, MAX_CHANGES), ...foundDiffs.slice(0, MAX_CHANGES)];
    },
    async read({ kind, uri, text = "" }, session, signal) {
      if (kind === "change") {
        const path = toAbsolutePath(text, session.cwd);
        return readFile === undefined ? {} : { text: await readFile(path, signal) };
      }
      const path = decodeURIComponent(uri.slice(ALL_CHANGES.length));
      const paths = uri === ALL_CHANGES ? listPaths(session) : [path];
      const diffs = await Promise.all(paths.map((each) => readDiff(each, session)));
      return { mimeType: "text/x-diff", text: diffs.join("") };
    },
  };
}

function toDiffMention(path: string, changesIn: (file: string) => string): Mention {
  const uri = ALL_CHANGES + encodePath(path);
  return { uri, kind: "diff", label: changesIn(path) };
}

/** Returns a difference in the form of a patch without line numbers, which excerpts do not have. */
function formatDiff(path: string, diffs: readonly { readonly rows: readonly DiffRow[] }[]): string {
  const lines = diffs.flatMap(({ rows }) => [
    "@@",
    ...rows.map((row) => (row.kind === "gap" ? "@@" : withSign(row))),
  ]);
  return lines.length === 0 ? "" : [`--- ${path}`, `+++ ${path}`, ...lines, ""].join("\n");
}
