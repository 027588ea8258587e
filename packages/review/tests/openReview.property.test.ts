import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFileContent, toContentId } from "@acp-store/client/node";
import { splitLines } from "@acp-store/core/diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ReviewedFile, ReviewResult } from "../src/engine/reviewState.js";
import type { NodeReview } from "../src/node/openReview.js";
import { runGit } from "./support/folders.js";
import { applyLineEdits, type LineEdit, lineEdits } from "./support/lineEdits.js";
import { type ConnectedAgent, openProject, type OpenTurn } from "./support/openProject.js";

const START: Readonly<Record<string, string>> = {
  "a.txt": "\uFEFFone\r\ntwo\r\nthree\r\nfour\nfive\nsix\nseven\neight",
  "src/b.txt": "x\nx\ny\nx\n\nx\ny\n}\n}\n",
  "data.bin": "\0\u0001\u0002\0",
};
const PATHS = [...Object.keys(START), "src/new.txt"];
const AGENTS = ["", "other"];
const ALL = ["user", "unknown"] as const;

/** Steps in which an agent or the user changes a file. The user says so, except in `userSaves`. */
const EDITS = [
  "agentWrites",
  "agentEdits",
  "agentRuns",
  "agentChanges",
  "agentDeletes",
  "userEdits",
  "userEdits",
  "userSaves",
  "userDeletes",
] as const;
const DECISIONS = [
  "keepHunk",
  "rejectHunk",
  "keepFile",
  "rejectFile",
  "keepTurn",
  "rejectTurn",
  "keepAll",
  "rejectAll",
  "undo",
  "redo",
  "restore",
] as const;
const OTHERS = ["endTurn", "endTurn", "reopen", "interrupt"] as const;
const KINDS = [...EDITS, ...EDITS, ...DECISIONS, ...OTHERS];

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly agent: number;
  readonly edits: readonly LineEdit[];
  readonly pick: number;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    path: fc.constantFrom(...PATHS),
    agent: fc.nat(1),
    edits: lineEdits,
    pick: fc.nat(60),
  }) satisfies fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 12 },
);

/** Returns the numbered lines of the user (`U`), of the user who did not say so (`V`), or of agents (`A`). */
function numberedLines(text: string | null | undefined, author: "U" | "V" | "A"): Set<string> {
  return new Set((text ?? "").match(new RegExp(`${author}\\d+\\.`, "g")));
}

