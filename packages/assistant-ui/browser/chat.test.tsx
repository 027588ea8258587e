import { type AgentConnection, connectAgent } from "@acp-store/client";
import type { AcpRuntimeOptions } from "@acp-store/assistant-ui";
import { createAcpStore, selectSession, selectTurn } from "@acp-store/core";
import { createMirror, hostMirrors, portLink } from "@acp-store/mirror";
import { type AgentScript, createGate, memoryTranscripts, scriptedAgent } from "@acp-store/testing";
import { SimpleImageAttachmentAdapter } from "@assistant-ui/react";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import recording from "../../core/tests/fixtures/recordings/claude-basic.jsonl?raw";
import subagents from "../../core/tests/fixtures/recordings/claude-subagent-unstable.jsonl?raw";
import { Chat } from "./support/Chat.js";

type Options = Partial<Omit<AcpRuntimeOptions, "store">>;

/** Shows a session of a scripted agent, which answers over a real connection. */
async function openChat(script: AgentScript, options: Options = {}) {
  const store = createAcpStore();
  const scripted = scriptedAgent(script);
  const agent = await connectAgent(store, scripted.connect);
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  render(<Chat store={store} agent={agent} sessionId={sessionId} {...options} />);
  return { store, agent, sessionId };
}

const agentOfNothing = {
  prompt: () => Promise.reject(new Error("This session is a recording.")),
  cancel: () => Promise.resolve(),
};

function send(text: string): void {
  const input = screen.getByRole("textbox", { name: "Message" });
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: "Enter" });
}

const click = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole("button", { name }));

describe("a recording", () => {
  it("is shown with its messages, tool calls, diffs and answers", () => {
    const store = createAcpStore({ scheduler: "sync" });
    for (const line of recording.trimEnd().split("\n")) store.observe(JSON.parse(line));
    const [sessionId] = store.getState().sessions.keys();
    render(<Chat store={store} agent={agentOfNothing} sessionId={sessionId} />);
    expect(screen.getAllByRole("article").map((message) => message.ariaLabel)).toEqual([
      "You",
      "Agent",
      "You",
      "Agent",
    ]);
    const conversation = within(screen.getByRole("log"));
    expect(conversation.getAllByRole("region").map((part) => part.ariaLabel)).toEqual([
      "read",
      "read",
      "edit",
      "execute",
      "read",
      "execute",
      "search",
      "edit",
    ]);
    const [edit] = conversation.getAllByRole("region", { name: "edit" });
    expect(edit?.querySelector("ins")?.textContent).toContain("Hello");
    expect(edit?.textContent).toContain("Edit src/greet.js: completed");
    expect(conversation.getAllByText("Allowed").length).toBeGreaterThan(1);
    expect(conversation.getByText("Data: plan")).toBeDefined();
  });

  it("shows the conversation of a subagent inside its part", () => {
    const store = createAcpStore({ scheduler: "sync" });
    for (const line of subagents.trimEnd().split("\n")) store.observe(JSON.parse(line));
    const [sessionId] = store.getState().sessions.keys();
    render(<Chat store={store} agent={agentOfNothing} sessionId={sessionId} />);
    const subagent = within(screen.getByRole("region", { name: "subagent" }));
    expect(subagent.getAllByRole("region", { name: "read" })).toHaveLength(2);
    expect(subagent.getByText("Allowed")).toBeDefined();
  });
});

