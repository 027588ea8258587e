import { createAcpStore } from "@acp-store/core";
import { createMirror, hostMirrors, type MirrorRights, portLink } from "@acp-store/mirror";
import { act, fireEvent, render, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { AcpDevtools, type AcpDevtoolsProps } from "../../src/panel/index.js";
import { askedFor, said, toolCall } from "../support/frames.js";

/** Statistics are read once per second, and the machine may be busy. */
const PATIENT = { timeout: 30_000 };

beforeEach(() => localStorage.clear());

/** Creates a store with one session and its host. */
function startOwner() {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync" });
  store.observe(said("Hello"));
  const host = hostMirrors(store);
  onTestFinished(() => host.close());
  return { store, host };
}

/**
 * Connects a mirror to a host over message ports, and waits until it shows the state. An attempt to
 * connect while the host is not reachable never ends.
 */
async function connectMirror(
  host: ReturnType<typeof hostMirrors>,
  rights: MirrorRights,
  isReachable = () => true,
) {
  const mirror = createMirror(() => {
    if (!isReachable()) return new Promise<never>(() => {});
    const { port1, port2 } = new MessageChannel();
    host.connect(portLink(port1), rights);
    return portLink(port2);
  });
  onTestFinished(() => mirror.close());
  await waitFor(() => expect(mirror.status).toBe("live"), PATIENT);
  return mirror;
}

/** Renders the panel, and opens the view of the mirrors. Returns queries for its shadow root. */
async function openMirrors(props: AcpDevtoolsProps) {
  const { container } = render(
    <StrictMode>
      <AcpDevtools {...props} initialOpen />
    </StrictMode>,
  );
  const shadow = container.firstElementChild?.shadowRoot;
  if (shadow == null) throw new Error("no shadow root");
  const panel = within(shadow as unknown as HTMLElement);
  fireEvent.click(panel.getByRole("tab", { name: "Mirrors" }));
  await waitFor(() => expect(panel.queryByText("Loading…")).toBeNull(), PATIENT);
  return panel;
}

describe("the tab", () => {
  it("is there only if the application has given a host or a mirror", async () => {
    const { store, host } = startOwner();
    const { container, rerender } = render(<AcpDevtools store={store} initialOpen />);
    const tabs = () => container.firstElementChild?.shadowRoot?.querySelectorAll("[role=tab]");
    expect(tabs()).toHaveLength(7);
    rerender(<AcpDevtools store={store} mirrorHost={host} initialOpen />);
    expect(tabs()).toHaveLength(8);
  });
});

describe("the view of a host", () => {
  it("lists mirrors with their rights and their positions", async () => {
    const { store, host } = startOwner();
    await connectMirror(host, { name: "Panel", may: () => true });
    await connectMirror(host, { sees: () => false });
    const panel = await openMirrors({ store, mirrorHost: host });
    const first = within(panel.getByRole("group", { name: "Panel #1" }));
    expect(first.getByText("up to date")).toBeDefined();
    expect(first.getByText("sees all sessions")).toBeDefined();
    expect(first.getByText("may act")).toBeDefined();
    expect(first.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "LaneOwnerMirrorBehind by",
      "root000",
      "s1000",
    ]);
    const second = within(panel.getByRole("group", { name: "Mirror #2" }));
    expect(second.getByText("sees 0 sessions")).toBeDefined();
    expect(second.getByText("read-only")).toBeDefined();
    expect(second.getAllByRole("row")).toHaveLength(2);
  });

  it("adds and removes mirrors while it is open", async () => {
    const { store, host } = startOwner();
    const panel = await openMirrors({ store, mirrorHost: host });
    expect(panel.getByText("No mirror is connected.")).toBeDefined();
    const mirror = await connectMirror(host, { name: "Phone" });
    await panel.findByRole("group", { name: "Phone #1" }, PATIENT);
    mirror.close();
    await panel.findByText("No mirror is connected.", {}, PATIENT);
  });

  it("shows the characters that a mirror gets per second", async () => {
    const { store, host } = startOwner();
    await connectMirror(host, { name: "Panel" });
    const panel = await openMirrors({ store, mirrorHost: host });
    const item = panel.getByRole("group", { name: "Panel #1" });
    store.observe(said("x".repeat(20_000)));
    await waitFor(() => expect(item.textContent).toMatch(/, \d+\.\d k\/s/), PATIENT);
    expect(panel.getByText("Sent to all mirrors").parentElement?.textContent).toMatch(
      /\d k characters\/s\d+\.\d k characters in total/,
    );
  });

  it("disconnects a mirror, which comes back with another connection", async () => {
    const { store, host } = startOwner();
    const mirror = await connectMirror(host, {});
    const panel = await openMirrors({ store, mirrorHost: host });
    fireEvent.click(panel.getByRole("button", { name: "Disconnect Mirror #1" }));
    await waitFor(() => expect(mirror.status).toBe("stale"), PATIENT);
    await panel.findByRole("group", { name: "Mirror #2" }, PATIENT);
    expect(panel.queryByRole("group", { name: "Mirror #1" })).toBeNull();
  });

  it("shows another host if the application replaces the first one", async () => {
    const { host: first } = startOwner();
    const { host: second } = startOwner();
    const { container, rerender } = render(<AcpDevtools initialOpen mirrorHost={first} />);
    const panel = within(container.firstElementChild?.shadowRoot as unknown as HTMLElement);
    fireEvent.click(panel.getByRole("tab", { name: "Mirrors" }));
    await panel.findByText("No mirror is connected.", {}, PATIENT);
    await connectMirror(second, { name: "Phone" });
    rerender(<AcpDevtools initialOpen mirrorHost={second} />);
    expect(await panel.findByRole("group", { name: "Phone #1" }, PATIENT)).toBeDefined();
  });

  it("has no button to disconnect a mirror if the host has no function for it", async () => {
    const { store, host } = startOwner();
    await connectMirror(host, { name: "Panel" });
    const { epoch, stats, onChange } = host;
    const panel = await openMirrors({ store, mirrorHost: { epoch, stats, onChange } });
    expect(panel.getByRole("group", { name: "Panel #1" })).toBeDefined();
    expect(panel.queryByRole("button", { name: /Disconnect/ })).toBeNull();
  });
});

