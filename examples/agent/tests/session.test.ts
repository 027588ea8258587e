import { once } from "node:events";
import { methods } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { writeSampleProject } from "../src/sampleProject.js";
import { startAgent, type Answer } from "./support/probe.js";
import { temporaryFolder } from "./support/programs.js";
import { isCommandOutput, outcomes, collectMessageText } from "./support/updates.js";

const neverAnswer: Answer = () => new Promise(() => {});
/** Slow enough that the command does not finish during a test. */
const SLOW_SPEED = 5;

async function startSession(answer?: Answer, speed?: number) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const probe = await startAgent(answer, speed);
  return { ...probe, cwd, sessionId: await probe.newSession(cwd) };
}

it("cancels a running command", async () => {
  const { prompt, cancel, seen, updates, sessionId } = await startSession(undefined, SLOW_SPEED);
  const turn = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await cancel(sessionId);
  expect(await turn).toMatchObject({ stopReason: "cancelled" });
  expect(outcomes(updates)).toEqual(["execute failed"]);
});

it("cancels a turn that is waiting for a permission", async () => {
  const { prompt, cancel, updates, sessionId } = await startSession(async () => {
    await cancel(sessionId);
    return new Promise(() => {});
  });
  expect(await prompt(sessionId, "Fix the cart")).toMatchObject({ stopReason: "cancelled" });
  expect(outcomes(updates)).toEqual(["read completed", "read completed", "edit failed"]);
});

it("cancels the turn when its permission request is cancelled", async () => {
  const { prompt, sessionId } = await startSession(() => ({ outcome: { outcome: "cancelled" } }));
  expect(await prompt(sessionId, "Fix the cart")).toMatchObject({ stopReason: "cancelled" });
});

it("answers the next prompt after a cancelled turn", async () => {
  const { prompt, updates, sessionId } = await startSession(() => ({
    outcome: { outcome: "cancelled" },
  }));
  await prompt(sessionId, "Fix the cart");
  expect(await prompt(sessionId, "Are you there?")).toMatchObject({ stopReason: "end_turn" });
  expect(collectMessageText(updates)).toContain("> Are you there?");
});

it("asks for no permission in auto mode", async () => {
  const { agent, prompt, permissions, updates, sessionId } = await startSession(neverAnswer);
  await agent.request(methods.agent.session.setMode, { sessionId, modeId: "auto" });
  expect(updates).toContainEqual({ sessionUpdate: "current_mode_update", currentModeId: "auto" });
  await prompt(sessionId, "Fix the cart");
  expect(permissions).toHaveLength(0);
});

it("rejects an unknown mode and an unknown session", async () => {
  const { agent, prompt, sessionId } = await startSession();
  const setMode = agent.request(methods.agent.session.setMode, { sessionId, modeId: "yolo" });
  await expect(setMode).rejects.toMatchObject({ code: -32602 });
  await expect(prompt("nobody", "Hello")).rejects.toMatchObject({ code: -32002 });
});

it("rejects a second prompt while a turn is running", async () => {
  const { prompt, cancel, seen, sessionId } = await startSession(undefined, SLOW_SPEED);
  const first = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await expect(prompt(sessionId, "And now?")).rejects.toMatchObject({ code: -32600 });
  await cancel(sessionId);
  await first;
});

it("runs turns in two sessions independently", async () => {
  const { newSession, prompt, cancel, seen, cwd, sessionId } = await startSession(
    undefined,
    SLOW_SPEED,
  );
  const other = await newSession(cwd);
  const running = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  expect(await prompt(other, "/fail")).toMatchObject({ stopReason: "end_turn" });
  await cancel(sessionId);
  expect(await running).toMatchObject({ stopReason: "cancelled" });
});

it("cancels the running turn when its session is closed", async () => {
  const { agent, prompt, seen, sessionId } = await startSession(undefined, SLOW_SPEED);
  const turn = prompt(sessionId, "/long 600");
  await seen(isCommandOutput);
  await agent.request(methods.agent.session.close, { sessionId });
  expect(await turn).toMatchObject({ stopReason: "cancelled" });
});

it("exits when its stdin ends during a command", async () => {
  const { child, prompt, seen, sessionId } = await startSession(undefined, SLOW_SPEED);
  prompt(sessionId, "/long 600").catch(() => {});
  await seen(isCommandOutput);
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("counts to the number in the prompt", async () => {
  const { prompt, updates, sessionId } = await startSession();
  await prompt(sessionId, "/long 3");
  expect(JSON.stringify(updates)).toContain("tick 3 of 3");
  expect(outcomes(updates)).toEqual(["execute completed"]);
});

it("explains that the sample project is missing", async () => {
  const { newSession, prompt, updates } = await startSession();
  await prompt(await newSession(await temporaryFolder()), "Fix the cart");
  expect(collectMessageText(updates)).toContain("only know the sample project");
});
