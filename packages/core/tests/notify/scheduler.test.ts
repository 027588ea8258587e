import { createAcpStore, type Scheduler } from "@acp-store/core";
import { afterEach, describe, expect, it, vi } from "vitest";

const chunk = (value: string) => ({
  sessionId: "s1",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: value } },
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a scheduler", () => {
  it("batches listeners while the state stays current", () => {
    let flush = () => {};
    const scheduler = vi.fn<Scheduler>((run) => (flush = run));
    const store = createAcpStore({ scheduler });
    const listener = vi.fn();
    store.subscribe(listener);
    for (const word of ["a", "b", "c"]) store.ingest(chunk(word));
    expect(scheduler).toHaveBeenCalledOnce();
    expect(listener).not.toHaveBeenCalled();
    expect(store.getState().sessions.get("s1")?.messages.size).toBe(1);
    flush();
    expect(listener).toHaveBeenCalledOnce();
    flush();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("is asked again after a flush", () => {
    const scheduler = vi.fn<Scheduler>((flush) => flush());
    const store = createAcpStore({ scheduler });
    store.subscribe(() => {});
    store.ingest(chunk("a"));
    store.ingest(chunk("b"));
    expect(scheduler).toHaveBeenCalledTimes(2);
  });

  it("is not bothered when nobody listens", () => {
    const scheduler = vi.fn<Scheduler>();
    createAcpStore({ scheduler }).ingest(chunk("a"));
    expect(scheduler).not.toHaveBeenCalled();
  });

  it("gives way to flush and to what the user does", () => {
    const store = createAcpStore({ scheduler: () => {} });
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    store.flush();
    expect(listener).toHaveBeenCalledTimes(1);
    store.startTurn("s1");
    store.cancelTurn("s1");
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe("the built-in schedulers", () => {
  it("run once per microtask", async () => {
    const store = createAcpStore({ scheduler: "microtask" });
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    store.ingest(chunk("b"));
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("run at once when sync", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    expect(listener).toHaveBeenCalledOnce();
  });

  it("run once per frame where there are frames", () => {
    vi.useFakeTimers();
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
    vi.stubGlobal("cancelAnimationFrame", () => {});
    const store = createAcpStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    store.ingest(chunk("b"));
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(listener).toHaveBeenCalledOnce();
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("run in a hidden tab, where no frames come", () => {
    vi.useFakeTimers();
    const cancelled = vi.fn();
    vi.stubGlobal("requestAnimationFrame", () => 5);
    vi.stubGlobal("cancelAnimationFrame", cancelled);
    const store = createAcpStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledOnce();
    expect(cancelled).toHaveBeenCalledWith(5);
  });

  it("leave the page as much time as slow work took", () => {
    vi.useFakeTimers();
    const frames: (() => void)[] = [];
    vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
    vi.stubGlobal("cancelAnimationFrame", () => {});
    let clock = 0;
    let costMs = 120;
    vi.stubGlobal("performance", { now: () => clock });
    const store = createAcpStore();
    store.subscribe(() => void (clock += costMs));
    const run = (frame: number): void => {
      frames[frame]?.();
      vi.advanceTimersByTime(0);
    };
    store.ingest(chunk("a"));
    expect(frames).toHaveLength(1);
    run(0);
    store.ingest(chunk("b"));
    vi.advanceTimersByTime(119);
    expect(frames).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(frames).toHaveLength(2);
    costMs = 5;
    run(1);
    store.ingest(chunk("c"));
    expect(frames).toHaveLength(3);
  });
});
