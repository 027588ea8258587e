import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE, writeSampleProject } from "../../agent/sampleProject.js";
import { temporaryFolder } from "../support/programs.js";
import { callsOf, sessionOf, shown } from "../support/shown.js";
import { startStored, VERSIONS, type StoredOptions, type Version } from "../support/stored.js";

async function start(version: Version, options?: StoredOptions) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const stored = await startStored(version, options);
  return { ...stored, stored, cwd, sessionId: await stored.newSession(cwd) };
}

describe.each(VERSIONS)("version %i", (version) => {
  const choice = (sessionId: string, configId: string, value: string) => ({
    sessionId,
    configId,
    value,
    ...(version === 2 && { type: "id" }),
  });

  it("asks nothing in auto mode", async () => {
    const { store, request, prompt, sessionId } = await start(version, { policy: () => "ask" });
    await request("session/set_config_option", choice(sessionId, "mode", "auto"));
    const { configOptions, modes } = sessionOf(store, sessionId);
    expect(configOptions).toMatchObject([{ id: "mode", currentValue: "auto" }, {}]);
    if (version === 1) expect(modes?.currentModeId).toBe("auto");
    expect(await prompt(sessionId, "Mend the cart")).toBe("end_turn");
    expect(sessionOf(store, sessionId).permissions.size).toBe(0);
  });

  it("keeps its thoughts to itself when they are hidden", async () => {
    const { stored, request, prompt, sessionId } = await start(version);
    await request("session/set_config_option", choice(sessionId, "thoughts", "hidden"));
    await prompt(sessionId, "Mend the cart");
    const { messages } = shown(stored, sessionId);
    expect(messages.filter((message) => message.startsWith("thought"))).toEqual([]);
  });

  it("refuses a setting that it does not have", async () => {
    const { request, sessionId } = await start(version);
    const change = request("session/set_config_option", choice(sessionId, "mode", "yolo"));
    await expect(change).rejects.toMatchObject({ code: -32602 });
  });

  it("notes what a form was filled in with", async () => {
    const form = { feature: "Discounts", priority: "high" };
    const { stored, prompt, sessionId } = await start(version, { form });
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(shown(stored, sessionId).messages.at(-1)).toContain("- feature: `Discounts`");
  });

  it("goes on when a form is declined", async () => {
    const { stored, prompt, sessionId } = await start(version, { form: "decline" });
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(shown(stored, sessionId).messages.at(-1)).toContain("I will not ask again");
  });

  it("asks nothing with a form where the client has none", async () => {
    const { stored, prompt, sessionId } = await start(version);
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(shown(stored, sessionId).messages.at(-1)).toContain("shows **no forms**");
  });
});

it("reads files as the client has them", async () => {
  const unsaved = "export const prices = { apple: 1 };\n";
  const { stored, prompt, cwd, sessionId } = await start(1, { readFile: () => unsaved });
  await prompt(sessionId, "/fail");
  expect(callsOf(stored, sessionId)).toEqual(["read completed"]);
  expect(shown(stored, sessionId).outputs).toEqual([unsaved]);
  await expect(readFile(join(cwd, SAMPLE.discounts))).rejects.toThrow("ENOENT");
});
