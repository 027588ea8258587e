import { useAllPendingElicitations, usePendingElicitations } from "@acp-store/react";
import { act } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { call, form, hook } from "./support.js";

describe("usePendingElicitations", () => {
  it("lists a pending request and answers it", async () => {
    const { store, value } = hook(() => usePendingElicitations());
    let answer: Promise<unknown> = Promise.resolve();
    act(() => void (answer = store.requestElicitation(form("s1"))));
    const [item] = value();
    expect(item).toMatchObject({ message: "Your name?", status: "pending" });
    act(() => store.update(call("c1")));
    expect(value()[0]).toBe(item);
    act(() => item?.respond({ action: "accept", content: { name: "Ada" } }));
    expect(value()).toEqual([]);
    await expect(answer).resolves.toEqual({ action: "accept", content: { name: "Ada" } });
    expect(() => item?.respond({ action: "decline" })).toThrow("[acp-store]");
  });

  it("lists the requests of one session, or of all sessions and of no session", () => {
    const { store, value, rendersOf } = hook(() => ({
      here: usePendingElicitations().length,
      there: usePendingElicitations({ sessionId: "s2" }).length,
      all: useAllPendingElicitations().map(({ sessionId }) => sessionId),
    }));
    act(() => void store.requestElicitation(form()));
    act(() => void store.requestElicitation(form("s2")));
    expect(value()).toEqual({ here: 0, there: 1, all: [undefined, "s2"] });
    expect(rendersOf(() => void store.requestElicitation(form("s1")))).toBe(1);
  });
});
