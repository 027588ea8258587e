import {
  FleetProvider,
  FleetSession,
  useAgents,
  useFleet,
  useFleetSessions,
  useInbox,
  useOverviewCounts,
} from "@acp-store/fleet/react";
import { memoryStorage } from "@acp-store/persist";
import { useTimeline } from "@acp-store/react";
import type { FleetView, SessionRef } from "@acp-store/fleet";
import type { AgentScript } from "@acp-store/testing";
import { act, render, screen, waitFor as waitForScreen } from "@testing-library/react";
import { Profiler, type ReactNode, StrictMode } from "react";
import { describe, expect, it, vi } from "vitest";
import { countedFleet } from "../support/countedFleet.js";
import { testAgent, testFleet } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

const FOLDER = { cwd: "/w" };

function Overview() {
  const agents = useAgents().map(({ id, status }) => `${id} ${status}`);
  const rows = useInbox().map(({ kind, key }) => `${kind} ${key}`);
  const { finished } = useOverviewCounts();
  return (
    <p>
      {[...agents, ...rows, `${useFleetSessions().length} sessions`, `${finished} finished`].join(
        ", ",
      )}
    </p>
  );
}

function Conversation() {
  return <p>{`${useTimeline().length} messages`}</p>;
}

function Panel({
  renderError,
  ...session
}: SessionRef & { renderError?: (error: Error, retry: () => void) => ReactNode }) {
  return (
    <FleetSession {...session} fallback={<p>Loading</p>} {...(renderError && { renderError })}>
      <Conversation />
    </FleetSession>
  );
}

function show(fleet: FleetView, children: ReactNode) {
  return render(
    <StrictMode>
      <FleetProvider fleet={fleet}>{children}</FleetProvider>
    </StrictMode>,
  );
}

/** A fleet of one agent with a session of two messages, and a page that follows it. */
async function pageWithSession(script: Partial<AgentScript> = {}) {
  const owner = testFleet([testAgent("a", script)]);
  const { connection } = owner.get("a");
  const { sessionId } = await connection.newSession(FOLDER);
  await connection.prompt(sessionId, "Go");
  const opened = openPage(() => testServer(owner.fleet).openLink());
  await opened.whenLive();
  return { ...owner, ...opened, sessionId };
}

describe("a saved session", () => {
  it("is restored when a component shows it, in the process of the fleet and in a page", async () => {
    const storage = memoryStorage();
    const agent = testAgent("a");
    const before = testFleet([agent], { storage: () => storage });
    const { sessionId } = await before.get("a").connection.newSession(FOLDER);
    await before.get("a").connection.prompt(sessionId, "Go");
    await before.fleet.close();
    for (const isPage of [false, true]) {
      const { fleet } = testFleet([agent], { storage: () => storage });
      await fleet.restore();
      const { page, whenLive } = openPage(() => testServer(fleet).openLink());
      await whenLive();
      const { unmount } = show(isPage ? page : fleet, <Panel agentId="a" sessionId={sessionId} />);
      expect(screen.getByText("Loading")).toBeDefined();
      expect(await screen.findByText("2 messages")).toBeDefined();
      expect(agent.starts()).toBe(1);
      unmount();
    }
  });

  it("shows the error of its storage", async () => {
    const storage = memoryStorage();
    const agent = testAgent("a");
    const before = testFleet([agent], { storage: () => storage });
    const { sessionId } = await before.get("a").connection.newSession(FOLDER);
    await before.get("a").connection.prompt(sessionId, "Go");
    await before.fleet.close();
    const { fleet } = testFleet([agent], { storage: () => storage });
    await fleet.restore();
    const damaged = { epoch: Number.MAX_SAFE_INTEGER, snapshot: "damaged" };
    await storage.write({ id: `session/${sessionId}`, ...damaged });
    const renderError = ({ message }: Error) => <p>{message}</p>;
    show(fleet, <Panel agentId="a" {...{ sessionId, renderError }} />);
    expect(await screen.findByText(/damaged/)).toBeDefined();
  });
});

describe("a hook of a fleet", () => {
  it("shows a change in a component that is rendered before the others are notified", async () => {
    const { fleet, ask } = countedFleet();
    const Waiting = () => <p>{`${useOverviewCounts().waiting} waiting`}</p>;
    const page = (children: ReactNode) => (
      <FleetProvider
        fleet={{
          ...fleet,
          entries: testFleet([]).fleet.entries,
          getActions: () => undefined,
          getSaving: () => undefined,
        }}
      >
        {children}
      </FleetProvider>
    );
    const { rerender } = render(page(<Waiting />));
    ask("a");
    rerender(page([<Waiting key="1" />, <Waiting key="2" />]));
    await act(async () => {});
    expect(screen.getAllByText("1 waiting")).toHaveLength(2);
  });

  it("reads the agents, the inbox and the sessions of a fleet and of one in another process", async () => {
    const { fleet, page, sessionId } = await pageWithSession();
    const text = `a running, finished a/${sessionId}, 1 sessions, 1 finished`;
    const own = show(fleet, <Overview />);
    expect(screen.getByText(text)).toBeDefined();
    own.unmount();
    await waitForState(page.overview, ({ counts }) => counts.finished === 1);
    show(page, <Overview />);
    expect(screen.getByText(text)).toBeDefined();
  });

  it("follows changes", async () => {
    const { fleet, get, sessionId } = await pageWithSession();
    show(fleet, <Overview />);
    act(() => get("a").store.markSessionRead(sessionId));
    await screen.findByText("a running, 1 sessions, 0 finished");
    await act(() => get("a").stop());
    expect(await screen.findByText("a stopped, 1 sessions, 0 finished")).toBeDefined();
  });

  it("needs a provider", () => {
    const onError = vi.spyOn(console, "error").mockImplementation(() => {});
    const Lost = () => <p>{Object.keys(useFleet()).length}</p>;
    expect(() => render(<Lost />)).toThrow("[acp-store] This hook needs a fleet.");
    onError.mockRestore();
  });
});

