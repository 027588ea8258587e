import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIX, SAMPLE, writeSampleProject } from "../../agent/sampleProject.js";
import { choose, startAgent, type Answer } from "../support/probe.js";
import { temporaryFolder } from "../support/programs.js";
import { outcomes, plans, spoken, toolCalls } from "../support/updates.js";

async function tour(answer?: Answer) {
  const cwd = await temporaryFolder();
  await writeSampleProject(cwd);
  const probe = await startAgent(answer);
  const sessionId = await probe.newSession(cwd);
  const cart = (): Promise<string> => readFile(join(cwd, SAMPLE.cart), "utf8");
  return { ...probe, cwd, sessionId, cart, ...(await probe.prompt(sessionId, "Mend the cart")) };
}

it("edits, runs and reports when allowed", async () => {
  const { stopReason, updates, permissions, cart } = await tour();
  expect(stopReason).toBe("end_turn");
  expect(await cart()).toContain(FIX);
  expect(outcomes(updates)).toEqual([
    "read completed",
    "read completed",
    "edit completed",
    "execute completed",
    "read failed",
  ]);
  expect(permissions.map(({ toolCall }) => toolCall.kind)).toEqual(["edit", "execute"]);
  expect(spoken(updates)).toContain("**All checks pass.**");
  expect(spoken(updates, "agent_thought_chunk")).toContain("The loop never uses count.");
});

it("moves four steps from pending to completed", async () => {
  const { updates } = await tour();
  const statuses = plans(updates).map((entries) => entries.map(({ status }) => status).join(" "));
  expect(statuses[0]).toBe("pending pending pending pending");
  expect(statuses[1]).toBe("in_progress pending pending pending");
  expect(statuses.at(-1)).toBe("completed completed completed completed");
});

it("announces both reads before either is completed", async () => {
  const { updates } = await tour();
  const order = updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update"
      ? [update.status]
      : [],
  );
  expect(order.slice(0, 4)).toEqual(["pending", "pending", "in_progress", "in_progress"]);
});

it("shows command output that grows", async () => {
  const { updates } = await tour();
  const { toolCallId } = toolCalls(updates)[3] ?? {};
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

it("leaves the file alone and plans anew when refused", async () => {
  const { stopReason, updates, cart } = await tour(choose("reject-once"));
  expect(stopReason).toBe("end_turn");
  expect(await cart()).not.toContain(FIX);
  expect(outcomes(updates).slice(2, 4)).toEqual(["edit failed", "execute failed"]);
  expect(
    plans(updates)
      .at(-1)
      ?.map(({ content }) => content),
  ).toContain(`Leave ${SAMPLE.cart} as it is`);
  expect(JSON.stringify(toolCalls(updates)[2]?.content)).toContain("the user refused this edit");
});

it("lets the checks fail when only the edit is refused", async () => {
  const { updates } = await tour(({ toolCall }) => ({
    outcome: {
      outcome: "selected",
      optionId: toolCall.kind === "edit" ? "reject-once" : "allow-once",
    },
  }));
  expect(outcomes(updates)[3]).toBe("execute failed");
  expect(spoken(updates)).toContain("**Some checks fail** (exit code 1)");
});

it("takes an unknown option as a refusal", async () => {
  const { updates } = await tour(choose("whatever"));
  expect(outcomes(updates)[2]).toBe("edit failed");
});

it("asks once per kind after allow always", async () => {
  const { prompt, permissions, sessionId } = await tour(choose("allow-always"));
  expect(permissions).toHaveLength(2);
  await prompt(sessionId, "/demo");
  expect(permissions).toHaveLength(2);
});

it("finds something to edit in a mended project", async () => {
  const { prompt, cwd, sessionId } = await tour();
  const { stopReason } = await prompt(sessionId, "/demo");
  expect(stopReason).toBe("end_turn");
  expect(await readFile(join(cwd, SAMPLE.readme), "utf8")).toContain("was looked at");
});

it("keeps ids unique and tells title and usage", async () => {
  const { updates } = await tour();
  const announced = updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" ? [update.toolCallId] : [],
  );
  expect(new Set(announced).size).toBe(announced.length);
  const kinds = new Set(updates.map(({ sessionUpdate }) => sessionUpdate));
  expect(updates).toContainEqual(expect.objectContaining({ title: "Mend the cart" }));
  expect([...kinds]).toEqual(expect.arrayContaining(["available_commands_update", "usage_update"]));
});
