import { describe, expect, it } from "vitest";
import { writeSampleProject } from "../src/sampleProject.js";
import { temporaryFolder } from "./support/programs.js";
import { summarizeCalls, getSession, summarizeSession } from "./support/sessionSummary.js";
import {
  startAgentWithStore,
  VERSIONS,
  type AgentWithStoreOptions,
} from "./support/agentWithStore.js";

/** Slow enough that the command does not finish during a test. */
const SLOW_SPEED = { speed: 5 };

describe.each(VERSIONS)("version %i", (version) => {
  async function startSession(options?: AgentWithStoreOptions) {
    const cwd = await temporaryFolder();
    await writeSampleProject(cwd);
    const stored = await startAgentWithStore(version, options);
    return { ...stored, stored, cwd, sessionId: await stored.newSession(cwd) };
  }

  it("cancels a running command", async () => {
    const { store, stored, prompt, notify, until, sessionId } = await startSession(SLOW_SPEED);
    const turn = prompt(sessionId, "/long 600");
    await until(() => summarizeSession(stored, sessionId).outputs.join("").includes("tick 1"));
    store.cancelTurn(sessionId);
    await notify("session/cancel", { sessionId });
    expect(await turn).toBe("cancelled");
    expect(getSession(store, sessionId).activity).toBe("idle");
    expect(summarizeCalls(stored, sessionId)).toEqual([
      version === 1 ? "execute failed" : "execute cancelled",
    ]);
  });

  it("cancels a turn that is waiting for a permission", async () => {
    const { store, prompt, notify, until, sessionId } = await startSession({ policy: () => "ask" });
    const turn = prompt(sessionId, "Fix the cart");
    await until(() => getSession(store, sessionId).permissions.size === 1);
    if (version === 2) expect(getSession(store, sessionId).activity).toBe("requires_action");
    store.cancelTurn(sessionId);
    await notify("session/cancel", { sessionId });
    expect(await turn).toBe("cancelled");
    expect([...getSession(store, sessionId).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it("runs turns in two sessions independently and lists both", async () => {
    const { stored, newSession, prompt, request, cwd, sessionId } = await startSession();
    const other = await newSession(cwd);
    await Promise.all([prompt(sessionId, "/long 2"), prompt(other, "/fail")]);
    expect(summarizeCalls(stored, sessionId)).toEqual(["execute completed"]);
    expect(summarizeCalls(stored, other)).toEqual(["read failed"]);
    expect(await request("session/list", { cwd })).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({ sessionId, cwd, title: "/long 2" }),
        expect.objectContaining({ sessionId: other, cwd, title: "/fail" }),
      ]),
    });
  });

  it("loads a session that a previous process stored", async () => {
    const { stored, prompt, child, cwd, sessionId } = await startSession();
    await prompt(sessionId, "Fix the cart");
    const { permissions: _, turns: _turns, ...before } = summarizeSession(stored, sessionId);
    child.kill("SIGKILL");

    const later = await startAgentWithStore(version);
    await later.load(sessionId, cwd);
    await later.until(() => getSession(later.store, sessionId).commands.length > 0);
    expect(summarizeSession(later, sessionId)).toMatchObject(before);
    expect(await later.prompt(sessionId, "Are you there?")).toBe("end_turn");
    expect(summarizeSession(later, sessionId).messages.at(-1)).toContain("> Are you there?");
    expect(summarizeSession(later, sessionId).calls).toHaveLength(before.calls.length);
  });

  it("resumes a session without replaying its transcript", async () => {
    const { prompt, child, cwd, sessionId } = await startSession();
    await prompt(sessionId, "/fail");
    child.kill("SIGKILL");

    const later = await startAgentWithStore(version);
    await later.request("session/resume", { sessionId, cwd });
    expect(getSession(later.store, sessionId).messages.size).toBe(0);
    expect(await later.prompt(sessionId, "/fail")).toBe("end_turn");
    expect(summarizeCalls(later, sessionId)).toEqual(["read failed"]);
  });

  it("rejects a session id that is a path", async () => {
    const { load, cwd } = await startSession();
    await expect(load("../package", cwd)).rejects.toMatchObject({ code: -32002 });
  });

  it("cancels the running turn when its session is closed and rejects later prompts", async () => {
    const { stored, request, until, sessionId } = await startSession(SLOW_SPEED);
    const prompt = [{ type: "text", text: "/long 600" }];
    const turn = request("session/prompt", { sessionId, prompt });
    await until(() => summarizeSession(stored, sessionId).outputs.join("").includes("tick 1"));
    await request("session/close", { sessionId });
    await turn;
    await expect(request("session/prompt", { sessionId, prompt })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("rejects a second prompt while a turn is running", async () => {
    const { stored, request, prompt, until, notify, sessionId } = await startSession(SLOW_SPEED);
    const turn = prompt(sessionId, "/long 600");
    await until(() => summarizeSession(stored, sessionId).outputs.join("").includes("tick 1"));
    const second = request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Hi" }] });
    await expect(second).rejects.toMatchObject({ code: -32600 });
    await notify("session/cancel", { sessionId });
    await turn;
  });
});
