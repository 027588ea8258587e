import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder, startProgram } from "./support/program.js";
import { createReviewedFolder, textWith } from "./support/reviewedFolder.js";

const QUESTION = "next, previous, why, quit [k,r,K,R,u,n,p,w,q,?]";

async function startInFolder(env: Readonly<Record<string, string>> = {}) {
  const folder = await createReviewedFolder();
  const program = startProgram(folder.args, 1000, env);
  const { type, waitForLine } = program;
  await waitForLine("Type /help");
  return {
    ...program,
    ...folder,
    async prompt(text: string) {
      type(text);
      await waitForLine("— end_turn");
    },
    /** Enters a line when the review asks about a change. */
    async answer(line: string) {
      await waitForLine(QUESTION);
      type(line);
    },
  };
}

it("keeps one change of the agent, rejects another, and tells the agent with the next prompt", async () => {
  const { type, waitForLine, prompt, answer, readText, output } = await startInFolder();
  await prompt("edit a.txt");
  type("/review");
  expect(await waitForLine("Change 1 of 2")).toBe("Change 1 of 2 in a.txt:2 · agent");
  expect(await waitForLine("line 2")).toBe("-line 2");
  expect(await waitForLine("agent 2")).toBe("+agent 2");
  await answer("k");
  await waitForLine("→ kept 1 change");
  await waitForLine("Change 1 of 1 in a.txt:9 · agent");
  await answer("r");
  await waitForLine("→ rejected 1 change");
  await waitForLine("1 kept, 1 rejected; the agent is told with the next prompt.");
  expect(await readText()).toBe(textWith({ 2: "agent 2" }));
  await prompt("What now?");
  expect(output()).toContain("> What now?\n> The user has rejected these changes.");
  type("/review");
  await waitForLine("There is nothing to review.");
});

it("keeps and rejects all changes of a file", async () => {
  const { type, waitForLine, prompt, answer, readText, dir } = await startInFolder();
  await prompt("edit a.txt");
  await prompt("create b.txt");
  type("/review");
  await answer("R");
  await waitForLine("→ rejected 2 changes");
  await waitForLine("Change 1 of 1 in b.txt:1 · agent, new file");
  await answer("K");
  await waitForLine("1 kept, 2 rejected");
  expect(await readText()).toBe(textWith({}));
  expect(await readdir(dir)).toEqual(["a.txt", "b.txt"]);
});

it("goes to the next and the previous change, undoes a decision, and explains the keys", async () => {
  const { type, waitForLine, prompt, answer, readText } = await startInFolder();
  await prompt("edit a.txt");
  type("/review");
  await answer("n");
  await waitForLine("Change 2 of 2");
  await answer("p");
  await waitForLine("Change 1 of 2");
  await answer("p");
  await waitForLine("This is the first change.");
  await answer("u");
  await waitForLine("There is nothing to undo.");
  await answer("what?");
  await waitForLine("Enter one of k, r, K, R, u, n, p, w, q, ?.");
  type("?");
  await waitForLine("r  reject this change: the file gets its old lines");
  await answer("r");
  await waitForLine("Change 1 of 1 in a.txt:9");
  await answer("u");
  await waitForLine("→ undone: rejected changes in 1 file");
  await waitForLine("Change 1 of 2 in a.txt:2 · agent");
  await answer("q");
  await waitForLine("0 kept, 0 rejected, 2 undecided.");
  expect(await readText()).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
});

it("asks again before it rejects lines of the user", async () => {
  const { type, waitForLine, prompt, answer, readText, path } = await startInFolder();
  await prompt("edit a.txt");
  // Changes until the review has seen the end of the turn are of unknown origin.
  type("/review");
  await answer("q");
  await waitForLine("2 undecided");
  const mine = textWith({ 2: "my 2", 9: "agent 9" });
  // In one step, because the review would also see an empty file as the user's.
  const newFile = join(await createTemporaryFolder(), "a.txt");
  await writeFile(newFile, mine);
  await rename(newFile, path);
  type("/review");
  await waitForLine("Change 1 of 2 in a.txt:2 · you");
  await answer("r");
  await waitForLine(
    "? 1 change contains lines that are yours or of unknown origin. Reject it too?",
  );
  type("n");
  await waitForLine("→ left undecided");
  expect(await readText()).toBe(mine);
  await answer("R");
  await waitForLine("→ rejected 1 change");
  await waitForLine("? 1 change contains");
  expect(await readText()).toBe(textWith({ 2: "my 2" }));
  type("y");
  await waitForLine("0 kept, 2 rejected; the agent is told with the next prompt.");
  expect(await readText()).toBe(textWith({}));
});

