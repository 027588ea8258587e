import { type PendingElicitation, useSession } from "@acp-store/react";
import { createGate } from "@acp-store/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type SessionAgent,
  useComposer,
  useConnectionBanner,
  useConversation,
  useElicitationForm,
  usePanelActions,
  usePermissionDock,
  usePlanPanel,
  useQueuedPrompts,
  useSessionActions,
  useSessionElicitations,
  useSessionList,
  useTerminalOutput,
  useToolCallCard,
  useUsageMeter,
} from "../../src/index.js";
import { openSession } from "./openSession.js";

// The agent sends its updates at any time, as it does in an application.
const setActEnvironment = (isEnabled: boolean): void =>
  void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isEnabled });
beforeEach(() => setActEnvironment(false));
afterEach(() => setActEnvironment(true));

/** Clicks a button of the markup, once it can be clicked. */
async function click(name: string): Promise<void> {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button.ariaDisabled).not.toBe("true"));
  fireEvent.click(button);
}

function Conversation(): ReactElement {
  const { blocks, streamingIndex } = useConversation();
  return (
    <ol data-streaming={streamingIndex}>
      {blocks.map((block) => (
        <li key={block.key}>
          {block.type}
          {block.type === "tool_calls" &&
            block.calls.map(({ toolCallId }) => <Call key={toolCallId} id={toolCallId} />)}
        </li>
      ))}
    </ol>
  );
}

function Call({ id }: { readonly id: string }): ReactElement | null {
  const card = useToolCallCard({ id });
  return card ? (
    <button onClick={card.toggle}>
      {` ${card.title}, ${card.call.phase}, ${card.isOpen ? "open" : "closed"}`}
    </button>
  ) : null;
}

const listRows = (): (string | null)[] =>
  screen.getAllByRole("listitem").map(({ textContent }) => textContent);

function Composer(): ReactElement {
  const { fieldProps, isBusy, canSend, send, stop, commands, acceptCommand } = useComposer();
  return (
    <div>
      <textarea aria-label="Prompt" {...fieldProps} />
      {commands.commands.map(({ name }, index) => (
        <button key={name} onClick={() => acceptCommand(index)}>{`/${name}`}</button>
      ))}
      <button aria-disabled={!canSend} onClick={send}>
        Send
      </button>
      {isBusy && <button onClick={stop}>Stop</button>}
    </div>
  );
}

const type = (value: string): void =>
  void fireEvent.change(screen.getByRole("textbox", { name: "Prompt" }), { target: { value } });

