import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLE_FILES, writeSampleProject } from "../src/sampleProject.js";
import { temporaryFolder } from "./support/programs.js";
import { summarizeCalls, getSession, summarizeSession } from "./support/sessionSummary.js";
import {
  startAgentWithStore,
  VERSIONS,
  type AgentWithStoreOptions,
  type Version,
} from "./support/agentWithStore.js";

async function startSession(version: Version, options?: AgentWithStoreOptions) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const stored = await startAgentWithStore(version, options);
  return { ...stored, stored, cwd, sessionId: await stored.newSession(cwd) };
}

describe.each(VERSIONS)("version %i", (version) => {
  const choice = (sessionId: string, configId: string, value: string) => ({
    sessionId,
    configId,
    value,
    ...(version === 2 && { type: "id" }),
  });

  it("asks for no permission in auto mode", async () => {
    const { store, request, prompt, sessionId } = await startSession(version, {
      policy: () => "ask",
    });
    await request("session/set_config_option", choice(sessionId, "mode", "auto"));
    const { configOptions, modes } = getSession(store, sessionId);
    expect(configOptions).toMatchObject([{}, { id: "mode", currentValue: "auto" }, {}]);
    if (version === 1) expect(modes?.currentModeId).toBe("auto");
    expect(await prompt(sessionId, "Fix the cart")).toBe("end_turn");
    expect(getSession(store, sessionId).permissions.size).toBe(0);
  });

  it("sends no thoughts when they are hidden", async () => {
    const { stored, request, prompt, sessionId } = await startSession(version);
    await request("session/set_config_option", choice(sessionId, "thoughts", "hidden"));
    await prompt(sessionId, "Fix the cart");
    const { messages } = summarizeSession(stored, sessionId);
    expect(messages.filter((message) => message.startsWith("thought"))).toEqual([]);
  });

  it("rejects an unknown value for a setting", async () => {
    const { request, sessionId } = await startSession(version);
    const change = request("session/set_config_option", choice(sessionId, "mode", "yolo"));
    await expect(change).rejects.toMatchObject({ code: -32602 });
  });

  it("lists the submitted form values", async () => {
    const form = { feature: "Discounts", priority: "high" };
    const { stored, prompt, sessionId } = await startSession(version, { form });
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(summarizeSession(stored, sessionId).messages.at(-1)).toContain("- feature: `Discounts`");
  });

  it("continues the turn when a form is declined", async () => {
    const { stored, prompt, sessionId } = await startSession(version, { form: "decline" });
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(summarizeSession(stored, sessionId).messages.at(-1)).toContain("The form was declined");
  });

  it("sends no form to a client without form support", async () => {
    const { stored, prompt, sessionId } = await startSession(version);
    expect(await prompt(sessionId, "/form")).toBe("end_turn");
    expect(summarizeSession(stored, sessionId).messages.at(-1)).toContain(
      "does **not support forms**",
    );
  });
});

it("reads unsaved files through the client", async () => {
  const unsaved = "export const prices = { apple: 1 };\n";
  const { stored, prompt, cwd, sessionId } = await startSession(1, { readFile: () => unsaved });
  await prompt(sessionId, "/fail");
  expect(summarizeCalls(stored, sessionId)).toEqual(["read completed"]);
  expect(summarizeSession(stored, sessionId).outputs).toEqual([unsaved]);
  await expect(readFile(join(cwd, SAMPLE_FILES.discounts))).rejects.toThrow("ENOENT");
});
