import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { AcpSessionProvider } from "@acp-store/solid";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { fireEvent, screen } from "@solidjs/testing-library";
import { describe, expect, it } from "vitest";
import { renderInside } from "../support.jsx";
import { AgentPanel } from "./AgentPanel.jsx";

/** Shows the panel with a scripted agent. */
async function openPanel(onPrompt: (turn: Turn) => Promise<void>) {
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  const prompt = (text: string) => void connection.prompt(sessionId, text);
  const cancel = () => void connection.cancel(sessionId);
  const panel = () => (
    <AcpSessionProvider sessionId={sessionId}>
      <AgentPanel prompt={prompt} cancel={cancel} />
    </AcpSessionProvider>
  );
  renderInside(store, panel, persistSessions(store, memoryStorage()));
}

describe("the example panel", () => {
  it("shows a turn, and answers its permission request", async () => {
    await openPanel(async (turn) => {
      await turn.plan(["Read", "Edit"]);
      await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
      await turn.say("Fixed.");
    });
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Fix the typo" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Fix the typo");
    fireEvent.click(await screen.findByRole("button", { name: "Allow" }));
    await screen.findByText("Edit /project/a.txt: completed");
    await screen.findByText("Fixed.");
    expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
    expect(screen.getByRole("list", { name: "Plan" }).textContent).toContain("Read");
    await screen.findByRole("button", { name: "Send" });
  });
});

it("has the panel in the README", () => {
  const folder = import.meta.dirname;
  const readme = readFileSync(join(folder, "../../README.md"), "utf8");
  const file = readFileSync(join(folder, "AgentPanel.tsx"), "utf8");
  expect(readme).toContain(`\`\`\`tsx\n${file}\`\`\``);
});