function Dock(): ReactElement {
  const { pending, isArmed, dock, answer } = usePermissionDock();
  return (
    <div ref={dock}>
      {pending.map((permission) => (
        <section key={permission.permissionId} data-request tabIndex={-1}>
          {permission.options.map(({ optionId, kind }) => (
            <button
              key={optionId}
              aria-disabled={!isArmed}
              onClick={() => answer(permission, optionId)}
            >
              {`${permission.toolCall?.title ?? ""}: ${kind}`}
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}

function Form({ elicitation }: { readonly elicitation: PendingElicitation }): ReactElement {
  const { fields, submit, decline } = useElicitationForm(elicitation);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {fields.map(({ name, label }) => (
        <input key={name} name={name} aria-label={label} />
      ))}
      <button>Answer</button>
      <button type="button" onClick={decline}>
        Decline
      </button>
    </form>
  );
}

function Forms({ sessionId }: { readonly sessionId: string }): ReactElement[] {
  return useSessionElicitations(sessionId).map((elicitation) => (
    <Form key={elicitation.elicitationId} elicitation={elicitation} />
  ));
}

function Queue(): ReactElement {
  const { prompts, move, remove, sendNow } = useQueuedPrompts();
  return (
    <ol>
      {prompts.map((prompt, index) => {
        const [block] = prompt.prompt;
        const text = block?.type === "text" ? block.text : "";
        return (
          <li key={prompt.id}>
            {text}
            <button aria-label={`Up ${text}`} onClick={() => move(prompt, index - 1)} />
            <button aria-label={`Remove ${text}`} onClick={() => remove(prompt)} />
            <button aria-label={`Send ${text}`} onClick={() => sendNow?.(prompt)} />
          </li>
        );
      })}
    </ol>
  );
}

function Progress(): ReactElement {
  const { entries, done, current } = usePlanPanel();
  return <progress value={done} max={entries.length} aria-label={current?.content ?? "Done"} />;
}

function Usage(): ReactElement {
  const usage = useUsageMeter();
  return <p>{usage === undefined ? "No usage" : `${usage.percent} % of ${usage.size}`}</p>;
}

function Sessions({ agent }: { readonly agent: SessionAgent }): ReactElement {
  const [sessionId, onShow] = useState<string>();
  const { actions } = useSessionActions({ agent, cwd: "/project", sessionId, onShow });
  const { sessions, setQuery, list } = useSessionList({ actions });
  return (
    <>
      <button onClick={() => actions.newSession?.()}>New</button>
      <input aria-label="Filter" onChange={({ target }) => setQuery(target.value)} />
      <ul ref={list}>
        {sessions.map(({ entry, title }) => (
          <li key={entry.sessionId} aria-current={entry.sessionId === sessionId}>
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}

function Command(): ReactElement {
  const terminalId = useSession((session) => [...(session?.terminals.keys() ?? [])][0]);
  const output = useTerminalOutput(terminalId ?? "");
  return <output>{output && `${output.text.trim()}, ${output.exit ?? "running"}`}</output>;
}

function ConnectionState(): ReactElement {
  const state = useConnectionBanner();
  const reason = state?.type === "closed" ? state.reason : undefined;
  return <p>{[state?.type ?? "usable", reason].join(": ")}</p>;
}

function Actions(): ReactElement {
  const actions = usePanelActions();
  const [rejection, setRejection] = useState<string>();
  const prompt = async (): Promise<void> =>
    setRejection((await actions?.prompt([{ type: "text", text: "Hello" }])) ?? "accepted");
  return (
    <>
      <button onClick={() => void prompt()}>Prompt</button>
      <button onClick={() => actions?.cancel()}>Cancel</button>
      <p>{rejection}</p>
    </>
  );
}

describe.each([1, 2] as const)("markup of an application with the hooks, version %i", (version) => {
  it("lists the rows of a conversation, and the phase of each tool call", async () => {
    const { agent, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          await turn.say("I read the file.");
          await turn.read("/project/a.ts", "text");
          await turn.say("Done.");
        },
      },
      () => <Conversation />,
    );
    agent.prompt(sessionId, "Read it").catch(() => {});
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(5));
    const [, , call] = listRows();
    expect(call).toMatch(/^tool_calls .+, completed, closed$/);
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByRole("button").textContent).toMatch(/open$/);
    expect(listRows().filter((row) => row === "message").length).toBe(3);
    expect(listRows().at(-1)).toBe("turn_end");
  });

  it("answers a permission request once it accepts an answer", async () => {
    const { store, agent, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          const edit = { path: "/project/a.ts", oldText: "a", newText: "b", title: "Edit a" };
          await turn.say((await turn.edit(edit)) ? "Allowed" : "Rejected");
        },
      },
      () => <Dock />,
    );
    const done = agent.prompt(sessionId, "Edit it");
    await click("Edit a: allow_once");
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    await done;
    const messages = [...(store.getState().sessions.get(sessionId)?.messages.values() ?? [])];
    expect(messages.at(-1)?.content).toEqual([expect.objectContaining({ text: "Allowed" })]);
  });

  it("fills in a form of the agent", async () => {
    const answers: unknown[] = [];
    const { agent, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          const properties = { name: { type: "string", title: "Name" } } as const;
          answers.push(await turn.askForm({ message: "Who?", properties }));
        },
      },
      (opened) => <Forms sessionId={opened.sessionId} />,
    );
    const done = agent.prompt(sessionId, "Ask me");
    fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), {
      target: { value: "Robin" },
    });
    await click("Answer");
    await waitFor(() => expect(answers).toEqual([{ name: "Robin" }]));
    await done;
  });

  it("sends a prompt with Enter, queues the next one, and stops the turn", async () => {
    const gate = createGate();
    const prompts: string[] = [];
    const { store, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          prompts.push(turn.text);
          await turn.hold(gate);
        },
      },
      () => <Composer />,
    );
    type("First");
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
    await waitFor(() => expect(prompts).toEqual(["First"]));
    await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(""));
    type("Second");
    await click("Send");
    const session = () => store.getState().sessions.get(sessionId);
    await waitFor(() => expect(session()?.queue.length).toBe(1));
    await click("Stop");
    await waitFor(() =>
      expect([...(session()?.turns.values() ?? [])][0]?.stopReason).toBe("cancelled"),
    );
  });

  it("completes a slash command", async () => {
    await openSession(
      version,
      { commands: [{ name: "review", description: "Reviews the changes" }] },
      () => <Composer />,
    );
    await waitFor(() => {
      type("/re");
      screen.getByRole("button", { name: "/review" });
    });
    await click("/review");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("/review ");
  });

  it("moves queued prompts, removes one, and sends another", async () => {
    const gate = createGate();
    const prompts: string[] = [];
    const { agent, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          prompts.push(turn.text);
          if (prompts.length === 1) await turn.hold(gate);
        },
      },
      () => <Queue />,
    );
    for (const text of ["Begin", "One", "Two", "Three"])
      agent.prompt(sessionId, text).catch(() => {});
    await waitFor(() => expect(listRows()).toEqual(["One", "Two", "Three"]));
    await click("Up Three");
    await waitFor(() => expect(listRows()).toEqual(["One", "Three", "Two"]));
    await click("Remove One");
    await waitFor(() => expect(listRows()).toEqual(["Three", "Two"]));
    await click("Send Two");
    await waitFor(() => expect(prompts.slice(0, 2)).toEqual(["Begin", "Two"]));
  });

  it("shows the progress of a plan, and the used context", async () => {
    const { agent, sessionId } = await openSession(
      version,
      {
        async onPrompt(turn) {
          await turn.usage(50, 200);
          await turn.plan([
            { content: "Read", priority: "low", status: "completed" },
            { content: "Write", priority: "low", status: "in_progress" },
          ]);
        },
      },
      () => (
        <>
          <Progress />
          <Usage />
        </>
      ),
    );
    screen.getByText("No usage");
    agent.prompt(sessionId, "Plan it").catch(() => {});
    const progress = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Write" });
    expect([progress.value, progress.max]).toEqual([1, 2]);
    expect(await screen.findByText("25 % of 200")).toBeDefined();
  });

  it("opens sessions, and filters their list", async () => {
    const { agent, sessionId } = await openSession(version, {}, (opened) => (
      <Sessions agent={opened.agent} />
    ));
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(1));
    await click("New");
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(2));
    await waitFor(() => expect(screen.getAllByRole("listitem", { current: true }).length).toBe(1));
    agent.setSessionTitle(sessionId, "Cart").catch(() => {});
    expect(await screen.findByText("Cart")).toBeDefined();
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "car" } });
    await waitFor(() => expect(listRows()).toEqual(["Cart"]));
  });

  it("tells when the connection is closed, and why", async () => {
    const { store } = await openSession(version, {}, () => <ConnectionState />);
    expect(await screen.findByText("usable:")).toBeDefined();
    store.disconnect("The agent was stopped");
    expect(await screen.findByText("closed: The agent was stopped")).toBeDefined();
  });

  it("sends and cancels prompts of the nearest session", async () => {
    const gate = createGate();
    const { store, sessionId } = await openSession(
      version,
      { onPrompt: async (turn) => turn.hold(gate) },
      () => <Actions />,
    );
    await click("Prompt");
    expect(await screen.findByText("accepted")).toBeDefined();
    await click("Cancel");
    await waitFor(() =>
      expect([...(store.getState().sessions.get(sessionId)?.turns.values() ?? [])]).toEqual([
        expect.objectContaining({ stopReason: "cancelled" }),
      ]),
    );
  });
});

// In version 1, a terminal belongs to the client.
it("follows the output of a command, and shows how it ended", async () => {
  const gate = createGate();
  const { agent, sessionId } = await openSession(
    2,
    {
      async onPrompt(turn) {
        const call = await turn.call({ title: "Test", kind: "execute", status: "in_progress" });
        const terminal = await call.openTerminal("npm test");
        await terminal.write("1 failed");
        await turn.hold(gate);
        await terminal.exit({ exitCode: 1, signal: null });
        await call.fail();
      },
    },
    () => <Command />,
  );
  expect(screen.getByRole("status").textContent).toBe("");
  agent.prompt(sessionId, "Test it").catch(() => {});
  expect(await screen.findByText("1 failed, running")).toBeDefined();
  gate.open();
  expect(await screen.findByText("1 failed, Exit code 1")).toBeDefined();
});
