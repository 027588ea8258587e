import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIXED_LINE, SAMPLE_FILES, writeSampleProject } from "../src/sampleProject.js";
import { choose, startAgent, type Answer } from "./support/probe.js";
import { temporaryFolder } from "./support/programs.js";
import { outcomes, collectPlans, collectMessageText, collectToolCalls } from "./support/updates.js";

async function runTour(answer?: Answer) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const probe = await startAgent(answer);
  const sessionId = await probe.newSession(cwd);
  const cart = (): Promise<string> => readFile(join(cwd, SAMPLE_FILES.cart), "utf8");
  return { ...probe, cwd, sessionId, cart, ...(await probe.prompt(sessionId, "Fix the cart")) };
}

it("edits the file, runs the checks and reports when everything is allowed", async () => {
  const { stopReason, updates, permissions, cart } = await runTour();
  expect(stopReason).toBe("end_turn");
  expect(await cart()).toContain(FIXED_LINE);
  expect(outcomes(updates)).toEqual([
    "read completed",
    "read completed",
    "edit completed",
    "execute completed",
    "read failed",
  ]);
  expect(permissions.map(({ toolCall }) => toolCall.kind)).toEqual(["edit", "execute"]);
  expect(collectMessageText(updates)).toContain("**All checks pass.**");
  expect(collectMessageText(updates, "agent_thought_chunk")).toContain(
    "The loop never uses count.",
  );
});

it("moves the four plan steps from pending to completed", async () => {
  const { updates } = await runTour();
  const statuses = collectPlans(updates).map((entries) =>
    entries.map(({ status }) => status).join(" "),
  );
  expect(statuses[0]).toBe("pending pending pending pending");
  expect(statuses[1]).toBe("in_progress pending pending pending");
  expect(statuses.at(-1)).toBe("completed completed completed completed");
});

it("announces both reads before either completes", async () => {
  const { updates } = await runTour();
  const order = updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update"
      ? [update.status]
      : [],
  );
  expect(order.slice(0, 4)).toEqual(["pending", "pending", "in_progress", "in_progress"]);
});

it("sends the complete command output with each update", async () => {
  const { updates } = await runTour();
  const { toolCallId } = collectToolCalls(updates)[3] ?? {};
  const texts = updates.flatMap((update) => {
    if (update.sessionUpdate !== "tool_call_update" || update.toolCallId !== toolCallId) return [];
    const [content] = update.content ?? [];
    return content?.type === "content" && content.content.type === "text"
      ? [content.content.text]
      : [];
  });
  expect(texts.at(-1)).toContain("5 passed, 0 failed");
  for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? "")).toBe(true);
});

it("leaves the file unchanged and updates the plan when everything is rejected", async () => {
  const { stopReason, updates, cart } = await runTour(choose("reject-once"));
  expect(stopReason).toBe("end_turn");
  expect(await cart()).not.toContain(FIXED_LINE);
  expect(outcomes(updates).slice(2, 4)).toEqual(["edit failed", "execute failed"]);
  expect(
    collectPlans(updates)
      .at(-1)
      ?.map(({ content }) => content),
  ).toContain(`Leave ${SAMPLE_FILES.cart} unchanged`);
  expect(JSON.stringify(collectToolCalls(updates)[2]?.content)).toContain(
    "the user rejected this edit",
  );
});

it("reports failing checks when only the edit is rejected", async () => {
  const { updates } = await runTour(({ toolCall }) => ({
    outcome: {
      outcome: "selected",
      optionId: toolCall.kind === "edit" ? "reject-once" : "allow-once",
    },
  }));
  expect(outcomes(updates)[3]).toBe("execute failed");
  expect(collectMessageText(updates)).toContain("**Some checks fail** (exit code 1)");
});

it("treats an unknown option as a rejection", async () => {
  const { updates } = await runTour(choose("whatever"));
  expect(outcomes(updates)[2]).toBe("edit failed");
});

it("asks only once per tool kind after `allow-always`", async () => {
  const { prompt, permissions, sessionId } = await runTour(choose("allow-always"));
  expect(permissions).toHaveLength(2);
  await prompt(sessionId, "/demo");
  expect(permissions).toHaveLength(2);
});

it("edits the readme when the bug is already fixed", async () => {
  const { prompt, cwd, sessionId } = await runTour();
  const { stopReason } = await prompt(sessionId, "/demo");
  expect(stopReason).toBe("end_turn");
  expect(await readFile(join(cwd, SAMPLE_FILES.readme), "utf8")).toContain("was reviewed");
});

it("uses unique tool call ids and reports the title, commands and usage", async () => {
  const { updates } = await runTour();
  const announced = updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" ? [update.toolCallId] : [],
  );
  expect(new Set(announced).size).toBe(announced.length);
  const kinds = new Set(updates.map(({ sessionUpdate }) => sessionUpdate));
  expect(updates).toContainEqual(expect.objectContaining({ title: "Fix the cart" }));
  expect([...kinds]).toEqual(expect.arrayContaining(["available_commands_update", "usage_update"]));
});
