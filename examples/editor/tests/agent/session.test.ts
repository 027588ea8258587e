import { once } from "node:events";
import { methods } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { writeSampleProject } from "../../agent/sampleProject.js";
import { startAgent, type Answer } from "../support/probe.js";
import { temporaryFolder } from "../support/programs.js";
import { isCommandOutput, outcomes, spoken } from "../support/updates.js";

const never: Answer = () => new Promise(() => {});
/** Slow enough that the command cannot end by itself within a test. */
const REAL_TIME = 5;

async function start(answer?: Answer, speed?: number) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const probe = await startAgent(answer, speed);
  return { ...probe, cwd, sessionId: await probe.newSession(cwd) };
}

it("cancels a command that runs", async () => {
  const { prompt, cancel, seen, updates, sessionId } = await start(undefined, REAL_TIME);
  const turn = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await cancel(sessionId);
  expect(await turn).toMatchObject({ stopReason: "cancelled" });
  expect(outcomes(updates)).toEqual(["execute failed"]);
});

it("cancels a turn that waits for an answer", async () => {
  const { prompt, cancel, updates, sessionId } = await start(async () => {
    await cancel(sessionId);
    return new Promise(() => {});
  });
  expect(await prompt(sessionId, "Mend the cart")).toMatchObject({ stopReason: "cancelled" });
  expect(outcomes(updates)).toEqual(["read completed", "read completed", "edit failed"]);
});

it("takes a cancelled permission as a cancelled turn", async () => {
  const { prompt, sessionId } = await start(() => ({ outcome: { outcome: "cancelled" } }));
  expect(await prompt(sessionId, "Mend the cart")).toMatchObject({ stopReason: "cancelled" });
});

it("answers again after a cancelled turn", async () => {
  const { prompt, updates, sessionId } = await start(() => ({ outcome: { outcome: "cancelled" } }));
  await prompt(sessionId, "Mend the cart");
  expect(await prompt(sessionId, "Are you there?")).toMatchObject({ stopReason: "end_turn" });
  expect(spoken(updates)).toContain("> Are you there?");
});

it("asks nothing in auto mode", async () => {
  const { agent, prompt, permissions, updates, sessionId } = await start(never);
  await agent.request(methods.agent.session.setMode, { sessionId, modeId: "auto" });
  expect(updates).toContainEqual({ sessionUpdate: "current_mode_update", currentModeId: "auto" });
  await prompt(sessionId, "Mend the cart");
  expect(permissions).toHaveLength(0);
});

it("refuses an unknown mode and session", async () => {
  const { agent, prompt, sessionId } = await start();
  const setMode = agent.request(methods.agent.session.setMode, { sessionId, modeId: "yolo" });
  await expect(setMode).rejects.toMatchObject({ code: -32602 });
  await expect(prompt("nobody", "Hello")).rejects.toMatchObject({ code: -32002 });
});

it("refuses a second prompt while one runs", async () => {
  const { prompt, cancel, seen, sessionId } = await start(undefined, REAL_TIME);
  const first = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await expect(prompt(sessionId, "And now?")).rejects.toMatchObject({ code: -32600 });
  await cancel(sessionId);
  await first;
});

it("keeps sessions apart", async () => {
  const { newSession, prompt, cancel, seen, cwd, sessionId } = await start(undefined, REAL_TIME);
  const other = await newSession(cwd);
  const running = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  expect(await prompt(other, "/fail")).toMatchObject({ stopReason: "end_turn" });
  await cancel(sessionId);
  expect(await running).toMatchObject({ stopReason: "cancelled" });
});

it("cancels the turn of a session that is closed", async () => {
  const { agent, prompt, seen, sessionId } = await start(undefined, REAL_TIME);
  const turn = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await agent.request(methods.agent.session.close, { sessionId });
  expect(await turn).toMatchObject({ stopReason: "cancelled" });
});

it("ends with its stdin, in the middle of a command", async () => {
  const { child, prompt, seen, sessionId } = await start(undefined, REAL_TIME);
  prompt(sessionId, "/long 600").catch(() => {});
  await seen(isCommandOutput);
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("counts as long as a prompt says", async () => {
  const { prompt, updates, sessionId } = await start();
  await prompt(sessionId, "/long 3");
  expect(JSON.stringify(updates)).toContain("tick 3 of 3");
  expect(outcomes(updates)).toEqual(["execute completed"]);
});

it("says so where the sample project is missing", async () => {
  const { newSession, prompt, updates } = await start();
  await prompt(await newSession(await temporaryFolder()), "Mend the cart");
  expect(spoken(updates)).toContain("know one project only");
});
