import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectTurn } from "@acp-store/core";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { expect, it } from "vitest";
import { waitForState } from "../../../tests/support/waitForState.js";
import { hostMirrors } from "../src/index.js";
import { mirrorOf } from "./support/windows.js";

it("sends a failed prompt again once if two windows ask for it at the same time", async () => {
  const gate = createGate();
  const received: string[] = [];
  const agent = scriptedAgent({
    async onPrompt(turn) {
      received.push(turn.text);
      if (received.length === 1) throw new Error("Rate limit reached");
      await turn.hold(gate);
    },
  });
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, agent.connect);
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  const host = hostMirrors(store, { agent: connection });
  const mirrors = [mirrorOf(() => host), mirrorOf(() => host)];
  await Promise.all(mirrors.map((mirror) => mirror.open(sessionId)));
  await connection.prompt(sessionId, "Fix the typo").catch(() => {});
  const failed = mirrors.map((mirror) =>
    waitForState(mirror, (state) => selectTurn(state, sessionId)?.status === "failed"),
  );
  const states = await Promise.all(failed);
  const results = mirrors.map((mirror, index) => {
    const turn = states[index] && selectTurn(states[index], sessionId);
    return mirror.actions.retryTurn(sessionId, turn?.turnId ?? "");
  });
  await gate.reached;
  gate.open();
  await Promise.all(results);
  expect(received).toEqual(["Fix the typo", "Fix the typo"]);
  const turns = [...(store.getState().sessions.get(sessionId)?.turns.values() ?? [])];
  expect(turns.map(({ status, retryOf }) => [status, retryOf])).toEqual([
    ["failed", undefined],
    ["ended", turns[0]?.turnId],
  ]);
  for (const mirror of mirrors) mirror.close();
  host.close();
  await connection.close();
});
