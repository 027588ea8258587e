import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { acpPlugin } from "@acp-store/vue";
import { configure, fireEvent, render, screen } from "@testing-library/vue";
import { describe, expect, it } from "vitest";
import AgentPanel from "./AgentPanel.vue";

// A busy machine may need more than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

/** Shows the panel with a scripted agent. */
async function openPanel(onPrompt: (turn: Turn) => Promise<void>) {
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  const persistence = persistSessions(store, memoryStorage());
  render(AgentPanel, {
    props: {
      sessionId,
      prompt: (text: string) => void connection.prompt(sessionId, text),
      cancel: () => void connection.cancel(sessionId),
    },
    global: { plugins: [[acpPlugin, { store, persistence }]] },
  });
}

describe("the example panel", () => {
  it("shows a turn, and answers its permission request", async () => {
    await openPanel(async (turn) => {
      await turn.plan(["Read", "Edit"]);
      await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
      await turn.say("Fixed.");
    });
    await fireEvent.update(screen.getByRole("textbox"), "Fix the typo");
    await fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Fix the typo");
    await fireEvent.click(await screen.findByRole("button", { name: "Allow" }));
    await screen.findByText("Edit /project/a.txt: completed");
    await screen.findByText("Fixed.");
    expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
    await screen.findByRole("button", { name: "Send" });
  });
});

it.each(["AgentPanel", "MessageRow", "ToolCallRow"])("has %s in the README", (name) => {
  const folder = import.meta.dirname;
  const readme = readFileSync(join(folder, "../../README.md"), "utf8");
  const file = readFileSync(join(folder, `${name}.vue`), "utf8");
  expect(readme).toContain(`\`\`\`vue\n${file}\`\`\``);
});
