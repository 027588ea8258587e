import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { createGate, scriptedAgent, type Turn } from "@acp-store/testing";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import recording from "../../core/tests/fixtures/recordings/claude-basic.jsonl?raw";
import subagents from "../../core/tests/fixtures/recordings/claude-subagent-unstable.jsonl?raw";
import { Conversation } from "./support/Conversation.js";

function showRecording(text: string): void {
  const store = createAcpStore({ scheduler: "sync" });
  for (const line of text.trimEnd().split("\n")) store.observe(JSON.parse(line));
  const [sessionId = ""] = store.getState().sessions.keys();
  render(<Conversation store={store} sessionId={sessionId} />);
}

/** Shows a session of a scripted agent, and sends it a prompt. */
async function openConversation(onPrompt: (turn: Turn) => Promise<void>) {
  const store = createAcpStore();
  const agent = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  render(<Conversation store={store} sessionId={sessionId} />);
  return { agent, sessionId, result: agent.prompt(sessionId, "Fix the typo") };
}

describe("a recording", () => {
  it("is shown with its messages and the states of its tools", () => {
    showRecording(recording);
    expect(screen.getAllByRole("article").map((message) => message.ariaLabel)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(screen.getAllByRole("heading").map((tool) => tool.textContent)).toEqual([
      "Read src/greet.js: Completed",
      "Read src/index.js: Completed",
      "Edit src/greet.js: Completed",
      "node src/index.js ACP && echo done >&2: Completed",
      "Read src/missing.js: Error",
      "ls src/nope; exit 3: Error",
      'grep "greet": Error',
      "Write CHANGELOG.md: Completed",
    ]);
    expect(screen.getAllByText("Accepted").length).toBeGreaterThan(1);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows the conversation of a subagent", () => {
    showRecording(subagents);
    const subagent = within(screen.getByRole("region", { name: "Subagent" }));
    expect(subagent.getAllByRole("region", { name: "tool-read" })).toHaveLength(2);
  });
});

describe("a conversation with an agent", () => {
  it("asks for permission during a turn, and shows the result", async () => {
    const { result } = await openConversation(async (turn) => {
      await turn.think("A typo.");
      const isAllowed = await turn.run({ command: "npm test", output: "5 passed\n" });
      await turn.say(isAllowed ? "Fixed." : "Left alone.");
    });
    const command = within(await screen.findByRole("region", { name: "tool-execute" }));
    expect(await command.findByText("npm test: Awaiting approval")).toBeDefined();
    fireEvent.click(command.getByRole("button", { name: "Allow" }));
    expect(await command.findByText("npm test: Completed")).toBeDefined();
    expect(command.getByText("Accepted")).toBeDefined();
    expect(command.getByText(/5 passed/)).toBeDefined();
    expect(await screen.findByText("Fixed.")).toBeDefined();
    await result;
    expect(screen.getByText("A typo.")).toBeDefined();
  });

  it("shows a rejection", async () => {
    const { result } = await openConversation(async (turn) => {
      await turn.edit({ path: "/a.txt", oldText: "teh", newText: "the" });
    });
    fireEvent.click(await screen.findByRole("button", { name: "Reject" }));
    expect(await screen.findByText("Edit /a.txt: Denied")).toBeDefined();
    expect(screen.getByText("Rejected")).toBeDefined();
    await result;
  });

  it("shows a tool call that the user has stopped", async () => {
    const gate = createGate();
    const { agent, sessionId, result } = await openConversation(async (turn) => {
      await turn.call({ title: "npm test", kind: "execute", status: "in_progress" });
      await turn.hold(gate);
    });
    await gate.reached;
    expect(await screen.findByText("npm test: Pending")).toBeDefined();
    await agent.cancel(sessionId);
    expect((await result).stopReason).toBe("cancelled");
    expect(await screen.findByText("npm test: Error")).toBeDefined();
  });
});
