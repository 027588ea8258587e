import { useConnection, useQueue } from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chunk, hook } from "./support.js";

const prompt = (text: string) => [{ type: "text" as const, text }];

describe("useConnection", () => {
  it("returns the status of the connection and the time of the next attempt", () => {
    const { store, value } = hook(() => useConnection());
    expect(value()).toBeUndefined();
    act(() => store.connect());
    expect(value()).toEqual({ status: "connecting" });
    act(() => store.disconnect("The agent has ended.", { retry: { attempt: 1, retryIn: 500 } }));
    expect(value()).toEqual({
      status: "lost",
      reason: "The agent has ended.",
      attempt: 1,
      retryAt: 507,
      endedAt: 7,
    });
  });

  it("renders only when the selected value changes", () => {
    const { store, value, rendersOf } = hook(() => useConnection((item) => item?.status));
    act(() => store.disconnect("Gone", { retry: { attempt: 1, retryIn: 500 } }));
    expect(rendersOf(() => store.disconnect("Gone", { retry: { attempt: 2, retryIn: 900 } }))).toBe(
      0,
    );
    expect(rendersOf(() => store.disconnect("Gone"))).toBe(1);
    expect(value()).toBe("closed");
  });
});

describe("useQueue", () => {
  it("lists the queued prompts and removes one", () => {
    const { store, value } = hook(() => useQueue());
    expect(value()).toMatchObject({ prompts: [], isHeld: false });
    act(() => void store.queuePrompt("s1", prompt("first")));
    act(() => void store.queuePrompt("s1", prompt("second")));
    const [first, second] = value().prompts;
    expect(first?.prompt).toEqual(prompt("first"));
    act(() => first?.remove());
    expect(value().prompts).toEqual([second]);
    expect(value().prompts[0]).toBe(second);
  });

  it("lets the user edit, move, hold and release a prompt", () => {
    const { store, value } = hook(() => useQueue());
    for (const words of ["first", "second"]) act(() => void store.queuePrompt("s1", prompt(words)));
    act(() => value().prompts[1]?.move(0));
    act(() => value().prompts[0]?.hold());
    expect(value().prompts).toMatchObject([
      { prompt: prompt("second"), held: true },
      { prompt: prompt("first") },
    ]);
    act(() => value().prompts[0]?.release());
    expect(value().prompts[0]).not.toHaveProperty("held");
    act(() => value().prompts[0]?.edit(prompt("edited"), { display: prompt("shown") }));
    expect(value().prompts[0]).toMatchObject({
      prompt: prompt("edited"),
      display: prompt("shown"),
    });
  });

  it("reports that the queue is held after a stop until it is released", () => {
    const { store, value } = hook(() => useQueue());
    act(() => void store.startTurn("s1", prompt("Go")));
    act(() => void store.queuePrompt("s1", prompt("next")));
    act(() => store.cancelTurn("s1"));
    expect(value().isHeld).toBe(true);
    act(() => value().release());
    expect(value().isHeld).toBe(false);
    expect(value().prompts).toHaveLength(1);
  });

  it("reads the session in its options", () => {
    const { store, value } = hook(() => useQueue({ sessionId: "s2" }));
    act(() => void store.queuePrompt("s2", prompt("there")));
    expect(value().prompts).toHaveLength(1);
    act(() => void store.queuePrompt("s1", prompt("here")));
    expect(value().prompts).toHaveLength(1);
  });

  it("renders once per change of the queue", () => {
    const { store, rendersOf } = hook(() => useQueue());
    expect(rendersOf(() => void store.queuePrompt("s1", prompt("first")))).toBe(1);
    expect(rendersOf(() => store.update(chunk("Hello")))).toBe(0);
  });
});
