import { expect, it } from "vitest";
import { writeSampleProject } from "../src/sampleProject.js";
import { temporaryFolder } from "./support/programs.js";
import { summarizeSession } from "./support/sessionSummary.js";
import { startAgentWithStore, VERSIONS, type Version } from "./support/agentWithStore.js";

type Policy = NonNullable<Parameters<typeof startAgentWithStore>[1]>["policy"];

/** Runs a turn in each version and returns the resulting states, with the folder normalized. */
async function statesInBothVersions(text: string, policy?: Policy): Promise<unknown[]> {
  return Promise.all(
    VERSIONS.map(async (version: Version) => {
      const cwd = await temporaryFolder();
      await writeSampleProject(cwd);
      const stored = await startAgentWithStore(version, policy && { policy });
      const sessionId = await stored.newSession(cwd);
      await stored.prompt(sessionId, text);
      const state = JSON.stringify(summarizeSession(stored, sessionId)).replaceAll(cwd, "/cart");
      return JSON.parse(state) as unknown;
    }),
  );
}

it("produces the same state in both versions", async () => {
  const [first, second] = await statesInBothVersions("Fix the cart");
  expect(first).toMatchObject({
    files: [{ path: "/cart/src/cart.js", added: 1, removed: 1 }],
    turns: [{ status: "ended", stopReason: "end_turn" }],
    title: "Fix the cart",
    activity: "idle",
  });
  expect(second).toEqual(first);
});

it("produces the same state in both versions when permissions are rejected", async () => {
  const [first, second] = await statesInBothVersions("Fix the cart", () => "reject-once");
  expect(first).toMatchObject({
    permissions: [{ optionId: "reject-once" }, { status: "selected" }],
  });
  expect(second).toEqual(first);
});

it("produces the same state in both versions when a tool call fails", async () => {
  const [first, second] = await statesInBothVersions("/fail");
  expect(first).toMatchObject({ calls: [{ kind: "read", status: "failed" }] });
  expect(second).toEqual(first);
});
