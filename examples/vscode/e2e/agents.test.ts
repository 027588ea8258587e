import { expect, it } from "vitest";
import { createAgent } from "./support/agent.js";
import { startExtension } from "./support/extension.js";
import {
  answerRequest,
  getAnswer,
  getField,
  getRequest,
  openList,
  sendPrompt,
} from "./support/panel.js";

async function startTwoAgents() {
  const front = createAgent("default", "front");
  const back = createAgent("default", "back");
  const extension = await startExtension({ agents: [front.configured, back.configured] });
  return { ...extension, front, back };
}

it("shows a permission of one agent in the inbox while the other is shown", async () => {
  const { panel, pick, runCommand, notifications, view, findViolations } = await startTwoAgents();
  await sendPrompt(panel, "Wait");
  await getAnswer(panel, "The first half.").waitFor();
  pick("The back");
  await runCommand("acpStore.newSession");
  await getAnswer(panel, "The first half.").waitFor({ state: "detached" });
  await sendPrompt(panel, "Edit");
  await getRequest(panel, "Edit a.txt").waitFor();
  await openList(panel);
  await panel.getByRole("list", { name: "Sessions of The front" }).getByText("Wait").click();
  await getAnswer(panel, "The first half.").waitFor();
  expect(await getRequest(panel, "Edit a.txt").count()).toBe(0);
  expect(view.badge).toMatchObject({ value: 1 });
  expect(notifications.map(({ message }) => message)).toEqual([
    "The back: Edit a.txt · /project/a.txt +1 −0",
  ]);
  await openList(panel);
  expect(await findViolations()).toEqual([]);
  await panel.getByRole("region", { name: "Inbox" }).getByRole("button").click();
  await answerRequest(panel, "Edit a.txt", "Allow");
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
  await expect.poll(() => view.badge).toBeUndefined();
});

it("keeps an agent when the other one ends", async () => {
  const { panel, front, pick, runCommand, statusBar } = await startTwoAgents();
  await sendPrompt(panel, "Hello");
  await getAnswer(panel, "You said: Hello").waitFor();
  pick("The back");
  await runCommand("acpStore.newSession");
  await getAnswer(panel, "You said: Hello").waitFor({ state: "detached" });
  front.setGone(true);
  front.kill();
  await expect.poll(() => statusBar.text).toContain("stopped");
  await sendPrompt(panel, "Still here");
  await getAnswer(panel, "You said: Still here").waitFor();
  await openList(panel);
  const row = panel.getByRole("region", { name: "Inbox" }).getByRole("button");
  await row.filter({ hasText: "the model is unavailable" }).click();
  await panel.getByRole("region", { name: "Inbox" }).waitFor({ state: "detached" });
  await panel.getByRole("button", { name: /The front/ }).waitFor();
});

it("keeps the draft of each agent", async () => {
  const { panel, pick, runCommand } = await startTwoAgents();
  await getField(panel).fill("For the front");
  pick("The back");
  await runCommand("acpStore.newSession");
  await expect.poll(() => getField(panel).inputValue()).toBe("");
  await openList(panel);
  const sessions = panel.getByRole("list", { name: "Sessions of The front" });
  await sessions.locator(".acp-session-open").click();
  await expect.poll(() => getField(panel).inputValue()).toBe("For the front");
});

it("continues a session with another agent, and links both sessions", async () => {
  const { panel, findViolations, errors } = await startTwoAgents();
  await sendPrompt(panel, "Hello");
  await getAnswer(panel, "You said: Hello").waitFor();
  await openList(panel);
  await panel.getByRole("button", { name: "More actions for Hello" }).click();
  await panel.getByRole("menuitem", { name: "Continue with another agent…" }).click();
  const dialog = panel.getByRole("dialog", { name: "Continue with another agent" });
  await dialog.getByRole("tabpanel").filter({ hasText: "You said: Hello" }).waitFor();
  expect(await findViolations()).toEqual([]);
  await dialog.getByRole("textbox").fill("Go on with it");
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await getAnswer(panel, /You said: [^]*Go on with it/).waitFor();
  await panel.getByRole("button", { name: /^Continued from The front/ }).click();
  await getAnswer(panel, /^You said: Hello/).waitFor();
  await panel.getByRole("button", { name: "Continued with The back" }).click();
  await getAnswer(panel, /Go on with it/).waitFor();
  expect(errors).toEqual([]);
});
