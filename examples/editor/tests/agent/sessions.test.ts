import { describe, expect, it } from "vitest";
import { writeSampleProject } from "../../agent/sampleProject.js";
import { temporaryFolder } from "../support/programs.js";
import { callsOf, sessionOf, shown } from "../support/shown.js";
import { startStored, VERSIONS, type StoredOptions } from "../support/stored.js";

/** Slow enough that the command cannot end by itself within a test. */
const REAL_TIME = { speed: 5 };

describe.each(VERSIONS)("version %i", (version) => {
  async function start(options?: StoredOptions) {
    const cwd = await temporaryFolder();
    await writeSampleProject(cwd);
    const stored = await startStored(version, options);
    return { ...stored, stored, cwd, sessionId: await stored.newSession(cwd) };
  }

  it("cancels a command that runs", async () => {
    const { store, stored, prompt, notify, until, sessionId } = await start(REAL_TIME);
    const turn = prompt(sessionId, "/long 600");
    await until(() => shown(stored, sessionId).outputs.join("").includes("tick 1"));
    store.cancelTurn(sessionId);
    await notify("session/cancel", { sessionId });
    expect(await turn).toBe("cancelled");
    expect(sessionOf(store, sessionId).activity).toBe("idle");
    expect(callsOf(stored, sessionId)).toEqual([
      version === 1 ? "execute failed" : "execute cancelled",
    ]);
  });

  it("cancels a turn that waits for an answer", async () => {
    const { store, prompt, notify, until, sessionId } = await start({ policy: () => "ask" });
    const turn = prompt(sessionId, "Mend the cart");
    await until(() => sessionOf(store, sessionId).permissions.size === 1);
    if (version === 2) expect(sessionOf(store, sessionId).activity).toBe("requires_action");
    store.cancelTurn(sessionId);
    await notify("session/cancel", { sessionId });
    expect(await turn).toBe("cancelled");
    expect([...sessionOf(store, sessionId).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it("keeps sessions apart, and lists both", async () => {
    const { stored, newSession, prompt, request, cwd, sessionId } = await start();
    const other = await newSession(cwd);
    await Promise.all([prompt(sessionId, "/long 2"), prompt(other, "/fail")]);
    expect(callsOf(stored, sessionId)).toEqual(["execute completed"]);
    expect(callsOf(stored, other)).toEqual(["read failed"]);
    expect(await request("session/list", { cwd })).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({ sessionId, cwd, title: "/long 2" }),
        expect.objectContaining({ sessionId: other, cwd, title: "/fail" }),
      ]),
    });
  });

  it("loads a session that an earlier process has held", async () => {
    const { stored, prompt, child, cwd, sessionId } = await start();
    await prompt(sessionId, "Mend the cart");
    const { permissions: _, turns: _turns, ...before } = shown(stored, sessionId);
    child.kill("SIGKILL");

    const later = await startStored(version);
    await later.load(sessionId, cwd);
    await later.until(() => sessionOf(later.store, sessionId).commands.length > 0);
    expect(shown(later, sessionId)).toMatchObject(before);
    expect(await later.prompt(sessionId, "Are you there?")).toBe("end_turn");
    expect(shown(later, sessionId).messages.at(-1)).toContain("> Are you there?");
    expect(shown(later, sessionId).calls).toHaveLength(before.calls.length);
  });

  it("resumes a session without its transcript", async () => {
    const { prompt, child, cwd, sessionId } = await start();
    await prompt(sessionId, "/fail");
    child.kill("SIGKILL");

    const later = await startStored(version);
    await later.request("session/resume", { sessionId, cwd });
    expect(sessionOf(later.store, sessionId).messages.size).toBe(0);
    expect(await later.prompt(sessionId, "/fail")).toBe("end_turn");
    expect(callsOf(later, sessionId)).toEqual(["read failed"]);
  });

  it("knows no session by a path", async () => {
    const { load, cwd } = await start();
    await expect(load("../package", cwd)).rejects.toMatchObject({ code: -32002 });
  });

  it("cancels the turn of a session that is closed, and forgets it", async () => {
    const { stored, request, until, sessionId } = await start(REAL_TIME);
    const prompt = [{ type: "text", text: "/long 600" }];
    const turn = request("session/prompt", { sessionId, prompt });
    await until(() => shown(stored, sessionId).outputs.join("").includes("tick 1"));
    await request("session/close", { sessionId });
    await turn;
    await expect(request("session/prompt", { sessionId, prompt })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("refuses a second prompt while one runs", async () => {
    const { stored, request, prompt, until, notify, sessionId } = await start(REAL_TIME);
    const turn = prompt(sessionId, "/long 600");
    await until(() => shown(stored, sessionId).outputs.join("").includes("tick 1"));
    const second = request("session/prompt", { sessionId, prompt: [{ type: "text", text: "Hi" }] });
    await expect(second).rejects.toMatchObject({ code: -32600 });
    await notify("session/cancel", { sessionId });
    await turn;
  });
});
