import { createAcpStore, type Scheduler } from "@acp-store/core";
import { afterEach, describe, expect, it, vi } from "vitest";

const chunk = (value: string) => ({
  sessionId: "s1",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: value } },
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  it("runs again for changes after a flush", () => {
    const scheduler = vi.fn<Scheduler>((flush) => flush());
    const store = createAcpStore({ scheduler });
    store.subscribe(() => {});
    store.ingest(chunk("a"));
    store.ingest(chunk("b"));
    expect(scheduler).toHaveBeenCalledTimes(2);
  });

  it("is not called without listeners", () => {
    const scheduler = vi.fn<Scheduler>();
    createAcpStore({ scheduler }).ingest(chunk("a"));
    expect(scheduler).not.toHaveBeenCalled();
  });

  it("is bypassed by flush and by user actions", () => {
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
  it("runs listeners once per microtask", async () => {
    const store = createAcpStore({ scheduler: "microtask" });
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    store.ingest(chunk("b"));
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
  });

  it("runs listeners immediately with sync", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const listener = vi.fn();
    store.subscribe(listener);
    store.ingest(chunk("a"));
    expect(listener).toHaveBeenCalledOnce();
  });

  it("runs listeners once per frame in a browser", () => {
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

  it("runs listeners in a hidden tab, which renders no frames", () => {
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

  it("delays the next flush by the duration of a slow one", () => {
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
