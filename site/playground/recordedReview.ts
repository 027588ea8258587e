import {
  type AcpStore,
  createAcpStore,
  type Frame,
  listReportedEdits,
  type ReportedEdit,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { createReview, type MemoryFolder, memoryFolder, type Review } from "@acp-store/review";

/** A recorded session with a review of its edits. */
export interface RecordedReview {
  readonly store: AcpStore;
  readonly review: Review;
}

/**
 * Replays a recording, and repeats the edits that its completed tool calls report in a folder in memory. The files begin with
 * the old texts of these edits, because a recording contains no others.
 */
export async function reviewRecording(frames: readonly Frame[]): Promise<RecordedReview> {
  const recorded = createAcpStore();
  for (const frame of frames) recorded.observe(frame);
  const sessions = [...recorded.getState().sessions.values()];
  const edits = sessions.flatMap((session) =>
    [...session.toolCalls.values()].flatMap((call) => listEdits(session, call)),
  );
  const folder = memoryFolder(findFirstTexts(edits));
  const { files, blobs, snapshots } = folder;
  const review = await createReview({
    folders: sessions.flatMap(({ cwd }) => cwd ?? []).slice(0, 1),
    ...{ files, blobs, snapshots, storage: memoryStorage() },
  });
  const store = createAcpStore();
  review.add(store);
  await repeatWork(store, frames, folder, review);
  return { store, review };
}

/** Replays the frames. The review sees each turn and each edit before the next one. */
async function repeatWork(
  store: AcpStore,
  frames: readonly Frame[],
  folder: MemoryFolder,
  review: Review,
): Promise<void> {
  const done = new Set<string>();
  let hasNews = false;
  store.watch({ type: "field", field: "openTurns" }, () => {
    hasNews = true;
  });
  store.watch({ type: "table", table: "toolCalls" }, ({ sessionIds, ids }) => {
    for (const session of sessionIds.map((id) => store.getState().sessions.get(id)))
      for (const call of ids.map((id) => session?.toolCalls.get(id))) {
        if (session === undefined || call?.phase !== "completed" || done.has(call.toolCallId))
          continue;
        done.add(call.toolCallId);
        for (const edit of listEdits(session, call)) repeatEdit(folder, edit);
        hasNews = true;
      }
  });
  for (const frame of frames) {
    store.observe(frame);
    store.flush();
    if (hasNews) await review.flush();
    hasNews = false;
  }
  await review.flush();
}

/** Returns the edits of a completed call, with paths relative to the folder of the session. */
function listEdits({ cwd = "/" }: Session, { phase, content }: ToolCall): readonly ReportedEdit[] {
  const folder = `${cwd.replace(/\/$/, "")}/`;
  return phase === "completed"
    ? listReportedEdits(content)
        .filter(({ path }) => path.startsWith(folder))
        .map((edit) => ({ ...edit, path: edit.path.slice(folder.length) }))
    : [];
}

/** Returns the texts of the files before the first edit, as far as the edits show them. */
function findFirstTexts(edits: readonly ReportedEdit[]): Readonly<Record<string, string>> {
  const first = new Map<string, string>();
  const now = new Map<string, string>();
  for (const { path, oldText, newText = "" } of edits) {
    const text = now.get(path) ?? "";
    const isShown = oldText === undefined || text.includes(oldText);
    if (!isShown) first.set(path, (first.get(path) ?? "") + oldText);
    const known = isShown ? text : text + oldText;
    now.set(path, oldText === undefined ? newText : known.replace(oldText, () => newText));
  }
  return Object.fromEntries(first);
}

function repeatEdit(folder: MemoryFolder, { path, oldText, newText = "" }: ReportedEdit): void {
  const text = folder.text(path) ?? "";
  folder.write(path, oldText === undefined ? newText : text.replace(oldText, () => newText));
}
