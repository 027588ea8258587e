import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startAgentWithStore, VERSIONS } from "./support/agentWithStore.js";
import { temporaryFolder } from "./support/programs.js";
import { summarizeSession } from "./support/sessionSummary.js";

describe.each(VERSIONS)("version %i", (version) => {
  async function startSession() {
    const cwd = await temporaryFolder();
    const stored = await startAgentWithStore(version);
    const sessionId = await stored.newSession(cwd);
    const list = async (archived?: string) =>
      (await stored.request("session/list", { cwd, ...(archived && { archived }) })) as {
        sessions: { sessionId: string; title: string; updatedAt: string }[];
      };
    return { ...stored, stored, cwd, sessionId, list };
  }

  it("forks a session with its transcript, and continues both independently", async () => {
    const { stored, store, request, prompt, load, cwd, sessionId } = await startSession();
    await prompt(sessionId, "/fail");
    const fork = (await request("session/fork", { sessionId, cwd })) as { sessionId: string };
    await load(fork.sessionId, cwd);
    const original = summarizeSession(stored, sessionId);
    expect(summarizeSession(stored, fork.sessionId)).toMatchObject({
      messages: original.messages,
      title: "/fail (fork)",
    });
    await prompt(fork.sessionId, "/fail");
    expect(summarizeSession(stored, fork.sessionId).calls).toHaveLength(2);
    expect(summarizeSession(stored, sessionId).calls).toHaveLength(1);
    expect(store.getState().catalog.get(fork.sessionId)?.forkedFrom).toBe(sessionId);
  });

  it("keeps a title that the user chose, and does not count the change as activity", async () => {
    const { store, request, prompt, sessionId, list } = await startSession();
    await prompt(sessionId, "/fail");
    const [before] = (await list()).sessions;
    await request("session/set_title", { sessionId, title: " Discounts " });
    expect((await list()).sessions).toMatchObject([
      { title: "Discounts", updatedAt: before?.updatedAt },
    ]);
    await prompt(sessionId, "/fail");
    expect(store.getState().catalog.get(sessionId)?.title).toBe("Discounts");
  });

  it("rejects a blank or long title", async () => {
    const { request, sessionId } = await startSession();
    for (const title of [" ", "x".repeat(201)])
      await expect(request("session/set_title", { sessionId, title })).rejects.toMatchObject({
        code: -32602,
      });
  });

  it("leaves archived sessions out of the list unless they are asked for", async () => {
    const { store, request, prompt, sessionId, list } = await startSession();
    await prompt(sessionId, "/fail");
    await request("session/archive", { sessionId });
    expect((await list()).sessions).toEqual([]);
    expect((await list("only")).sessions).toMatchObject([{ sessionId }]);
    await request("session/unarchive", { sessionId });
    expect((await list("only")).sessions).toEqual([]);
    expect((await list("include")).sessions).toMatchObject([{ sessionId }]);
    expect(store.getState().catalog.get(sessionId)?.archived).toBe(false);
  });

  it("deletes the transcript of a session", async () => {
    const { request, prompt, load, cwd, sessionId, list } = await startSession();
    await prompt(sessionId, "/fail");
    await request("session/delete", { sessionId });
    expect((await list()).sessions).toEqual([]);
    await expect(load(sessionId, cwd)).rejects.toMatchObject({ code: -32002 });
  });

  it("lists 20 sessions per page, each once", async () => {
    const { store, request, cwd } = await startSession();
    await mkdir(join(cwd, ".acp-demo-agent"));
    for (let minute = 10; minute < 55; minute += 1) {
      const event = { type: "title", title: "T", updatedAt: `2026-01-01T10:${minute}:00Z` };
      await writeFile(join(cwd, ".acp-demo-agent", `${minute}.jsonl`), JSON.stringify(event));
    }
    const sizes: number[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = (await request("session/list", { cwd, ...(cursor && { cursor }) })) as {
        sessions: { sessionId: string }[];
        nextCursor?: string;
      };
      sizes.push(page.sessions.length);
      for (const { sessionId } of page.sessions) seen.add(sessionId);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen.size).toBe(45);
    expect(store.getState().catalog.size).toBe(46);
  });

  it("changes the model, and refuses the retired one", async () => {
    const { stored, request, sessionId } = await startSession();
    const choice = (value: string) => ({
      sessionId,
      configId: "model",
      value,
      ...(version === 2 && { type: "id" }),
    });
    await request("session/set_config_option", choice("quick"));
    await expect(request("session/set_config_option", choice("retired"))).rejects.toMatchObject({
      message: "The model Retired is no longer available",
    });
    expect(summarizeSession(stored, sessionId).settings[0]).toMatchObject({
      id: "model",
      currentValue: "quick",
    });
  });

  it("refuses sessions until the user has signed in, and again after signing out", async () => {
    const cwd = await temporaryFolder();
    const { store, request, newSession } = await startAgentWithStore(version, {
      env: { ACP_DEMO_SIGN_IN: "1" },
    });
    const login = version === 1 ? "authenticate" : "auth/login";
    const logout = version === 1 ? "logout" : "auth/logout";
    const getStatus = (): string | undefined => store.getState().agent.auth?.status;
    await expect(newSession(cwd)).rejects.toMatchObject({ code: -32000 });
    expect(getStatus()).toBe("required");
    await expect(request(login, { methodId: "expired" })).rejects.toMatchObject({
      message: "The key has expired",
    });
    expect(store.getState().agent.auth).toMatchObject({ status: "failed", methodId: "expired" });
    await request(login, { methodId: "demo" });
    await request("auth/status", {});
    expect(store.getState().agent.auth).toMatchObject({
      status: "done",
      accounts: [{ email: "robin@example.com" }],
    });
    await newSession(cwd);
    await request(logout, {});
    expect(getStatus()).toBe("required");
    await expect(newSession(cwd)).rejects.toMatchObject({ code: -32000 });
  });
});
