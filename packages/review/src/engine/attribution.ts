import type { ReportedEdit } from "@acp-store/core";
import type { Files } from "../files.js";
import type { CallReport } from "../follow/followStore.js";
import { attribute, type Report } from "../model/attribute.js";
import { keepChange, originsOf } from "../model/decide.js";
import { type FileReview, hasChanges, observeEdit, unreviewed } from "../model/fileReview.js";
import { isProtectedOrigin, type Origin } from "../model/origin.js";
import { observeUserEdit } from "../model/userEdit.js";
import { type FileVersion, isSameVersion, linesOf, textVersion } from "../model/version.js";
import type { Contents } from "./contents.js";
import type { BaseVersion, ObservedEdit, Surroundings } from "./reviewedFiles.js";
import type { SavedOpenTurn, TurnFile } from "./savedState.js";
import type { SnapshotLog } from "./snapshotLog.js";
import type { TurnLog } from "./turnLog.js";

/** The number of reports of a file that are reversed, to find the versions between them. */
const MAX_BETWEEN = 20;
/** The number of reports of a file that are kept, and the number of files with reports. */
const MAX_REPORTS = 100;
const MAX_REPORTED_FILES = 10_000;

interface AttributionParts {
  readonly turns: Pick<TurnLog, "get">;
  readonly snapshots: Pick<SnapshotLog, "prepare" | "read">;
  readonly contents: Contents;
  readonly files: Pick<Files, "isUnsaved">;
}

/** Knows what agents reported, and what each open turn has changed. */
export interface Attribution extends Surroundings {
  /**
   * Notes a report of a change of a file. If nobody knows the file from before the change, it is read now:
   * a call often reports a change before it makes it.
   */
  note(path: string, edit: ReportedEdit, report: Pick<CallReport, "by" | "isOpen">): Promise<void>;
  /** Returns the files that agents reported. */
  reportedPaths(): readonly string[];
  /**
   * Returns the files that an open turn has changed, and forgets them. `differing` are those that differ from
   * its start: an edit may have been seen before the start of the turn was. If it was interrupted, nobody knows what
   * the user has edited meanwhile.
   */
  takeFiles(
    turn: SavedOpenTurn,
    differing: readonly string[],
    wasInterrupted: boolean,
  ): Promise<readonly TurnFile[]>;
  /** Forgets what the open turns have changed in some files. */
  forgetFiles(paths: readonly string[]): void;
  /** Forgets the reports. */
  clear(): void;
}

