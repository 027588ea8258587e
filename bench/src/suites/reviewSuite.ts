import { rmSync } from "node:fs";
import { join } from "node:path";
import { toContentId } from "@acp-store/client/node";
import type { Review, ReviewResult } from "@acp-store/review";
import { serveReview } from "@acp-store/review/mirror";
import { gitSnapshots, openReview } from "@acp-store/review/node";
import { createMeasure, type Figure } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { createPausableLink } from "../mirrors/pausableLink.js";
import { formatSpread } from "../report/table.js";
import {
  createDiskFolder,
  type DiskFolder,
  removeDiskFolder,
  runGit,
  writeFiles,
} from "../review/diskFolder.js";
import { createReviewedAgent, openMemoryReview, whenSeen } from "../review/reviewedAgent.js";
import {
  applyEdits,
  createEditedFiles,
  createEditedText,
  type EditedText,
  editLine,
} from "../review/reviewedTexts.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

const SUBJECT = "acp-store";
/** The path of the large file. */
const PATH = "src/large.ts";
const LARGE = { lines: 10_000, hunks: 20 } as const;
const MANY = { files: 200, lines: 400, hunks: 991 } as const;
const TREE = { files: 50_000, perFolder: 100, changes: 10 } as const;
/** The number of measured rounds on the disk, each of which writes all files. */
const MAX_DISK_ROUNDS = 5;

/** The measured times, each with its unit and its target. */
const TIMES = {
  "an edit of an agent in 10,000 lines with 20 hunks": ["ms", 8],
  "a keystroke of the user there": ["ms", 5],
  "keeping one hunk there": ["ms", 0.5],
  "rejecting one hunk there": ["ms", 0.5],
  "the SHA-256 of that file, which each new content needs": ["ms", undefined],
  "200 files × 400 lines changed at once": ["ms", 150],
  "saved state of 200 files with 991 hunks": ["kB", 150],
  "the same, as sent to another window": ["kB", 150],
  "rejecting 200 files on the disk": ["ms", undefined],
  "the same, relative to writing them": ["×", undefined],
  "first snapshot of 50,000 files, relative to git status": ["×", 2],
  "snapshot after 10 changes there, relative to git status": ["×", 2],
} as const;

type Values = Partial<Record<keyof typeof TIMES, number>>;

/** Measures the review of files in memory, on the disk, and with git. */
export async function reviewSuite(options: SuiteOptions): Promise<Figure[]> {
  const onDisk = { ...options, rounds: Math.min(options.rounds, MAX_DISK_ROUNDS) };
  return [
    ...(await measureRounds("large file", options, () => measureLargeFile(options))),
    ...(await measureRounds("many files", options, () => measureManyFiles(options))),
    ...(await measureRounds("files on the disk", onDisk, () => measureDisk(options))),
    ...(await measureSnapshots(onDisk)),
  ];
}

async function measureRounds(
  name: string,
  options: SuiteOptions,
  measure: () => Promise<Values>,
): Promise<Figure[]> {
  const rounds = await repeatRounds(`review: ${name}`, options.rounds, options, measure);
  return Object.entries(TIMES).flatMap(([key, [unit, max]]) => {
    const values = rounds.flatMap((round) => round[key as keyof Values] ?? []);
    if (values.length === 0) return [];
    const spread = computeSpread(values);
    const note = formatSpread(spread, unit);
    return [createMeasure(`review: ${key}`, SUBJECT, spread.median, unit, { max, note })];
  });
}

/** Resolves with the median time of steps, in ms. Each returns the part that is measured. */
async function timeSteps<Step>(
  steps: readonly Step[],
  prepare: (step: Step) => () => Promise<unknown>,
  after: () => Promise<unknown> = async () => {},
): Promise<number> {
  const times: number[] = [];
  for (const step of steps) {
    const run = prepare(step);
    const start = clock.now();
    await run();
    times.push((clock.now() - start) / 1000);
    await after();
  }
  return computeMedian(times);
}