it("says that nobody reported a change, and asks before it rejects all of a file", async () => {
  const { type, waitForLine, prompt, answer, readText } = await startInFolder();
  await prompt("secretly a.txt");
  type("/review");
  await waitForLine("Change 1 of 2 in a.txt:2 · unknown");
  await answer("r");
  await waitForLine("→ rejected 1 change");
  await answer("R");
  await waitForLine("? 1 change contains");
  type("y");
  await waitForLine("0 kept, 2 rejected.");
  expect(await readText()).toBe(textWith({}));
});

it("restores the files from before a turn, and undoes that", async () => {
  const { type, waitForLine, prompt, readText, dir } = await startInFolder();
  await prompt("edit a.txt");
  await prompt("create b.txt");
  type("/checkpoints");
  expect(await waitForLine("1  edit a.txt")).toContain(", 1 file");
  await waitForLine("2  create b.txt");
  await writeFile(join(dir, "c.txt"), "mine\n");
  type("/restore 7");
  await waitForLine('Checkpoint "7" was not found.');
  type("/restore 1");
  await waitForLine('The files from before "edit a.txt":');
  await waitForLine("  write   a.txt");
  await waitForLine("  delete  b.txt");
  await waitForLine("  leave   c.txt · changed by others only");
  await waitForLine("? Restore 2 files? [y,n]");
  type("n");
  await waitForLine("→ not restored");
  expect(await readdir(dir)).toEqual(["a.txt", "b.txt", "c.txt"]);
  type("/restore 1");
  await waitForLine("? Restore 2 files? [y,n]");
  type("y");
  await waitForLine("→ restored 2 files");
  expect(await readText()).toBe(textWith({}));
  expect(await readdir(dir)).toEqual(["a.txt", "c.txt"]);
  type("/undo");
  await waitForLine("→ undone: restored 2 files");
  expect(await readText()).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
  expect(await readFile(join(dir, "b.txt"), "utf8")).toBe("new\n");
});

it("works without a review while another program reviews the folder", async () => {
  const data = await createTemporaryFolder();
  const first = await startInFolder({ XDG_DATA_HOME: data });
  const second = startProgram(first.args, 1000, { XDG_DATA_HOME: data });
  await second.waitForLine("Changes of agents are not reviewed:");
  await second.waitForLine("Type /help");
  second.type("edit a.txt");
  await second.waitForLine("— end_turn");
  second.type("/review");
  await second.waitForLine("The changes in this folder are not reviewed.");
  expect(await first.readText()).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
});

it("offers the undecided changes again in the next run", async () => {
  const data = await createTemporaryFolder();
  const { type, prompt, args, exitCode } = await startInFolder({ XDG_DATA_HOME: data });
  await prompt("edit a.txt");
  type("/quit");
  expect(await exitCode).toBe(0);
  const next = startProgram(args, 1000, { XDG_DATA_HOME: data });
  next.type("/review");
  await next.waitForLine("Change 1 of 2 in a.txt:2 · agent");
});

it("leaves the review when the input ends", async () => {
  const { type, waitForLine, prompt, end, exitCode } = await startInFolder();
  await prompt("edit a.txt");
  type("/review");
  await waitForLine(QUESTION);
  end();
  await waitForLine("0 kept, 0 rejected, 2 undecided.");
  expect(await exitCode).toBe(0);
});

it("ends when it is terminated during a review", async () => {
  const { type, waitForLine, prompt, terminate, exitCode } = await startInFolder();
  await prompt("edit a.txt");
  type("/review");
  await waitForLine(QUESTION);
  terminate();
  expect(await exitCode).toBe(143);
});