/** Runs steps in a project with real files, git and turns, and checks after each what must always hold. */
async function run(all: readonly Step[]): Promise<void> {
  const project = await openProject(START);
  const { folder, text, write, tree } = project;
  let { review }: { review: NodeReview } = project;
  let agents: readonly ConnectedAgent[] = [project, await project.connect("other")];
  const turns = new Map<number, OpenTurn>();
  const gitState = (): string =>
    runGit(folder, "rev-parse", "HEAD") + runGit(folder, "ls-files", "--stage");
  const gitBefore = gitState();
  let lines = 0;
  const numberLine = (): number => ++lines;
  /** The user's lines that nobody was told to remove, by path. */
  const live = new Map<string, string>();
  /** The lines that the user wrote in turns without saying so, by path. */
  const saved = new Map<string, string>();
  /** The lines of agents that the user has accepted. */
  const accepted = new Set<string>();
  /** The number of the last line when an action was carried out. */
  const lastLines = new Map<string, number>();
  /** The folder at each checkpoint. */
  const checkpoints = new Map<string, string>();
  let hasAgentEdited = false;

  const rows = (): string =>
    JSON.stringify(
      [...review.getState().files.values()]
        .map((file) => ({ ...file, revision: 0 }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  const files = (): string => JSON.stringify(tree());
  const baseOf = async (path: string): Promise<string | null> => (await review.texts(path)).base;

  async function beginTurn(agent: number): Promise<OpenTurn> {
    const open = turns.get(agent);
    if (open !== undefined) return open;
    const feedbackOf = (): string | undefined =>
      review
        .getState()
        .feedback.find(
          (each) => each.agentId === AGENTS[agent] && each.sessionId === agents[agent]?.sessionId,
        )?.text;
    const feedback = feedbackOf();
    const before = files();
    const known = new Set(review.getState().checkpoints.map((each) => each.checkpointId));
    const turn = await agents[agent]?.begin("Work");
    if (turn === undefined) throw new Error("There is no such agent.");
    turns.set(agent, turn);
    await review.flush();
    // A rejection is told once.
    if (feedback === undefined) expect(turn.turn.text).toBe("Work");
    else expect(turn.turn.text).toContain(feedback);
    expect(feedbackOf()).toBeUndefined();
    for (const { checkpointId, late } of review.getState().checkpoints)
      if (!known.has(checkpointId) && !late) checkpoints.set(checkpointId, before);
    return turn;
  }

  async function editAsAgent({ kind, path, agent, edits }: Step): Promise<void> {
    const { turn, tools } = await beginTurn(agent);
    const before = text(path);
    const after = applyLineEdits(before, edits, "A", numberLine);
    hasAgentEdited = true;
    if (kind === "agentWrites") await tools.writeThroughClient(path, after);
    else if (kind === "agentChanges") write(path, after);
    else if (kind === "agentRuns") {
      const copy = join(folder, "..", "copy");
      writeFileSync(copy, after);
      await tools.run(`cp ../copy ${path}`);
    } else if (kind === "agentDeletes") {
      if (before !== undefined) await tools.run(`rm ${path}`);
    } else {
      const diff = { type: "diff" as const, path: join(folder, path), ...excerpt(before, after) };
      const call = await turn.call({ title: "Edit", kind: "edit", content: [diff] });
      write(path, after);
      await call.complete();
    }
  }

  async function editAsUser({ kind, path, edits }: Step): Promise<void> {
    if (path === "data.bin") return;
    const isTold = kind !== "userSaves";
    if (!isTold && turns.size === 0) return;
    const before = text(path);
    const author = isTold ? "U" : "V";
    const after = kind === "userDeletes" ? null : applyLineEdits(before, edits, author, numberLine);
    if (before === undefined && after === null) return;
    write(path, after);
    const [old, own] = [numberedLines(before, author), numberedLines(after, author)];
    if (!isTold) for (const line of own) saved.set(line, path);
    else {
      for (const line of old) if (!own.has(line)) live.delete(line);
      for (const line of own) if (!old.has(line)) live.set(line, path);
      if (after === null) for (const [line, of] of live) if (of === path) live.delete(line);
      if (turns.size > 0) await review.userEdited(path);
    }
  }

  /** Returns the user's lines that are in neither the file nor the base. */
  async function listLost(): Promise<string[]> {
    const lost: string[] = [];
    for (const path of PATHS) {
      const here = [...live].filter(([, of]) => of === path).map(([line]) => line);
      if (here.length === 0) continue;
      const found = numberedLines(`${text(path) ?? ""}${await baseOf(path)}`, "U");
      lost.push(...here.filter((line) => !found.has(line)));
    }
    return lost;
  }

  /** Takes what is in the bases as accepted, and forgets the user's lines that are gone. */
  async function takeDecision(isLater: (line: string) => boolean = () => false): Promise<void> {
    for (const path of PATHS)
      for (const line of numberedLines(await baseOf(path), "A")) accepted.add(line);
    const lost = await listLost();
    expect(lost.filter(isLater)).toEqual([]);
    for (const line of lost) live.delete(line);
  }

  /** Carries out a decision. If `pick` is odd, undoes and repeats it. */
  async function decide(
    pick: number,
    action: () => Promise<ReviewResult>,
    isAllowed: "all" | "protected" | "keep",
  ): Promise<void> {
    const stats = describeFiles(folder);
    const [filesBefore, rowsBefore] = [files(), rows()];
    const onDisk = [...live].filter(([line, path]) => text(path)?.includes(line));
    const { actionId } = await action();
    lastLines.set(actionId, lines);
    if (isAllowed === "keep") expect(describeFiles(folder)).toEqual(stats);
    if (isAllowed === "protected")
      expect(onDisk.filter(([line, path]) => !text(path)?.includes(line))).toEqual([]);
    if (isAllowed === "protected") expect(await listLost()).toEqual([]);
    const hasActed = review.getState().undo.at(-1)?.actionId === actionId;
    if (!hasActed) expect([files(), rows()]).toEqual([filesBefore, rowsBefore]);
    else if (pick % 2 === 1) {
      const [filesAfter, rowsAfter] = [files(), rows()];
      await review.undo();
      expect([files(), rows()]).toEqual([filesBefore, rowsBefore]);
      await review.redo();
      expect([files(), rows()]).toEqual([filesAfter, rowsAfter]);
    }
    await takeDecision();
  }

  async function decideHunk({ kind, path, pick }: Step): Promise<void> {
    const file = review.getState().files.get(path);
    const hunk = file?.hunks[pick % Math.max(file.hunks.length, 1)];
    if (file === undefined || hunk === undefined) return;
    const target = { path, hunkId: hunk.hunkId, revision: file.revision };
    const before = await describeHunks(file);
    const index = file.hunks.indexOf(hunk);
    const keep = (): Promise<ReviewResult> => review.keep(target);
    const reject = (): Promise<ReviewResult> =>
      review.reject(target, { include: ALL, when: "now" });
    if (kind === "keepHunk") await decide(pick, keep, "keep");
    else await decide(pick, reject, "all");
    const after = review.getState().files.get(path);
    expect(after === undefined ? [] : await describeHunks(after)).toEqual(
      before.toSpliced(index, 1),
    );
  }

  /** Returns the texts and authors of the hunks, which another decision leaves alone. */
  async function describeHunks(file: ReviewedFile): Promise<readonly string[]> {
    const { base, current } = await review.texts(file.path);
    const [old, now] = [splitLines(base ?? ""), splitLines(current ?? "")];
    return file.hunks.map((hunk) =>
      JSON.stringify([
        old.slice(...hunk.base),
        now.slice(...hunk.current),
        hunk.origins.map(({ lines: [start, end], by }) => [
          start - hunk.current[0],
          end - start,
          by,
        ]),
      ]),
    );
  }

  async function restore(pick: number): Promise<void> {
    const { checkpoints: known } = review.getState();
    const checkpoint = known[pick % Math.max(known.length, 1)];
    if (checkpoint === undefined || turns.size > 0) return;
    const scope = pick % 4 < 2 ? "all" : "session";
    const plan = await review.planRestore(checkpoint.checkpointId, { scope });
    const left = plan.leftAlone.map(({ path }) => [path, text(path)]);
    const act = async (): Promise<ReviewResult> => {
      const result = await review.restore(plan);
      expect([...result.outcomes.values()].filter((each) => each !== "done")).toEqual([]);
      const before = checkpoints.get(checkpoint.checkpointId);
      if (scope === "all" && before !== undefined) expect(files()).toBe(before);
      expect(plan.leftAlone.map(({ path }) => [path, text(path)])).toEqual(left);
      return result;
    };
    await decide(pick, act, "all");
  }

  async function takeBack(kind: "undo" | "redo"): Promise<void> {
    const last = review.getState()[kind].at(-1);
    if (last === undefined) return;
    const lastLine = lastLines.get(last.actionId) ?? 0;
    await review[kind]();
    lastLines.set(last.actionId, lines);
    await takeDecision((line) => Number(line.slice(1, -1)) > lastLine);
  }

  async function endTurn(agent: number): Promise<void> {
    const turn = turns.get(agent);
    turns.delete(agent);
    const isQueued = review.getState().queued.length > 0;
    await turn?.end();
    if (!isQueued) return;
    await review.flush();
    await takeDecision();
  }

  async function reopen(isInterrupted: boolean, { path, edits }: Step): Promise<void> {
    if (!isInterrupted) for (const agent of AGENTS.keys()) await endTurn(agent);
    await review.flush();
    const describe = (): unknown => {
      const { undo, redo, turns: ended, checkpoints: known, feedback, queued } = review.getState();
      return [rows(), undo, redo, ended, known, feedback, queued];
    };
    const before = describe();
    await review.close();
    if (turns.size > 0 && isInterrupted) {
      write(path, applyLineEdits(text(path), edits, "A", numberLine));
      hasAgentEdited = true;
    }
    for (const turn of turns.values()) await turn.end();
    for (const { agent } of agents) await agent.close();
    review = await project.reopen();
    if (turns.size === 0) expect(describe()).toEqual(before);
    turns.clear();
    agents = await Promise.all(AGENTS.map((agentId) => project.connect(agentId, review)));
  }

  async function takeStep(step: Step): Promise<void> {
    const { kind, path, agent, pick } = step;
    const include = pick % 3 === 0 ? ALL : pick % 3 === 1 ? (["unknown"] as const) : [];
    const options = { include, when: pick % 4 < 2 ? ("now" as const) : ("turn-end" as const) };
    const isAllowed = include === ALL ? "all" : "protected";
    const { turns: ended } = review.getState();
    const target = { turnId: ended[pick % Math.max(ended.length, 1)]?.turnId ?? "" };
    switch (kind) {
      case "userEdits":
      case "userSaves":
      case "userDeletes":
        return editAsUser(step);
      case "keepHunk":
      case "rejectHunk":
        return decideHunk(step);
      case "keepFile":
        return decide(pick, () => review.keep({ path }), "keep");
      case "keepTurn":
        return decide(pick, () => review.keep(target), "keep");
      case "keepAll":
        return decide(pick, () => review.keep("all"), "keep");
      case "rejectFile":
        return decide(pick, () => review.reject({ path }, options), isAllowed);
      case "rejectTurn":
        return decide(pick, () => review.reject(target, options), isAllowed);
      case "rejectAll":
        return decide(pick, () => review.reject("all", options), isAllowed);
      case "undo":
      case "redo":
        return takeBack(kind);
      case "restore":
        return restore(pick);
      case "endTurn":
        return endTurn(agent);
      case "reopen":
      case "interrupt":
        return reopen(kind === "interrupt", step);
      default:
        return editAsAgent(step);
    }
  }

  async function check(): Promise<void> {
    await review.flush();
    if (!hasAgentEdited && saved.size === 0) expect(review.getState().files.size).toBe(0);
    for (const file of review.getState().files.values()) {
      const onDisk = await readFileContent(folder, file.path);
      expect(file.current).toBe(toContentId(onDisk?.bytes ?? null));
      const { base, current } = await review.texts(file.path);
      if (file.kind === "text" && file.change === "modify")
        expect(applyHunks(file, base ?? "", current ?? "")).toBe(current);
    }
    expect(await listLost()).toEqual([]);
    for (const path of PATHS) {
      const unasked = [...numberedLines(await baseOf(path), "A")];
      expect(unasked.filter((line) => !accepted.has(line))).toEqual([]);
    }
    for (const [line, path] of saved) {
      if (text(path)?.includes(line)) continue;
      const versions = await review.versions(path);
      expect(versions.filter((version) => version.text?.includes(line))).not.toEqual([]);
    }
  }

  for (const step of all) {
    await takeStep(step);
    await check();
  }
  for (const agent of AGENTS.keys()) await endTurn(agent);
  await check();

  // Rejecting everything gives the base, byte for byte.
  const known = [...review.getState().files.values()];
  await review.reject("all", { include: ALL });
  for (const { path, base } of known) {
    const onDisk = await readFileContent(folder, path);
    expect([path, toContentId(onDisk?.bytes ?? null)]).toEqual([path, base]);
  }
  expect(review.getState().files.size).toBe(0);
  expect(gitState()).toBe(gitBefore);
  for (const { agent } of agents) await agent.close();
  await review.close();
  rmSync(folder, { recursive: true });
}

/** Returns the changed lines of a text with a line around them, as agents report them. */
function excerpt(before: string | undefined, after: string) {
  const [old, now] = [splitLines(before ?? ""), splitLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const shorter = Math.min(old.length, now.length) - start;
  while (end < shorter && old.at(-1 - end) === now.at(-1 - end)) end++;
  const cut = (lines: readonly string[]): string =>
    lines.slice(Math.max(start - 1, 0), lines.length - Math.max(end - 1, 0)).join("");
  return { oldText: before === undefined ? null : cut(old), newText: cut(now) };
}

/** Applies the hunks of a file to its base. */
function applyHunks({ hunks }: ReviewedFile, base: string, current: string): string {
  const [old, now] = [splitLines(base), splitLines(current)];
  const lines: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const [[start, end], [first, last]] = [hunk.base, hunk.current];
    lines.push(...old.slice(at, start), ...now.slice(first, last));
    at = Math.max(at, end);
  }
  return [...lines, ...old.slice(at)].join("");
}

/** Describes the files as the system knows them: a file that was written again has another inode. */
function describeFiles(folder: string): unknown {
  return PATHS.map((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false, bigint: true });
    return [path, stats?.ino, stats?.mtimeNs];
  });
}

it("loses no line of the user and no decision over real files, git and turns", async () => {
  const numRuns = Number(process.env["ACP_PROJECT_RUNS"] ?? 30);
  const property = fc.asyncProperty(steps, run);
  // A failure is shortened until the time is up, so that the test always ends with an example.
  const limits = {
    timeout: 60_000,
    interruptAfterTimeLimit: 240_000,
    markInterruptAsFailure: true,
  };
  await expect(fc.assert(property, { numRuns, ...limits })).resolves.toBeUndefined();
});
