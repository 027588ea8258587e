import { createAcpStore, selectPendingElicitations } from "@acp-store/core";
import { AcpStoreProvider, useSession } from "@acp-store/react";
import { createGate, type Gate } from "@acp-store/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ElicitationPrompt, SubagentCard } from "../../src/index.js";
import { Announcer } from "../../src/panel/Announcer.js";
import { ElicitationDock } from "../../src/elicitation/ElicitationDock.js";
import { PermissionDock } from "../../src/permission/PermissionDock.js";
import { SubagentList } from "../../src/subagent/SubagentList.js";
import { openSession } from "../hooks/openSession.js";

/** Shows the working subagents, the cards of all subagents, and the requests. */
function Parts() {
  const ids = useSession((session) => [...(session?.subagents.keys() ?? [])]);
  return (
    <>
      <SubagentList />
      {ids.map((id) => (
        <SubagentCard key={id} sessionId={id} />
      ))}
      <PermissionDock />
      <ElicitationDock />
      <Announcer />
    </>
  );
}

/** Opens a session whose agent starts a subagent that reads a file until the gate opens. */
async function openWithSubagent(version: 1 | 2, gate: Gate = createGate()) {
  const opened = await openSession(
    version,
    {
      async onPrompt(turn) {
        const subagent = await turn.subagent("Explore sources");
        try {
          await subagent.usage(5_200, 200_000);
          const call = await subagent.call({
            title: "Read main.ts",
            kind: "read",
            status: "in_progress",
          });
          await subagent.hold(gate);
          await call.complete();
        } catch (error) {
          if (turn.signal.aborted) throw error;
        }
        await subagent.end();
        await turn.say("All done.");
      },
    },
    () => <Parts />,
  );
  const prompt = opened.agent.prompt(opened.sessionId, [{ type: "text", text: "Go" }]);
  await screen.findByText("1 subagent running");
  return { ...opened, gate, prompt };
}

it.each([1, 2] as const)(
  "lists a working subagent with its tool call in version %s",
  async (version) => {
    const { gate, prompt } = await openWithSubagent(version);
    fireEvent.click(screen.getByRole("button", { name: "1 subagent running" }));
    const list = screen.getByRole("list", { name: "Subagents" });
    const row = within(list).getByRole("button", { name: /^Explore sources/ });
    await waitFor(() => expect(row.textContent).toContain("Read main.ts"));
    expect(row.textContent).toContain("5.2k tokens");
    expect(row.textContent).toContain("Running");
    gate.open();
    await act(() => prompt);
    await waitFor(() => expect(screen.queryByText(/subagents? running/)).toBeNull());
    const card = screen.getByRole("article", { name: "Explore sources" });
    expect(card.textContent).toContain("Done");
  },
);

it.each([1, 2] as const)("stops one subagent, and not its turn, in version %s", async (version) => {
  const { prompt, store, sessionId } = await openWithSubagent(version);
  const card = screen.getByRole("article", { name: "Explore sources" });
  fireEvent.click(within(card).getByRole("button", { name: "Stop Explore sources" }));
  await act(() => prompt);
  await waitFor(() => expect(card.textContent).toMatch(/Cancelled|Done/));
  expect(within(card).queryByRole("button", { name: /^Stop/ })).toBeNull();
  const [turn] = store.getState().sessions.get(sessionId)?.turns.values() ?? [];
  expect(turn?.stopReason).toBe("end_turn");
});

it("offers no Stop for a subagent that the agent cannot stop alone", async () => {
  const { store, agent, sessionId } = await openSession(1, {}, () => <Parts />);
  act(() => {
    store.ingest({
      sessionId,
      update: {
        sessionUpdate: "subagent_update",
        sessionId: "child",
        title: "Explore",
        state: { state: "running" },
      },
    });
  });
  expect(agent).toBeDefined();
  await screen.findByRole("article", { name: "Explore" });
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
});

it("shows a subagent that never ended as unfinished", async () => {
  const { agent, sessionId } = await openSession(
    1,
    {
      onPrompt: (turn) =>
        turn.send({
          sessionUpdate: "subagent_update",
          sessionId: "child",
          title: "Explore",
          state: { state: "running" },
        }),
    },
    () => <Parts />,
  );
  await act(() => agent.prompt(sessionId, [{ type: "text", text: "Go" }]));
  const card = await screen.findByRole("article", { name: "Explore" });
  await waitFor(() => expect(card.textContent).toContain("Unfinished"));
  expect(screen.queryByText(/subagents? running/)).toBeNull();
});

it("names the subagent that asks for permission or input", async () => {
  const { agent, sessionId, store } = await openSession(
    1,
    {
      async onPrompt(turn) {
        const subagent = await turn.subagent("Explore");
        await subagent.run({ command: "npm test" });
        await subagent.end();
        await turn.run({ command: "git push" });
      },
    },
    () => <Parts />,
  );
  const prompt = agent.prompt(sessionId, [{ type: "text", text: "Go" }]);
  const request = await screen.findByRole("group", { name: /npm test/ });
  expect(request.textContent).toContain("Subagent Explore asks");
  expect(screen.getByRole("group", { name: "Subagent Explore asks npm test" })).toBe(request);
  expect(document.querySelector("[aria-live=assertive]")?.textContent).toBe(
    "Subagent Explore asks. 1 permission request: npm test",
  );
  const answer = () => {
    for (const session of store.getState().sessions.values())
      for (const id of session.pendingPermissions) {
        const option = session.permissions.get(id)?.options[0]?.optionId ?? "";
        store.respondToPermission(id, option);
      }
  };
  act(answer);
  const own = await screen.findByRole("group", { name: "git push" });
  expect(own.textContent).not.toContain("asks");
  act(answer);
  await act(() => prompt);
});

it("shows an elicitation of no session outside of a session", async () => {
  const store = createAcpStore();
  void store.requestElicitation({ mode: "form", message: "Which key?", requestedSchema: {} });
  const [elicitation] = selectPendingElicitations(store.getState());
  if (elicitation === undefined) throw new Error("There is no elicitation.");
  render(
    <AcpStoreProvider store={store}>
      <ElicitationPrompt elicitation={{ ...elicitation, respond: () => {} }} isDisabled={false} />
    </AcpStoreProvider>,
  );
  expect(await screen.findByRole("group", { name: "Which key?" })).toBeDefined();
});