describe("a conversation with an agent", () => {
  it("streams text, runs a tool after the user has allowed it, and stops", async () => {
    const gate = createGate();
    const { store, sessionId } = await openChat({
      onPrompt: async (turn) => {
        await turn.say(`You said: ${turn.text}.`);
        const isAllowed = await turn.edit({ path: "/a.txt", oldText: "teh", newText: "the" });
        await turn.say(isAllowed ? "Fixed." : "Left alone.");
        await turn.hold(gate);
      },
    });
    send("Hello");
    expect(await screen.findByText("You said: Hello.")).toBeDefined();
    const edit = within(await screen.findByRole("region", { name: "edit" }));
    expect(await edit.findByText("requires-action")).toBeDefined();
    expect(edit.getByText(/the/, { selector: "ins" })).toBeDefined();
    fireEvent.click(edit.getByRole("button", { name: "Allow" }));
    expect(await edit.findByText("Allowed")).toBeDefined();
    expect(await screen.findByText("Fixed.")).toBeDefined();
    expect(edit.queryByRole("button")).toBeNull();
    await gate.reached;
    await click("Stop");
    await expect.poll(() => selectTurn(store.getState(), sessionId)?.stopReason).toBe("cancelled");
    await expect
      .poll(() => screen.getByRole("button", { name: "Stop" }))
      .toHaveProperty("disabled", true);
  });

  it("answers a permission request of a subagent", async () => {
    await openChat({
      onPrompt: async (turn) => {
        const subagent = await turn.subagent("Run the tests");
        const isAllowed = await subagent.run({ command: "npm test", output: "5 passed\n" });
        await subagent.end();
        await turn.say(isAllowed ? "They pass." : "Not run.");
      },
    });
    send("Test");
    const subagent = within(await screen.findByRole("region", { name: "subagent" }));
    fireEvent.click(await subagent.findByRole("button", { name: "Allow" }));
    expect(await screen.findByText("They pass.")).toBeDefined();
    expect(await subagent.findByText(/5 passed/)).toBeDefined();
    expect(subagent.getByText("Allowed")).toBeDefined();
  });

  it("shows the error of a turn that failed", async () => {
    const onError = vi.fn();
    await openChat(
      {
        onPrompt: () => {
          throw new Error("The model is overloaded");
        },
      },
      { onError },
    );
    send("Hello");
    expect((await screen.findByRole("alert")).textContent).toContain("The model is overloaded");
    await expect.poll(() => onError).toHaveBeenCalledOnce();
  });

  it("sends an attached image", async () => {
    const adapters = { attachments: new SimpleImageAttachmentAdapter() };
    const { store, sessionId } = await openChat(
      { onPrompt: (turn) => turn.say("Nice.") },
      { adapters },
    );
    const clicked = new Promise<HTMLInputElement>((resolve) => {
      vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (
        this: HTMLInputElement,
      ) {
        resolve(this);
      });
    });
    await click("Attach");
    const picker = await clicked;
    vi.restoreAllMocks();
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([1, 2, 3])], "a.png", { type: "image/png" }));
    picker.files = files.files;
    fireEvent.change(picker);
    await screen.findByText("a.png");
    send("Look");
    expect(await screen.findByText("Nice.")).toBeDefined();
    const [prompt] = selectSession(store.getState(), sessionId)?.messages.values() ?? [];
    expect(prompt?.content).toEqual([
      { type: "text", text: "Look" },
      { type: "image", data: "AQID", mimeType: "image/png" },
    ]);
  });
});

describe("the queue", () => {
  const hold = () => {
    const gate = createGate();
    const script: AgentScript = {
      onPrompt: async (turn) => {
        if (turn.text === "First") await turn.hold(gate);
        await turn.say(`Did: ${turn.text}.`);
      },
    };
    return { gate, script };
  };

  it("shows the prompts that wait, lets the user reorder and remove them, and sends them", async () => {
    const { gate, script } = hold();
    await openChat(script);
    send("First");
    await gate.reached;
    for (const text of ["Second", "Third", "Fourth"]) {
      send(text);
      await within(screen.getByRole("form")).findByText(text, { selector: "span" });
    }
    const [second, , fourth] = screen.getAllByRole("listitem");
    fireEvent.click(within(fourth as HTMLElement).getByRole("button", { name: "Send next" }));
    fireEvent.click(within(second as HTMLElement).getByRole("button", { name: "Remove" }));
    await expect
      .poll(() => screen.getAllByRole("listitem").map((item) => item.textContent))
      .toEqual(["FourthSend nextRemove", "ThirdSend nextRemove"]);
    gate.open();
    expect(await screen.findByText("Did: Third.")).toBeDefined();
    expect(screen.getAllByText(/^Did/).map((text) => text.textContent)).toEqual([
      "Did: First.",
      "Did: Fourth.",
      "Did: Third.",
    ]);
    expect(screen.queryAllByRole("listitem")).toHaveLength(0);
  });

  it("stops the running turn for a message that the user sends with Ctrl+Shift+Enter", async () => {
    const { gate, script } = hold();
    const { store, sessionId } = await openChat(script);
    send("First");
    await gate.reached;
    const input = screen.getByRole("textbox", { name: "Message" });
    fireEvent.change(input, { target: { value: "Second" } });
    fireEvent.keyDown(input, { key: "Enter", ctrlKey: true, shiftKey: true });
    expect(await screen.findByText("Did: Second.")).toBeDefined();
    const [first] = selectSession(store.getState(), sessionId)?.turns.values() ?? [];
    expect(first?.stopReason).toBe("cancelled");
  });
});