describe("FleetSession", () => {
  it("shows a fallback until the session is complete, and releases it at the end", async () => {
    const { page, mirror, sessionId } = await pageWithSession();
    const { unmount } = show(page, [
      <Panel key="one" agentId="a" sessionId={sessionId} />,
      <Panel key="two" agentId="a" sessionId={sessionId} />,
    ]);
    expect(screen.getAllByText("Loading")).toHaveLength(2);
    await waitForScreen(() => expect(screen.getAllByText("2 messages")).toHaveLength(2));
    unmount();
    await waitForState(mirror("a"), () => !mirror("a").isComplete(sessionId));
  });

  it("keeps a session that another component still shows", async () => {
    const { page, mirror, sessionId } = await pageWithSession();
    const both = (count: number) =>
      [1, 2].slice(0, count).map((key) => <Panel key={key} agentId="a" sessionId={sessionId} />);
    const { rerender } = show(page, both(2));
    await waitForScreen(() => expect(screen.getAllByText("2 messages")).toHaveLength(2));
    rerender(
      <StrictMode>
        <FleetProvider fleet={page}>{both(1)}</FleetProvider>
      </StrictMode>,
    );
    expect(mirror("a").isComplete(sessionId)).toBe(true);
    expect(screen.getAllByText("2 messages")).toHaveLength(1);
  });

  it("needs no mirror for the fleet itself", async () => {
    const { fleet, sessionId } = await pageWithSession();
    show(fleet, <Panel agentId="a" sessionId={sessionId} />);
    expect(screen.getByText("2 messages")).toBeDefined();
  });

  it("loads a session that only the agent has", async () => {
    const { page, get, mirror, sessionId } = await pageWithSession();
    await get("a").connection.closeSession(sessionId);
    await get("a").connection.listSessions();
    await waitForState(mirror("a"), ({ sessions }) => sessions.get(sessionId)?.closed);
    show(page, <Panel agentId="a" sessionId={sessionId} />);
    expect(await screen.findByText("2 messages")).toBeDefined();
  });

  it("shows why a session cannot be opened, and tries again", async () => {
    let refusals = 1;
    const { page, get, mirror, sessionId } = await pageWithSession({
      onSession: ({ session }) => {
        if (session.events.length > 0 && refusals-- > 0) throw new Error("The disk is busy.");
      },
    });
    await get("a").connection.closeSession(sessionId);
    await waitForState(mirror("a"), ({ sessions }) => sessions.get(sessionId)?.closed);
    const renderError = ({ message }: Error, retry: () => void) => (
      <button onClick={retry}>{message}</button>
    );
    show(page, <Panel agentId="a" sessionId={sessionId} renderError={renderError} />);
    const button = await screen.findByRole("button");
    expect(button.textContent).toContain("The disk is busy.");
    act(() => button.click());
    await screen.findByText("2 messages");
  });

  it("shows the fallback until the agent is there", async () => {
    const { page } = await pageWithSession();
    show(page, <Panel agentId="b" sessionId="s1" />);
    expect(screen.getByText("Loading")).toBeDefined();
  });
});

it("renders no other panel and no overview while one of 20 agents streams", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `agent-${index}`);
  const owner = testFleet(ids.map((id) => testAgent(id)));
  const sessions = await Promise.all(
    ids.map(async (agentId) => {
      const { sessionId } = await owner.get(agentId).connection.newSession(FOLDER);
      await owner.get(agentId).connection.prompt(sessionId, "Go");
      return { agentId, sessionId };
    }),
  );
  const renders = new Map<string, number>();
  const count = (id: string): void => void renders.set(id, (renders.get(id) ?? 0) + 1);
  const Lines = () => <p>{useTimeline().length}</p>;
  render(
    <FleetProvider fleet={owner.fleet}>
      <Profiler id="overview" onRender={count}>
        <Overview />
      </Profiler>
      {sessions.map((session) => (
        <Profiler key={session.agentId} id={session.agentId} onRender={count}>
          <FleetSession {...session}>
            <Lines />
          </FleetSession>
        </Profiler>
      ))}
    </FleetProvider>,
  );
  renders.clear();
  const { store } = owner.get("agent-7");
  const [streaming] = sessions.filter(({ agentId }) => agentId === "agent-7");
  act(() => {
    for (let index = 0; index < 50; index++)
      store.ingest({
        sessionId: streaming?.sessionId,
        update: {
          sessionUpdate: "agent_message_chunk",
          messageId: `m${index}`,
          content: { type: "text", text: "Hi" },
        },
      });
  });
  await waitForScreen(() => expect(renders.get("agent-7")).toBeGreaterThan(0));
  expect([...renders.keys()]).toEqual(["agent-7"]);
});