describe("the list of refused actions", () => {
  it("shows the mirror, the reason and the explanation, the newest action first", async () => {
    const { store, host } = startOwner();
    const mirror = await connectMirror(host, { name: "Phone" });
    const panel = await openMirrors({ store, mirrorHost: host });
    expect(panel.queryByRole("region", { name: /^Refused actions/ })).toBeNull();
    await act(async () => {
      await expect(mirror.actions.cancel("s1")).rejects.toThrow("no right");
      await expect(mirror.actions.cancel("s9")).rejects.toThrow("has no session");
    });
    const list = await panel.findByRole("region", { name: "Refused actions" }, PATIENT);
    // The view may have been drawn between the two.
    await waitFor(
      () =>
        expect(list.textContent).toMatch(
          /2cancel unknownThe owner has no session "s9", or this mirror may not see it\.Phone #1\d\d:\d\d:\d\dcancel forbiddenThis mirror has no right .*Phone #1\d\d:/,
        ),
      PATIENT,
    );
    expect(panel.getByRole("group", { name: "Phone #1" }).textContent).toContain(
      "2 refused actions",
    );
  });
});

describe("the mirror of the page", () => {
  it("shows its owner and its lanes, and why the connection was lost", async () => {
    const { host } = startOwner();
    let isReachable = true;
    // The failure of another attempt would replace the reason.
    const mirror = await connectMirror(host, {}, () => isReachable);
    const panel = await openMirrors({ store: mirror, mirror });
    const status = () => panel.getByText("Mirror in this page").parentElement?.textContent;
    expect(status()).toContain("Live");
    expect(panel.getByText("Owner").parentElement?.textContent).toContain(host.epoch.slice(0, 8));
    const rows = within(panel.getByRole("region", { name: "Positions in the lanes" }))
      .getAllByRole("row")
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(["LanePositionState", "root0up to date", "s10up to date"]);
    isReachable = false;
    host.close();
    await waitFor(() => expect(status()).toContain("Stale"), PATIENT);
    await panel.findByText(/The owner ended the connection \(closed\)/, {}, PATIENT);
    expect(panel.getAllByText("waiting for the owner")).toHaveLength(2);
  });

  it("lists its actions until they have a result", async () => {
    const store = createAcpStore({ scheduler: "sync" });
    for (const frame of [said("Hello"), toolCall("c1"), askedFor("c1")]) store.observe(frame);
    let finish = (): void => {};
    const agent = {
      cancel: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    };
    const host = hostMirrors(store, { agent });
    const mirror = await connectMirror(host, { may: () => true });
    const panel = await openMirrors({ store, mirrorHost: host, mirror });
    const sent = mirror.actions.cancel("s1");
    sent.catch(() => {});
    const table = await panel.findByRole("region", { name: "Actions without a result" }, PATIENT);
    expect(within(table).getAllByRole("row")[1]?.textContent).toMatch(/^cancel\d s\d ×$/);
    const hosted = panel.getByRole("group", { name: "Mirror #1" });
    await waitFor(() => expect(hosted.textContent).toContain("1 running action"), PATIENT);
    await act(async () => {
      finish();
      await sent;
    });
    await waitFor(() => expect(panel.queryByText("cancel")).toBeNull(), PATIENT);
    host.close();
  });
});
