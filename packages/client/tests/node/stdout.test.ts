import { connectAgent } from "@acp-store/client";
import { spawnAgent } from "@acp-store/client/node";
import { createAcpStore, type Diagnostic, type Frame, selectTurn } from "@acp-store/core";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isRunning } from "../support/isRunning.js";

const AGENT = fileURLToPath(new URL("../fixtures/loggingAgent.mjs", import.meta.url));

/** Connects to an agent that writes its log to stdout. */
async function connect() {
  const store = createAcpStore({ scheduler: "sync" });
  const diagnostics: Diagnostic[] = [];
  const frames: Frame[] = [];
  store.inspect((record) => {
    if (record.type === "diagnostic") diagnostics.push(record.diagnostic);
    if (record.type === "frame") frames.push(record.frame);
  });
  const lines: string[] = [];
  const onInvalidLine = (line: string): void => void lines.push(line);
  const source = spawnAgent(process.execPath, [AGENT], { onInvalidLine });
  const agent = await connectAgent(store, source, { reconnect: false });
  onTestFinished(() => agent.close());
  const { sessionId } = await agent.newSession({ cwd: "/w" });
  return { store, agent, sessionId, diagnostics, frames, lines };
}

it("answers no line on stdout that is not a message, which an agent would log again", async () => {
  const { agent, sessionId, diagnostics, frames, lines } = await connect();
  const end = { stopReason: "end_turn" };
  for (let turn = 0; turn < 3; turn++) expect(await agent.prompt(sessionId, "log")).toEqual(end);
  const log = ["not JSON", "5", '"x"', "[]", "{}", '{"level":"info","msg":"hi"}'];
  expect(lines).toEqual([...log, ...log, ...log]);
  expect(diagnostics.map(({ code }) => code)).toEqual(lines.map(() => "invalid_envelope"));
  const sent = frames.filter(({ dir }) => dir === "sent").map(({ msg }) => msg);
  expect(sent.filter((msg) => !Object.hasOwn(msg as object, "method"))).toEqual([]);
});

it("ends the connection with the end of stdout, although the process continues to run", async () => {
  const { store, agent, sessionId } = await connect();
  const pid = Number(store.getState().agent.info?.version);
  const error = await agent.prompt(sessionId, "mute").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ reason: "closed" });
  expect(String(error)).toContain("closed its input or output");
  expect(store.getState().connection?.status).toBe("closed");
  await agent.close();
  expect(isRunning(pid)).toBe(false);
});

it("reports responses that match no request, in the state and in the promise alike", async () => {
  const { store, agent, sessionId, diagnostics, frames } = await connect();
  expect(await agent.prompt(sessionId, "answers")).toEqual({ stopReason: "end_turn" });
  expect(selectTurn(store.getState(), sessionId)).toMatchObject({ status: "ended" });
  const prompt = frames.findLast(({ dir }) => dir === "sent")?.msg;
  const id = String((prompt as { readonly id: number }).id);
  expect(diagnostics).toMatchObject([
    { code: "answer_without_request", path: ["msg", "id"], value: id },
    { code: "invalid_envelope", path: ["msg"] },
  ]);
});

it("takes a response that only lacks the version of JSON-RPC", async () => {
  const { store, agent, sessionId } = await connect();
  expect(await agent.prompt(sessionId, "unversioned")).toEqual({ stopReason: "end_turn" });
  expect(selectTurn(store.getState(), sessionId)).toMatchObject({ status: "ended" });
});

it("refuses a new session with the id of an open one, and leaves the open one unchanged", async () => {
  const { store, agent, sessionId, diagnostics } = await connect();
  await agent.prompt(sessionId, "unversioned");
  const before = store.getState().sessions.get(sessionId);
  const error = await agent.newSession({ cwd: "/other" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ reason: "invalid_response" });
  expect(String(error)).toContain('"s1" of a session that is open already');
  expect(store.getState().sessions.get(sessionId)).toBe(before);
  expect(diagnostics).toMatchObject([{ code: "duplicate_id", value: "s1" }]);
});
