import { expect, it } from "vitest";
import { writeSampleProject } from "../../agent/sampleProject.js";
import { temporaryFolder } from "../support/programs.js";
import { shown } from "../support/shown.js";
import { startStored, VERSIONS, type Version } from "../support/stored.js";

type Policy = NonNullable<Parameters<typeof startStored>[1]>["policy"];

/** What each version leaves in the store, as JSON in which the folder is called the same. */
async function inBoth(text: string, policy?: Policy): Promise<unknown[]> {
  return Promise.all(
    VERSIONS.map(async (version: Version) => {
      const cwd = await temporaryFolder();
      await writeSampleProject(cwd);
      const stored = await startStored(version, policy && { policy });
      const sessionId = await stored.newSession(cwd);
      await stored.prompt(sessionId, text);
      const state = JSON.stringify(shown(stored, sessionId)).replaceAll(cwd, "/cart");
      return JSON.parse(state) as unknown;
    }),
  );
}

it("leaves the same state in both versions", async () => {
  const [first, second] = await inBoth("Mend the cart");
  expect(first).toMatchObject({
    files: [{ path: "/cart/src/cart.js", added: 1, removed: 1 }],
    turns: [{ status: "ended", stopReason: "end_turn" }],
    title: "Mend the cart",
    activity: "idle",
  });
  expect(second).toEqual(first);
});

it("leaves the same state in both versions when refused", async () => {
  const [first, second] = await inBoth("Mend the cart", () => "reject-once");
  expect(first).toMatchObject({
    permissions: [{ optionId: "reject-once" }, { status: "selected" }],
  });
  expect(second).toEqual(first);
});

it("leaves the same state in both versions when a tool fails", async () => {
  const [first, second] = await inBoth("/fail");
  expect(first).toMatchObject({ calls: [{ kind: "read", status: "failed" }] });
  expect(second).toEqual(first);
});