describe("the thread list", () => {
  const old = {
    sessionId: "old",
    cwd: "/project",
    events: [
      {
        type: "prompt" as const,
        messageId: "m1",
        content: [{ type: "text" as const, text: "Hello" }],
      },
      { type: "message" as const, messageId: "m2", text: "Hello to you." },
      { type: "title" as const, title: "Greeting", updatedAt: "2026-01-01T00:00:00Z" },
    ],
  };

  /** Shows the session that the user has selected. */
  function Sessions({
    store,
    agent,
  }: Pick<AcpRuntimeOptions, "store"> & { agent: AgentConnection }): ReactElement {
    const [sessionId, setSessionId] = useState<string>();
    return (
      <Chat
        store={store}
        agent={agent}
        sessionId={sessionId}
        threadList={{ cwd: "/project", onSwitch: setSessionId }}
      />
    );
  }

  async function openSessions() {
    const store = createAcpStore();
    const scripted = scriptedAgent({
      storage: memoryTranscripts(old),
      onPrompt: (turn) => turn.say(`Did: ${turn.text}.`),
    });
    const agent = await connectAgent(store, scripted.connect);
    await agent.listSessions();
    render(<Sessions store={store} agent={agent} />);
    return { store, agent };
  }

  it("loads a session of the agent, and switches between it and a new one", async () => {
    const { store } = await openSessions();
    expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
    await click("Greeting");
    expect(await screen.findByText("Hello to you.")).toBeDefined();
    await click("New session");
    await expect.poll(() => screen.queryByText("Hello to you.")).toBeNull();
    send("Go");
    expect(await screen.findByText("Did: Go.")).toBeDefined();
    await click("Greeting");
    expect(await screen.findByText("Hello to you.")).toBeDefined();
    expect(screen.queryByText("Did: Go.")).toBeNull();
    expect(store.getState().sessions.size).toBe(2);
  });

  it("moves a session to the archive and back", async () => {
    await openSessions();
    await click("Archive");
    const archive = screen.getByRole("region", { name: "Archive" });
    expect(await within(archive).findByText("Greeting")).toBeDefined();
    await click("Unarchive");
    await expect.poll(() => within(archive).queryByText("Greeting")).toBeNull();
    expect(screen.getByText("Greeting")).toBeDefined();
  });

  it("replaces the messages of a session that is loaded again, without branches", async () => {
    const { agent, store } = await openSessions();
    await click("Greeting");
    await screen.findByText("Hello to you.");
    await agent.prompt("old", "Go");
    await screen.findByText("Did: Go.");
    await agent.loadSession({ sessionId: "old", cwd: "/project" });
    store.flush();
    await expect.poll(() => screen.getAllByRole("article")).toHaveLength(4);
    expect(screen.getAllByRole("article").map((message) => message.textContent)).toEqual([
      "Hello",
      "Hello to you.",
      "Go",
      "Did: Go.",
    ]);
  });
});

describe("a mirror", () => {
  it("shows the session of its owner, sends prompts, and answers a permission request", async () => {
    const store = createAcpStore();
    const scripted = scriptedAgent({
      onPrompt: async (turn) => {
        const isAllowed = await turn.edit({ path: "/a.txt", oldText: "teh", newText: "the" });
        await turn.say(isAllowed ? "Fixed." : "Left alone.");
      },
    });
    const agent = await connectAgent(store, scripted.connect);
    const { sessionId } = await agent.newSession({ cwd: "/project" });
    const { port1, port2 } = new MessageChannel();
    hostMirrors(store, { agent }).connect(portLink(port1), { may: () => true });
    const mirror = createMirror(() => portLink(port2));
    await mirror.open(sessionId);
    render(<Chat store={mirror} agent={mirror.actions} sessionId={sessionId} />);
    send("Fix it");
    await click("Allow");
    expect(await screen.findByText("Fixed.")).toBeDefined();
    expect(store.getState().sessions.get(sessionId)?.permissions.size).toBe(1);
    // A later request is answered after the prompt.
    await expect.poll(() => mirror.getState().sessions.get(sessionId)?.openTurns.length).toBe(0);
    await mirror.actions.cancel(sessionId);
    mirror.close();
  });
});
