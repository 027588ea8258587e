import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder, fixtureCommand } from "./support/program.js";
import { createReviewedFolder, textWith } from "./support/reviewedFolder.js";
import { startOnScreen } from "./support/screen.js";

const CTRL_C = "\u0003";
const QUESTION = "1 of 2 [k,r,K,R,u,n,p,w,q,?]:";

async function startInFolder(columns?: number, rows?: number, ...moreArgs: string[]) {
  const folder = await createReviewedFolder();
  const size = columns && rows ? { columns, rows } : {};
  const program = startOnScreen([...folder.args, ...moreArgs], size);
  await program.waitFor("Type /help");
  return { ...program, ...folder };
}

it.each([
  [80, 24],
  [40, 8],
])("keeps and rejects with a key on %i × %i", async (columns, rows) => {
  const { type, waitFor, readText } = await startInFolder(columns, rows);
  type("edit a.txt\r");
  await waitFor("— end_turn");
  type("/review\r");
  await waitFor("1 of 2 [k,r,K,R,u,n,p,w,");
  type("r");
  await waitFor("→ rejected 1 change");
  await waitFor("1 of 1 [k,r,K,R,u,n,p,w,");
  type("k");
  await waitFor("1 kept, 1 rejected");
  expect(await readText()).toBe(textWith({ 9: "agent 9" }));
});

it.each([
  [80, 24],
  [40, 8],
])("shows a change of 2,000 lines page by page on %i × %i", async (columns, rows) => {
  const { type, waitFor, screen } = await startInFolder(columns, rows);
  type("fill b.txt\r");
  await waitFor("— end_turn");
  type("/review\r");
  await waitFor("1 of 1 [k,r,K,R,u,n,p,w,m,q,?]:");
  const listShown = (): number[] =>
    Array.from(screen().matchAll(/^\+long (\d+)$/gm), ([, line]) => Number(line));
  const first = listShown().length;
  // The last row of the screen is empty.
  const visible = screen()
    .split("\n")
    .slice(1 - rows);
  expect(visible.join("\n")).toContain("Change 1 of 1 in b.txt:1");
  expect(visible.join("\n")).toContain(`+long ${first}\n… ${2000 - first} more lines`);
  type("m");
  await waitFor(`+long ${first + 1}\n`);
  await waitFor("m,q,?]:");
  const both = listShown();
  expect(both).toEqual(both.map((_line, index) => index + 1));
  type("K");
  await waitFor("1 kept, 0 rejected");
});

it("rejects a change at the end of the turn while the agent works", async () => {
  const { type, waitFor, waitUntil, readText, screen } = await startInFolder();
  type("work a.txt\r");
  await expect.poll(readText).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
  await waitFor("Working");
  type("/review\r");
  await waitFor(QUESTION);
  type("r");
  await waitFor("the agent is working: 1 change will be rejected when its turn ends");
  await waitFor("2 of 2 [k,r,K,R,u,n,p,w,q,?]:");
  type("u");
  await waitFor("→ not rejected: 1 change");
  await waitFor(QUESTION);
  type("r");
  await waitUntil((shown) => shown.split("will be rejected").length === 3, "Rejected again");
  await waitFor("2 of 2 [");
  type("q");
  await waitFor("0 kept, 0 rejected, 1 rejected when the turn ends, 1 undecided.");
  expect(await readText()).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
  type(CTRL_C);
  await waitFor("— cancelled");
  await expect.poll(readText).toBe(textWith({ 9: "agent 9" }));
  expect(screen()).not.toContain("Not restored");
});

it("names a running command as the author of its changes", async () => {
  const { type, waitFor, readText } = await startInFolder();
  const signalFile = join(await createTemporaryFolder(), "go");
  type(`command a.txt ${signalFile}\r`);
  await waitFor("… execute sed");
  await writeFile(signalFile, "");
  await expect.poll(readText).toContain("agent 9");
  type("/review\r");
  await waitFor("Change 1 of 2 in a.txt:2 · command");
});

it("shows the question of the review again after a permission was answered", async () => {
  const { type, waitFor, waitUntil, screen, readText } = await startInFolder();
  const signalFile = join(await createTemporaryFolder(), "go");
  type(`ask a.txt ${signalFile}\r`);
  await expect.poll(readText).toBe(textWith({ 2: "agent 2", 9: "agent 9" }));
  await waitFor("Working");
  type("/review\r");
  await waitFor(QUESTION);
  await writeFile(signalFile, "");
  await waitFor("1–3:");
  expect(screen()).not.toContain(QUESTION);
  type("1");
  await waitFor("→ Allow");
  await waitUntil((shown) => shown.endsWith(QUESTION), "The question of the review");
  await waitFor("— end_turn");
  type("r");
  // The review may still read the last changes of the turn. Then it rejects the change after that.
  await expect.poll(readText).toBe(textWith({ 9: "agent 9" }));
});

it("keeps the question at the bottom while the agent prints", async () => {
  const { type, waitFor, waitUntil, screen } = await startInFolder();
  const lastCall = (shown: string): number =>
    Math.max(0, ...Array.from(shown.matchAll(/Call (\d+)/g), ([, count]) => Number(count)));
  type("talk a.txt\r");
  await waitFor("Call 3");
  type("/review\r");
  await waitFor(QUESTION);
  const last = lastCall(screen());
  // The question is gone for a moment while the screen is drawn.
  await waitUntil((shown) => {
    const [above = "", ...below] = shown.split(QUESTION);
    return lastCall(above) >= last + 10 && below.join() === "" && below.length === 1;
  }, "The question below later calls");
  type("k");
  await waitFor("→ kept 1 change");
  await expect.poll(screen).toMatch(/1 of 1 \[k,r,K,R,u,n,p,w,q,\?\]:$/);
});

it("leaves the review when another agent is shown", async () => {
  const { type, waitFor, screen } = await startInFolder(
    ...[80, 24],
    ...["--agent", `back=${fixtureCommand("editingAgent.mjs")}`],
  );
  type("edit a.txt\r");
  await waitFor("— end_turn");
  type("/review\r");
  await waitFor(QUESTION);
  type("\t");
  await waitFor("── back");
  await waitFor("0 kept, 0 rejected, 2 undecided.");
  expect(screen()).not.toContain(QUESTION);
});
