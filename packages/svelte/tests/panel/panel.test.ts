import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { fireEvent, screen } from "@testing-library/svelte";
import { compile } from "svelte/compiler";
import { describe, expect, it } from "vitest";
import { renderInside } from "../support.svelte.js";
import AgentPanel from "./AgentPanel.svelte";

/** Shows the panel with a scripted agent. */
async function openPanel(onPrompt: (turn: Turn) => Promise<void>) {
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  const props = {
    sessionId,
    prompt: (text: string) => void connection.prompt(sessionId, text),
    cancel: () => void connection.cancel(sessionId),
  };
  renderInside(AgentPanel, props, {
    view: store,
    persistence: persistSessions(store, memoryStorage()),
  });
}

describe("the example panel", () => {
  it("shows a turn, and answers its permission request", async () => {
    await openPanel(async (turn) => {
      await turn.plan(["Read", "Edit"]);
      await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
      await turn.say("Fixed.");
    });
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "Fix the typo" } });
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Fix the typo");
    await fireEvent.click(await screen.findByRole("button", { name: "Allow" }));
    await screen.findByText("Edit /project/a.txt: completed");
    await screen.findByText("Fixed.");
    expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
    expect(screen.getByRole("list", { name: "Plan" }).textContent).toContain("Read");
    await screen.findByRole("button", { name: "Send" });
  });
});

const folder = import.meta.dirname;
const readme = readFileSync(join(folder, "../../README.md"), "utf8");

it.each(["AgentPanel", "MessageRow", "ToolCallRow"])("has %s in the README", (name) => {
  const file = readFileSync(join(folder, `${name}.svelte`), "utf8");
  expect(readme).toContain(`\`\`\`svelte\n${file}\`\`\``);
});

it("has components in the README that compile without warnings", () => {
  const blocks = [...readme.matchAll(/^```svelte\n([\s\S]*?)^```$/gm)];
  const warnings = blocks.flatMap(([, source = ""]) => compile(source, {}).warnings);
  expect(blocks).toHaveLength(4);
  expect(warnings).toEqual([]);
});
