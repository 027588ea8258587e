import { FleetDevtools } from "@acp-store/fleet/devtools";
import type { HostFleetOptions } from "@acp-store/fleet/mirror";
import { act, fireEvent, render, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { testAgent, testFleet } from "../support/agents.js";
import { openPage, testServer } from "../support/pages.js";

/** The filter of the log lists the kinds of messages, too. */
const ROW = { selector: ":not(option)" };

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout and does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
});

/** Renders the devtools of a page with two agents, which have one session each. */
async function renderDevtools(options: HostFleetOptions = { devtools: true }) {
  const { fleet, get } = testFleet([testAgent("a"), testAgent("b")]);
  const server = testServer(fleet, options);
  const { page, whenLive } = openPage(() =>
    server.openLink({
      agent: () => ({ may: () => true }),
      manageAgents: true,
      seesMessages: true,
    }),
  );
  await act(whenLive);
  for (const id of ["a", "b"]) await act(() => get(id).connection.newSession({ cwd: `/${id}` }));
  const onOpenChange = vi.fn();
  const elementFor = (agentId: string) => (
    <StrictMode>
      <FleetDevtools fleet={page} agentId={agentId} onOpenChange={onOpenChange} enabled />
    </StrictMode>
  );
  const { container, rerender } = render(elementFor("a"));
  const shadow = container.firstElementChild?.shadowRoot;
  if (shadow == null) throw new Error("no shadow root");
  const panel = within(shadow as unknown as HTMLElement);
  return {
    get,
    page,
    server,
    onOpenChange,
    panel,
    show: (agentId: string) => rerender(elementFor(agentId)),
    press: (name: string) => fireEvent.click(panel.getByRole("button", { name })),
    openLog: () => fireEvent.click(panel.getByRole("tab", { name: "Log" })),
    /** The number of channels with messages that the server has answered. */
    channels: () => new Set(server.sent("frames/").map((text) => text.split("\n")[0])).size,
  };
}

describe("FleetDevtools", () => {
  it("shows the messages of the agent while the panel is open, and follows it only then", async () => {
    const { panel, press, openLog, show, onOpenChange, channels, get, page, server } =
      await renderDevtools();
    expect(channels()).toBe(0);
    press("Open the ACP devtools");
    openLog();
    await waitFor(() => expect(panel.getAllByText("session/new", ROW)).toHaveLength(1));
    expect(panel.queryByText(/^Waiting for/)).toBeNull();
    show("b");
    openLog();
    await waitFor(() => expect(panel.getAllByText("session/new", ROW)).toHaveLength(1));
    const sent = server.sent("frames/b").join("");
    expect(sent).toContain('"/b"');
    expect(sent).not.toContain('"/a"');
    press("Close the devtools");
    expect(onOpenChange.mock.calls.at(-1)).toEqual([false]);
    // The server has handled an earlier message of the page when it answers.
    await act(() => page.startAgent("b"));
    const before = server.sent("frames/").length;
    await act(() => get("b").connection.newSession({ cwd: "/b" }));
    expect(server.sent("frames/")).toHaveLength(before);
  });

  it("shows the changes of the mirror and says why if the messages are not recorded", async () => {
    const { panel, press, openLog, get } = await renderDevtools({});
    press("Open the ACP devtools");
    await waitFor(() => expect(panel.getByText(/does not record the messages/)).toBeDefined());
    openLog();
    await act(() => get("a").connection.newSession({ cwd: "/a" }));
    await waitFor(() =>
      expect(panel.getAllByText("patches_applied", ROW).length).toBeGreaterThan(0),
    );
  });
});
