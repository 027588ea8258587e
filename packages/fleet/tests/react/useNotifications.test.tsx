import { FleetProvider, type NotificationOptions, useNotifications } from "@acp-store/fleet/react";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testAgent, testFleet, waitForAsk } from "../support/agents.js";

const shown: { readonly title: string; readonly body?: string; readonly click: () => void }[] = [];
const setAppBadge = vi.fn(() => Promise.resolve());

/** jsdom has no notifications. */
class RecordedNotification extends EventTarget {
  static permission = "granted";
  readonly close = vi.fn();

  constructor(title: string, { body }: { readonly body?: string } = {}) {
    super();
    shown.push({
      title,
      ...(body && { body }),
      click: () => this.dispatchEvent(new Event("click")),
    });
  }
}

beforeEach(() => {
  shown.length = 0;
  RecordedNotification.permission = "granted";
  vi.stubGlobal("Notification", RecordedNotification);
  Object.assign(navigator, { setAppBadge });
  vi.spyOn(window, "focus").mockImplementation(() => {});
  document.title = "Agents";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "setAppBadge");
});

function Notifier(options: NotificationOptions) {
  useNotifications(options);
  return null;
}

/** Two sessions of an agent that asks when it is told to. */
async function fleetWithSessions() {
  const owner = testFleet([
    testAgent("gemini", {
      async onPrompt(turn) {
        if (turn.text === "Delegate") {
          const subagent = await turn.subagent("Explore");
          await subagent.askPermission({ call: { title: "Run" } });
        }
        if (turn.text === "Ask") await turn.askPermission({ call: { title: "Run" } });
      },
    }),
  ]);
  const { connection, store } = owner.get("gemini");
  const [one, two] = [
    await connection.newSession({ cwd: "/w" }),
    await connection.newSession({ cwd: "/w" }),
  ];
  const ask = async (sessionId: string): Promise<void> => {
    connection.prompt(sessionId, "Ask").catch(() => {});
    await waitForAsk(store, sessionId);
  };
  const delegate = (sessionId: string): void => {
    connection.prompt(sessionId, "Delegate").catch(() => {});
  };
  vi.useFakeTimers();
  return { ...owner, store, ask, delegate, one: one.sessionId, two: two.sessionId };
}

/** Lets the time pass in which news is collected. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000));

it("shows a notification that opens the session, and the number of waiting rows", async () => {
  const { fleet, ask, one, two } = await fleetWithSessions();
  const onOpen = vi.fn();
  const { unmount } = render(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={onOpen} />
    </FleetProvider>,
  );
  expect(document.title).toBe("Agents");
  await act(() => ask(one));
  await pass();
  expect(shown).toMatchObject([{ title: "GEMINI: Ask is waiting for you" }]);
  expect(document.title).toBe("(1) Agents");
  shown[0]?.click();
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ key: `gemini/${one}` }));
  expect(window.focus).toHaveBeenCalledOnce();
  await act(() => ask(two));
  await pass();
  expect(document.title).toBe("(2) Agents");
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  unmount();
  expect(document.title).toBe("Agents");
});

it("names the subagent that asks", async () => {
  const { fleet, delegate, one } = await fleetWithSessions();
  render(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={() => {}} />
    </FleetProvider>,
  );
  act(() => delegate(one));
  await pass();
  expect(shown).toMatchObject([
    { title: "GEMINI: Delegate is waiting for you", body: "Subagent Explore asks" },
  ]);
});

it("shows a burst once, and nothing about the session that the user looks at", async () => {
  const { fleet, ask, one, two } = await fleetWithSessions();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const { rerender } = render(
    <FleetProvider fleet={fleet}>
      <Notifier shown={{ agentId: "gemini", sessionId: one }} onOpen={() => {}} title="Work" />
    </FleetProvider>,
  );
  await act(() => ask(one));
  await pass();
  expect(shown).toEqual([]);
  expect(document.title).toBe("(1) Work");
  rerender(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={() => {}} />
    </FleetProvider>,
  );
  await act(() => ask(two));
  await pass();
  expect(shown).toMatchObject([{ title: "GEMINI: Ask is waiting for you" }]);
});

it("shows no notification unless the user has allowed them", async () => {
  RecordedNotification.permission = "default";
  const { fleet, ask, one } = await fleetWithSessions();
  render(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={() => {}} />
    </FleetProvider>,
  );
  await act(() => ask(one));
  await pass();
  expect(shown).toEqual([]);
  expect(document.title).toBe("(1) Agents");
});

it("describes several rows in one notification, or as the application says it", async () => {
  const { fleet, ask, one, two } = await fleetWithSessions();
  const { rerender } = render(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={() => {}} />
    </FleetProvider>,
  );
  await act(async () => {
    await ask(one);
    await ask(two);
  });
  await pass();
  expect(shown).toMatchObject([
    {
      title: "2 sessions have news",
      body: "GEMINI: Ask is waiting for you\nGEMINI: Ask is waiting for you",
    },
  ]);
  rerender(
    <FleetProvider fleet={fleet}>
      <Notifier onOpen={() => {}} describe={(items) => ({ title: `${items.length} neu` })} />
    </FleetProvider>,
  );
  const { store } = fleet.agents.get("gemini") ?? {};
  await act(async () => store?.disconnect("Crashed."));
  await pass();
  expect(shown.at(-1)?.title).toBe("3 neu");
});
