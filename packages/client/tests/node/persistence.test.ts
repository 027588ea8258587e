import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore, selectTurn } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { expect, it, onTestFinished } from "vitest";
import { textsOf, waitUntilAttached } from "../support/savedSessions.js";
import { waitForState } from "../support/storeState.js";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

const fixture = join(import.meta.dirname, "../fixtures/transcriptAgent.mjs");

it("loads a saved session from a new agent process, even if one is killed during the load", async () => {
  const folder = await createTemporaryFolder();
  const source = spawnAgent(process.execPath, [fixture, folder]);
  const storage = memoryStorage();

  const first = createAcpStore({ scheduler: "sync" });
  const firstSaving = persistSessions(first, storage);
  const firstAgent = await connectAgent(first, source);
  const { sessionId } = await firstAgent.newSession({ cwd: folder });
  await firstAgent.prompt(sessionId, "hello");
  firstAgent.prompt(sessionId, "wait").catch(() => {});
  await waitForState(first, (state) => textsOf(state, sessionId).length === 4);
  await firstSaving.stop();
  await firstAgent.close();
  const all = ["user: hello", "agent: You said: hello", "user: wait", "agent: You said: wait"];

  const hang = join(folder, "hang");
  await writeFile(hang, "");
  const store = createAcpStore({ scheduler: "sync" });
  const persistence = persistSessions(store, storage);
  onTestFinished(() => persistence.stop());
  const agent = await connectAgent(store, source, { persistence, reconnect: { minDelay: 1 } });
  onTestFinished(() => agent.close());
  const prompt = agent.prompt(sessionId, "too early");
  await expect.poll(() => existsSync(hang)).toBe(false);
  expect(textsOf(store.getState(), sessionId)).toEqual(all);
  expect(selectTurn(store.getState(), sessionId)?.status).toBe("interrupted");
  process.kill(Number(store.getState().agent.info?.version), "SIGKILL");
  await expect(prompt).rejects.toMatchObject({ reason: "lost" });

  await waitUntilAttached(store, sessionId);
  expect(textsOf(store.getState(), sessionId)).toEqual(all);
  expect(await agent.prompt(sessionId, "again")).toEqual({ stopReason: "end_turn" });
  expect(textsOf(store.getState(), sessionId)).toEqual([
    ...all,
    "user: again",
    "agent: You said: again",
  ]);
});