async function measureLargeFile({ scale }: SuiteOptions): Promise<Values> {
  const edited = createEditedText(scaleCount(LARGE.lines, scale), scaleCount(LARGE.hunks, scale));
  const { lines, places } = edited;
  const opened = await openMemoryReview(new Map([[PATH, lines.join("")]]));
  const { review, agent } = opened;
  const current = [...lines];
  const write = (): (() => void) => opened.folder.write(new Map([[PATH, current.join("")]]));
  const editPlace = (place: number, version: number) => {
    // Agents report excerpts, which seldom end with a line.
    const before = (current[place] ?? "").trimEnd();
    const after = editLine(lines[place] ?? "", version).trimEnd();
    current[place] = `${after}\n`;
    const tellWatchers = write();
    return (): Promise<void> => {
      tellWatchers();
      agent.reportEdit(PATH, before, after);
      return whenSeen(review);
    };
  };
  await agent.beginTurn();
  for (const place of places) await editPlace(place, 0)();
  collectGarbage();
  const edit = await timeSteps(places, (place) => editPlace(place, 1));
  await agent.endTurn();
  checkHunks(review, places.length);
  const keystroke = await timeSteps(places, (place) => {
    const line = (place + 2) % lines.length;
    current[line] = `x${current[line] ?? ""}`;
    const tellWatchers = write();
    return () => {
      tellWatchers();
      return whenSeen(review);
    };
  });
  checkHunks(review, places.length);
  const ids = hunkIdsOf(review);
  const undo = async (): Promise<void> => checkDone(await review.undo());
  const keep = await timeSteps(
    ids,
    (hunkId) => async () => checkDone(await review.keep({ path: PATH, hunkId })),
    undo,
  );
  const reject = await timeSteps(
    ids,
    (hunkId) => async () => checkDone(await review.reject({ path: PATH, hunkId })),
    undo,
  );
  checkHunks(review, places.length);
  const bytes = Buffer.from(current.join(""));
  const hash = await timeSteps(places, () => async () => toContentId(bytes));
  await review.close();
  return {
    "an edit of an agent in 10,000 lines with 20 hunks": edit,
    "a keystroke of the user there": keystroke,
    "keeping one hunk there": keep,
    "rejecting one hunk there": reject,
    "the SHA-256 of that file, which each new content needs": hash,
  };
}

async function measureManyFiles(options: SuiteOptions): Promise<Values> {
  const files = createManyFiles(options);
  const opened = await openMemoryReview(mapTexts(files, ({ lines }) => lines.join("")));
  const { folder, review, agent } = opened;
  const changed = mapTexts(files, applyEdits);
  await agent.beginTurn();
  const endCommand = agent.runCommand();
  const tellWatchers = folder.write(changed);
  collectGarbage();
  const start = clock.now();
  tellWatchers();
  await whenSeen(review);
  const milliseconds = (clock.now() - start) / 1000;
  endCommand();
  await agent.endTurn();
  checkHunks(review, countPlaces(files));
  const sent = countSentBytes(review);
  const saved = await opened.save();
  return {
    "200 files × 400 lines changed at once": milliseconds,
    "saved state of 200 files with 991 hunks": Buffer.byteLength(saved) / 1000,
    "the same, as sent to another window": sent / 1000,
  };
}

