import { act, render } from "@testing-library/react";
import { Activity, StrictMode, useEffect, useInsertionEffect } from "react";
import { describe, expect, it, vi } from "vitest";
import { createOwner } from "./supportConnection.js";

describe("an <Activity> of React 19", () => {
  it("keeps insertion effects while it is hidden and cleans them up when it is unmounted", () => {
    const log: string[] = [];
    const Logged = () => {
      useEffect(() => () => void log.push("effect"), []);
      useInsertionEffect(() => () => void log.push("insertion effect"), []);
      return null;
    };
    const show = (mode: "visible" | "hidden") => (
      <Activity mode={mode}>
        <Logged />
      </Activity>
    );
    const { rerender, unmount } = render(show("visible"));
    rerender(show("hidden"));
    expect(log).toEqual(["effect"]);
    unmount();
    expect(log).toEqual(["effect", "insertion effect"]);
  });
});

describe("useAgentConnection in an <Activity>", () => {
  it("keeps the connection while it is hidden and closes it when it is unmounted", async () => {
    const { Owner, connect, ready, value } = createOwner();
    const show = (mode: "visible" | "hidden") => (
      <Activity mode={mode}>
        <Owner closeDelay={0} />
      </Activity>
    );
    const { rerender, unmount } = render(show("visible"), { wrapper: StrictMode });
    const agent = await ready();
    const closed = vi.fn();
    void agent.closed.then(closed);
    rerender(show("hidden"));
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(closed).not.toHaveBeenCalled();
    rerender(show("visible"));
    expect(value().agent).toBe(agent);
    expect(connect).toHaveBeenCalledTimes(1);
    rerender(show("hidden"));
    unmount();
    await agent.closed;
  });

  it("connects when a hidden one becomes visible", async () => {
    const { Owner, connect, ready } = createOwner();
    const show = (mode: "visible" | "hidden") => (
      <Activity mode={mode}>
        <Owner />
      </Activity>
    );
    const { rerender } = render(show("hidden"), { wrapper: StrictMode });
    await act(async () => {});
    expect(connect).not.toHaveBeenCalled();
    rerender(show("visible"));
    await ready();
    expect(connect).toHaveBeenCalledTimes(1);
  });
});
