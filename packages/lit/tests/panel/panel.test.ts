import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { provideAcpPersistence, provideAcpStore } from "@acp-store/lit";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { configure, fireEvent, type queries, waitFor, within } from "@testing-library/dom";
import { describe, expect, it } from "vitest";
import { AgentPanel } from "./AgentPanel.js";

// A busy machine may need more than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

/** Shows the panel with a scripted agent. */
async function openPanel(onPrompt: (turn: Turn) => Promise<void>): Promise<AgentPanel> {
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  const provider = document.createElement("div");
  document.body.append(provider);
  provideAcpStore(provider, store);
  provideAcpPersistence(provider, persistSessions(store, memoryStorage()));
  const panel = new AgentPanel();
  panel.sessionId = sessionId;
  panel.prompt = (text) => void connection.prompt(sessionId, text);
  panel.cancel = () => void connection.cancel(sessionId);
  provider.append(panel);
  await panel.updateComplete;
  return panel;
}

/** Returns the queries of the elements inside a shadow root. */
function inside({ shadowRoot }: Element) {
  if (shadowRoot === null) throw new Error("The element has no shadow root.");
  // The queries need no more than the methods of a parent node.
  return within<typeof queries>(shadowRoot as ParentNode as HTMLElement);
}

describe("the example panel", () => {
  it("shows a turn, and answers its permission request", async () => {
    const panel = await openPanel(async (turn) => {
      await turn.plan(["Read", "Edit"]);
      await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
      await turn.say("Fixed.");
    });
    const screen = inside(panel);
    const rows = (): (string | undefined)[] =>
      [...(panel.shadowRoot?.querySelectorAll("message-row, tool-call-row") ?? [])].map((row) =>
        row.shadowRoot?.textContent.trim(),
      );
    fireEvent.input(screen.getByRole("textbox"), { target: { value: "Fix the typo" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    fireEvent.click(await screen.findByRole("button", { name: "Allow" }));
    await waitFor(() =>
      expect(rows()).toEqual(["Fix the typo", "Edit /project/a.txt: completed", "Fixed."]),
    );
    expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
    expect(screen.getByRole("list", { name: "Plan" }).textContent).toContain("Read");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("");
    await screen.findByRole("button", { name: "Send" });
  });
});

it("has the panel in the README", () => {
  const folder = import.meta.dirname;
  const readme = readFileSync(join(folder, "../../README.md"), "utf8");
  expect(readme).toContain(
    `\`\`\`ts\n${readFileSync(join(folder, "AgentPanel.ts"), "utf8")}\`\`\``,
  );
});
