import type { AgentConnection } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { act, render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { createOwner } from "./supportConnection.js";

afterEach(() => vi.useRealTimers());

describe("useAgentConnection", () => {
  it("connects once under StrictMode and returns the whole connection", async () => {
    const { Owner, connect, store, value, ready } = createOwner();
    const { container } = render(<Owner />, { wrapper: StrictMode });
    expect(container.textContent).toBe("connecting");
    const agent = await ready();
    expectTypeOf(value().agent).toEqualTypeOf<AgentConnection | undefined>();
    expect(await act(() => agent.newSession({ cwd: "/work" }))).toHaveProperty("sessionId");
    expect(container.textContent).toBe("ready");
    expect(connect).toHaveBeenCalledTimes(1);
    expect(store.getState().connection?.status).toBe("ready");
  });

  it("shares the connection between components with the same store", async () => {
    const { Owner, connect, ready } = createOwner();
    const first = render(<Owner closeDelay={0} />);
    const second = render(<Owner closeDelay={0} />);
    const agent = await ready();
    const closed = vi.fn();
    void agent.closed.then(closed);
    vi.useFakeTimers();
    first.unmount();
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).not.toHaveBeenCalled();
    second.unmount();
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).toHaveBeenCalledTimes(1);
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it("closes the connection five seconds after the unmount", async () => {
    const { Owner, store, ready } = createOwner();
    const { unmount } = render(<Owner />);
    await ready();
    vi.useFakeTimers();
    unmount();
    await vi.advanceTimersByTimeAsync(4999);
    expect(store.getState().connection?.status).toBe("ready");
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getState().connection?.status).toBe("closed");
  });

  it("hands the connection to a component that is mounted within the delay", async () => {
    const { Owner, connect, ready, value } = createOwner();
    const { unmount } = render(<Owner />);
    const agent = await ready();
    vi.useFakeTimers();
    unmount();
    await vi.advanceTimersByTimeAsync(4999);
    render(<Owner />);
    expect(value().agent).toBe(agent);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(value()).toMatchObject({ status: "ready", agent });
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it("connects again when it is mounted after the delay", async () => {
    const { Owner, connect, ready } = createOwner();
    const { unmount } = render(<Owner closeDelay={0} />);
    const first = await ready();
    unmount();
    await first.closed;
    render(<Owner closeDelay={0} />);
    expect(await ready()).not.toBe(first);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it("aborts the signal when it is unmounted while connecting", async () => {
    const { Owner, connect } = createOwner();
    let signal: AbortSignal | undefined;
    connect.mockImplementation((_store, given) => {
      signal = given;
      return new Promise((_resolve, reject) =>
        given.addEventListener("abort", () => reject(given.reason)),
      );
    });
    const { unmount } = render(<Owner closeDelay={0} />);
    await waitFor(() => expect(signal?.aborted).toBe(false));
    unmount();
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  it("closes a connection that is established after the unmount", async () => {
    const { Owner, connect } = createOwner();
    const close = vi.fn();
    let resolve: ((agent: AgentConnection) => void) | undefined;
    connect.mockImplementation(() => new Promise((established) => (resolve = established)));
    const { unmount } = render(<Owner closeDelay={0} />);
    await waitFor(() => expect(resolve).toBeDefined());
    vi.useFakeTimers();
    unmount();
    await vi.advanceTimersByTimeAsync(0);
    const late: Pick<AgentConnection, "close" | "closed"> = {
      close,
      closed: new Promise(() => {}),
    };
    resolve?.(late as AgentConnection);
    await vi.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("replaces the connection when the key changes", async () => {
    const { Owner, connect, ready, value } = createOwner();
    const { rerender } = render(<Owner url="ws://a" />);
    const first = await ready();
    rerender(<Owner url="ws://a" />);
    expect(value().agent).toBe(first);
    rerender(<Owner url="ws://b" />);
    expect(value().status).toBe("connecting");
    await first.closed;
    expect(await ready()).not.toBe(first);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it("opens another connection for another store", async () => {
    const { Owner, connect, store, ready, value } = createOwner();
    const { rerender } = render(<Owner closeDelay={0} />);
    const first = await ready();
    const other = createAcpStore();
    rerender(<Owner store={other} closeDelay={0} />);
    expect(value().status).toBe("connecting");
    await ready();
    await first.closed;
    expect(connect.mock.calls.map(([target]) => target)).toEqual([store, other]);
    expect(other.getState().connection?.status).toBe("ready");
  });

  it("returns the error of a failed attempt and connects again on request", async () => {
    const { Owner, connect, ready, value } = createOwner();
    const error = new Error("There is no agent.");
    connect.mockRejectedValueOnce(error);
    render(<Owner />, { wrapper: StrictMode });
    await waitFor(() => expect(value().status).toBe("failed"));
    expect(value().error).toBe(error);
    act(() => value().reconnect());
    expect(value()).toMatchObject({ status: "connecting" });
    await ready();
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it("returns an error that connect throws synchronously", async () => {
    const { Owner, connect, value } = createOwner();
    const error = new TypeError("Bad URL");
    connect.mockImplementation(() => {
      throw error;
    });
    render(<Owner />);
    await waitFor(() => expect(value().status).toBe("failed"));
    expect(value().error).toBe(error);
  });

  it("returns the reason of a connection that was closed", async () => {
    const { Owner, ready, value } = createOwner();
    render(<Owner />);
    const agent = await ready();
    await act(async () => {
      void agent.close("Enough");
      await agent.closed;
    });
    expect(value()).toMatchObject({ status: "closed", reason: "Enough" });
  });

  it("closes the connection before it connects the same store again", async () => {
    const { Owner, connect, store, ready, value } = createOwner();
    render(<Owner />);
    const first = await ready();
    act(() => value().reconnect());
    expect(await ready()).not.toBe(first);
    expect(await first.closed).toBe("The connection was replaced.");
    expect(connect).toHaveBeenCalledTimes(2);
    expect(store.getState().connection?.status).toBe("ready");
  });

  it("connects nothing on a server", () => {
    const { Owner, connect } = createOwner();
    expect(renderToString(<Owner />)).toBe("<p>connecting</p>");
    expect(connect).not.toHaveBeenCalled();
  });
});
