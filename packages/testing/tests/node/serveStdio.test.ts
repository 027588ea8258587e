import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { getSession, textsOf, until, VERSIONS } from "../support/connect.js";

const AGENT = join(import.meta.dirname, "../fixtures/agent.mjs");

describe.each(VERSIONS)("a scripted agent over stdio in version %i", (version) => {
  async function connectProcess() {
    const cwd = mkdtempSync(join(tmpdir(), "acp-testing-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const invalidLines: string[] = [];
    const onInvalidLine = (line: string): void => void invalidLines.push(line);
    const store = createAcpStore({ scheduler: "sync" });
    const source = spawnAgent(process.execPath, [AGENT], { cwd, onInvalidLine });
    const connection = await connectAgent(store, source, {
      protocolVersions: [version],
      reconnect: { minDelay: 1 },
    });
    onTestFinished(() => connection.close());
    const { sessionId } = await connection.newSession({ cwd });
    return { store, connection, sessionId, cwd, invalidLines };
  }

  it("answers prompts", async () => {
    const { store, connection, sessionId } = await connectProcess();
    await connection.prompt(sessionId, "Hello");
    expect(textsOf(getSession(store, sessionId)).at(-1)).toBe("agent: You said: Hello");
  });

  it("writes lines that are not JSON", async () => {
    const { store, connection, sessionId, invalidLines } = await connectProcess();
    await connection.prompt(sessionId, "garbage");
    expect(invalidLines).toEqual(["Usage: agent [--acp]"]);
    expect(textsOf(getSession(store, sessionId)).at(-1)).toBe("agent: You said: garbage");
  });

  it("exits with code 1 when the script crashes, and replays its transcript afterward", async () => {
    const { store, connection, sessionId, cwd } = await connectProcess();
    await connection.prompt(sessionId, "Hello");
    await expect(connection.prompt(sessionId, "die")).rejects.toThrow(
      "The agent exited with code 1: Out of memory.",
    );
    await until(store, () => store.getState().connection?.status === "ready");
    await connection.loadSession({ sessionId, cwd });
    expect(textsOf(getSession(store, sessionId))).toEqual([
      "user: Hello",
      "agent: You said: Hello",
      "user: die",
    ]);
  });
});
