import { createAcpStore, isAcpStoreError } from "@acp-store/core";
import {
  AcpProviderError,
  getDraftSource,
  getMemoryDrafts,
  getSessionGetter,
  type MaybeGetter,
  NO_SESSION,
  requireProvided,
  requireStore,
  splitInputs,
  toValue,
} from "@acp-store/core/reads";
import { describe, expect, it } from "vitest";

/** Stands for a function of a binding. */
function useToolCall(): void {}

describe("requireProvided", () => {
  it("returns a provided value", () => {
    expect(requireProvided("", "session", useToolCall)).toBe("");
  });

  it.each([
    [undefined, "store", "function", "store. Provide one with provideAcpStore(store)."],
    [
      undefined,
      "session",
      "function",
      "session. Provide one with provideAcpSession(sessionId), or pass { sessionId }.",
    ],
    [
      null,
      "persistence",
      "component",
      "persistence. Provide one with <AcpPersistenceProvider persistence={persistence}>.",
    ],
  ] as const)("names the function and the provider for %s of a %s", (value, part, form, rest) => {
    const run = () => requireProvided(value, part, useToolCall, form);
    expect(run).toThrow(AcpProviderError);
    expect(run).toThrow(
      expect.objectContaining({
        message: `[acp-store] useToolCall needs a ${rest}`,
        reason: `no_${part}`,
      }),
    );
    expect(run).toThrow(expect.toSatisfy(isAcpStoreError));
  });
});

describe("requireStore", () => {
  it("accepts a store and refuses a mirror", () => {
    const store = createAcpStore();
    const { observe: _, ...mirror } = store;
    expect(requireStore(store, useToolCall, "useAcpView")).toBe(store);
    expect(() => requireStore(mirror, useToolCall, "useAcpView")).toThrow(
      "[acp-store] useToolCall needs the store itself, but a mirror was provided. Use useAcpView, or run this in the window that owns the connection.",
    );
  });
});

describe("getSessionGetter", () => {
  const provided = () => "s1";

  it.each<[string, { readonly sessionId?: MaybeGetter<string | undefined> } | undefined, string]>([
    ["the provided session without options", undefined, "s1"],
    ["the provided session if the options name none", {}, "s1"],
    ["the session of the options", { sessionId: "s2" }, "s2"],
    ["the session that a function returns", { sessionId: () => "s2" }, "s2"],
    ["no session if the options have undefined", { sessionId: undefined }, NO_SESSION],
    ["no session if a function returns undefined", { sessionId: () => undefined }, NO_SESSION],
  ])("returns %s", (_name, options, expected) => {
    expect(getSessionGetter(options, provided, toValue<string | undefined>)?.()).toBe(expected);
  });

  it("returns undefined if nothing names a session", () => {
    expect(getSessionGetter({}, undefined, toValue<string | undefined>)).toBeUndefined();
  });
});

describe("splitInputs", () => {
  it("resolves arguments when they are read, and returns the options after them", () => {
    let id = "c1";
    const [getArgs, options] = splitInputs(2, [() => id, 1, { sessionId: "s1" }], toValue);
    id = "c2";
    expect(getArgs()).toEqual(["c2", 1]);
    expect(options).toEqual({ sessionId: "s1" });
  });

  it("keeps functions that nothing resolves", () => {
    const filter = () => true;
    expect(splitInputs(1, [filter])[0]()).toEqual([filter]);
  });

  it("leaves out arguments that were not given", () => {
    const [getArgs, options] = splitInputs(1, []);
    expect(getArgs()).toEqual([]);
    expect(options).toBeUndefined();
  });
});

describe("a draft without a session", () => {
  it("is shared but not saved", async () => {
    const drafts = getMemoryDrafts(createAcpStore());
    const draft = getDraftSource(drafts, NO_SESSION);
    expect(draft.get().text).toBe("");
    draft.setText("Hello");
    expect(getDraftSource(drafts, NO_SESSION).get().text).toBe("Hello");
    expect(await drafts.get(NO_SESSION)).toBe("");
  });
});