/** Returns the size of the first message to a window. */
function countSentBytes(review: Review): number {
  const link = createPausableLink();
  link.pause();
  const stop = serveReview(link.host, review);
  stop();
  return link.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Measures the rejection of files on the disk. The times are those of the clock. */
async function measureDisk(options: SuiteOptions): Promise<Values> {
  const files = createManyFiles(options);
  const original = mapTexts(files, ({ lines }) => lines.join(""));
  const changed = mapTexts(files, applyEdits);
  const disk = createDiskFolder(original);
  try {
    const review = await openReview(disk);
    const agent = createReviewedAgent(disk.folder, review);
    await agent.beginTurn();
    const endCommand = agent.runCommand();
    await writeFiles(disk.folder, changed);
    await review.flush();
    endCommand();
    await agent.endTurn();
    checkHunks(review, countPlaces(files));
    collectGarbage();
    const reject = await timeDisk(async () => checkDone(await review.reject("all")));
    await review.close();
    const write = await timeDisk(() => writeFiles(disk.folder, changed));
    return {
      "rejecting 200 files on the disk": reject,
      "the same, relative to writing them": reject / write,
    };
  } finally {
    removeDiskFolder(disk);
  }
}

/** Measures snapshots with git. Each is compared with `git status` in the same round. */
async function measureSnapshots(options: SuiteOptions): Promise<Figure[]> {
  const files = Array.from({ length: scaleCount(TREE.files, options.scale) }, (_, index) => {
    const part = Math.floor(index / TREE.perFolder);
    return [`part-${part % 20}/folder-${part}/file-${index}.ts`, `export const id = ${index};\n`];
  });
  const texts = new Map(files.map(([path = "", text = ""]) => [path, text]));
  const disk = createDiskFolder(texts);
  let version = 0;
  try {
    // Files as new as the index are read by each command.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    runGit(disk.folder, "status");
    const few = [...texts.keys()].slice(0, TREE.changes);
    return await measureRounds("snapshots", options, async () => {
      version++;
      return measureTree(disk, new Map(few.map((path) => [path, `// ${version}\n`])), version);
    });
  } finally {
    removeDiskFolder(disk);
  }
}

async function measureTree(
  { folder, dataDir }: DiskFolder,
  changes: ReadonlyMap<string, string>,
  round: number,
): Promise<Values> {
  const dir = join(dataDir, String(round));
  const snapshots = await gitSnapshots(folder, dir);
  const status = await timeDisk(async () => runGit(folder, "status", "--porcelain"));
  const first = await timeDisk(() => snapshots.take());
  // Objects are copied in the background, and the next snapshot waits for that.
  await snapshots.take();
  await writeFiles(folder, changes);
  const statusAfter = await timeDisk(async () => runGit(folder, "status", "--porcelain"));
  const after = await timeDisk(() => snapshots.take());
  rmSync(dir, { recursive: true, force: true });
  return {
    "first snapshot of 50,000 files, relative to git status": first / status,
    "snapshot after 10 changes there, relative to git status": after / statusAfter,
  };
}

/** Resolves with the time of the clock, in ms. */
async function timeDisk(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function createManyFiles({ scale }: SuiteOptions): ReadonlyMap<string, EditedText> {
  return createEditedFiles(
    scaleCount(MANY.files, scale),
    MANY.lines,
    scaleCount(MANY.hunks, scale),
  );
}

function mapTexts(
  files: ReadonlyMap<string, EditedText>,
  toText: (file: EditedText) => string,
): ReadonlyMap<string, string> {
  return new Map([...files].map(([path, file]) => [path, toText(file)]));
}

function countPlaces(files: ReadonlyMap<string, EditedText>): number {
  return [...files.values()].reduce((sum, { places }) => sum + places.length, 0);
}

function hunkIdsOf(review: Review): readonly string[] {
  return (
    review
      .getState()
      .files.get(PATH)
      ?.hunks.map(({ hunkId }) => hunkId) ?? []
  );
}

function checkHunks(review: Pick<Review, "getState">, expected: number): void {
  const { files } = review.getState();
  const hunks = [...files.values()].flatMap((file) => file.hunks);
  const known = hunks.filter((hunk) => !hunk.protected);
  if (hunks.length === expected && known.length === expected) return;
  throw new Error(`The review has ${hunks.length} hunks, ${known.length} with a known author.`);
}

function checkDone({ outcomes }: ReviewResult): void {
  for (const [path, outcome] of outcomes)
    if (outcome !== "done") throw new Error(`The outcome of ${path} is "${outcome}".`);
}