export function createAttribution(parts: AttributionParts): Attribution {
  const { turns, snapshots, contents } = parts;
  const reports = new Map<string, readonly (Report & { readonly isNew: boolean })[]>();
  /** The files as they were when a report of a change appeared. */
  const readings = new Map<string, FileVersion>();
  /** The changes of each open turn, by its id and the path. */
  const changed = new Map<string, Map<string, FileReview>>();

  async function readStart(path: string): Promise<FileVersion | undefined> {
    const { baseline } = turns.get();
    if (baseline === undefined || baseline.uncertain.includes(path)) return undefined;
    const content = await snapshots.read(baseline.snapshot, path);
    return content === undefined ? undefined : contents.add(content);
  }

  async function note(
    path: string,
    { oldText, newText, operation }: ReportedEdit,
    { by, isOpen }: Pick<CallReport, "by" | "isOpen">,
  ): Promise<void> {
    const report = {
      ...(oldText !== undefined && { oldText }),
      ...(newText !== undefined && { newText }),
      ...{ by, isNew: operation === "add" },
    };
    const known = reports.get(path) ?? [];
    if (known.length === 0 && reports.size >= MAX_REPORTED_FILES) return;
    reports.set(path, [...known, report].slice(-MAX_REPORTS));
    if (!isOpen || known.length > 0 || (await readStart(path)) !== undefined) return;
    const version = await contents.read(path).catch(() => undefined);
    if (version === undefined) return;
    const text = linesOf(version).join("");
    if (newText === undefined || !text.includes(newText)) readings.set(path, version);
  }

  async function baseOf(path: string, onDisk: FileVersion): Promise<BaseVersion> {
    const start = await readStart(path);
    if (start !== undefined) return { version: start };
    const reading = readings.get(path);
    if (reading !== undefined) return { version: reading };
    const [report] = reports.get(path) ?? [];
    if (report === undefined) return "current";
    return reverse(onDisk, report);
  }

  async function onEdit(path: string, edit: ObservedEdit): Promise<void> {
    for (const turn of turns.get().open) {
      const files = changed.get(turn.turnId) ?? new Map<string, FileReview>();
      changed.set(turn.turnId, files);
      const known = files.get(path) ?? unreviewed(await startOf(turn, path, edit.before));
      files.set(path, observeInTurn(known, edit.after, edit.by, turn.turnId));
    }
  }

  async function startOf(
    { start }: SavedOpenTurn,
    path: string,
    before: FileVersion,
  ): Promise<FileVersion> {
    // Snapshots do not contain unsaved text.
    const isOnDisk = !parts.files.isUnsaved?.(path);
    const content = start && isOnDisk ? await snapshots.read(start, path) : undefined;
    return content === undefined ? before : contents.add(content);
  }

  function attributeAll(
    path: string,
    review: FileReview,
    earlier: readonly FileVersion[],
  ): FileReview {
    const known = reports.get(path) ?? [];
    let between: readonly FileVersion[] | undefined;
    const versions = {
      *[Symbol.iterator]() {
        yield* earlier.toReversed();
        // Edits that follow each other quickly are seen at once: the versions between them follow from the reports.
        if (known.length > 1) yield* (between ??= listBetween(review.current, known));
      },
    };
    return known.reduce((result, report) => attribute(result, report, versions), review);
  }

  return {
    async prepare(paths) {
      const { baseline } = turns.get();
      if (baseline !== undefined) await snapshots.prepare(baseline.snapshot, paths);
    },
    baseOf,
    onEdit,
    note,
    attribute: attributeAll,
    keepsDecided: () => turns.get().open.length > 0,
    reportedPaths: () => [...reports.keys()],
    async takeFiles(turn, differing, wasInterrupted) {
      const { turnId } = turn;
      const files: TurnFile[] = [];
      const known = changed.get(turnId) ?? new Map<string, FileReview>();
      for (const path of differing) {
        if (known.has(path)) continue;
        const current = await contents.read(path).catch(() => undefined);
        if (current === undefined) continue;
        const start = unreviewed(await startOf(turn, path, current));
        known.set(path, observeEdit(start, current, "unknown"));
      }
      for (const [path, found] of known) {
        const review = withoutOthers(attributeAll(path, found, []), turnId);
        if (!hasChanges(review)) continue;
        const { base, current, origins, modeOrigin } = review;
        const authors = [
          ...origins.map(({ by }) => by),
          ...(modeOrigin ? [modeOrigin] : []),
          ...(wasInterrupted ? ["user" as const] : []),
        ];
        files.push({
          path,
          before: await contents.save(base),
          after: await contents.save(current),
          protectedBy: [...new Set(authors.filter(isProtectedOrigin))],
        });
      }
      changed.delete(turnId);
      return files;
    },
    forgetFiles(paths) {
      for (const files of changed.values()) for (const path of paths) files.delete(path);
    },
    clear() {
      reports.clear();
      readings.clear();
    },
  };
}

/** Accepts the changes that other turns reported later, because they are none of a turn. */
function withoutOthers(review: FileReview, turnId: string): FileReview {
  const isOfOther = (by: Origin): boolean => typeof by === "object" && by.turnId !== turnId;
  return review.changes
    .filter((change) => originsOf(review, change).every(isOfOther))
    .reduceRight(keepChange, review);
}

/** Applies an edit to what a turn has changed. Edits of others are none of it. */
function observeInTurn(
  review: FileReview,
  next: FileVersion,
  by: Origin,
  turnId: string,
): FileReview {
  if (isSameVersion(review.current, next)) return review;
  const isOther = by === "user" || (by !== "unknown" && by.turnId !== turnId);
  return isOther ? observeUserEdit(review, next) : observeEdit(review, next, by);
}

/** Returns the versions between reported changes, the newest first. */
function listBetween(current: FileVersion, reports: readonly Report[]): readonly FileVersion[] {
  const versions: FileVersion[] = [];
  let text = linesOf(current).join("");
  for (const { oldText, newText } of reports.slice(-MAX_BETWEEN).toReversed()) {
    const at = newText === undefined || newText === "" ? -1 : text.indexOf(newText);
    if (at < 0 || newText === undefined || oldText === undefined) continue;
    text = text.slice(0, at) + oldText + text.slice(at + newText.length);
    versions.push(textVersion(text));
  }
  return versions;
}

/** Returns the version before a reported change, if its text occurs exactly once. */
function reverse(onDisk: FileVersion, report: Report & { readonly isNew: boolean }): BaseVersion {
  const { oldText, newText, isNew } = report;
  if (onDisk?.kind !== "text" || newText === undefined) return "unknown";
  const text = onDisk.lines.join("");
  if (isNew) return text === newText ? { version: null } : "unknown";
  const at = text.indexOf(newText);
  if (newText === "" || oldText === undefined || at < 0) return "unknown";
  if (text.includes(newText, at + 1)) return "unknown";
  const before = text.slice(0, at) + oldText + text.slice(at + newText.length);
  return { version: textVersion(before, onDisk.mode) };
}
