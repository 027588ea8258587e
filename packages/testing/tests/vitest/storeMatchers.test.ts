import { type AcpStore, createAcpStore } from "@acp-store/core";
import { storeMatchers } from "@acp-store/testing/vitest";
import { beforeEach, describe, expect, it } from "vitest";
import { getSession } from "../support/connect.js";

expect.extend(storeMatchers);

let store: AcpStore;

beforeEach(() => {
  store = createAcpStore({ scheduler: "sync" });
  store.startTurn("s1", [{ type: "text", text: "Run the tests" }]);
  store.ingest({
    sessionId: "s1",
    update: {
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "npm test",
      kind: "execute",
      rawInput: { command: "npm test" },
    },
  });
  void store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: "c1" },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
  });
});

/** Returns the message of a failed expectation. */
function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The expectation did not fail.");
}

describe("a matcher", () => {
  it.each([
    ["a store", () => store],
    ["a state", () => store.getState()],
    ["a session", () => getSession(store, "s1")],
  ])("accepts %s", (_name, getSubject) => {
    expect(getSubject()).toHaveToolCall({ title: "npm test", kind: "execute", status: "pending" });
    expect(getSubject()).toHaveMessage("user", "Run the tests");
    expect(getSubject()).toHavePendingPermission({ title: "npm test", optionIds: ["yes"] });
    expect(getSubject()).toHaveTurn({ status: "running" });
  });

  it("rejects other subjects", () => {
    expect(messageOf(() => expect(7).toHaveTurn({}))).toContain(
      "Pass a store, its state or a session to expect(), not 7.",
    );
  });

  it("compares texts with regular expressions, and other fields deeply", () => {
    expect(store).toHaveToolCall({ title: /^npm/, rawInput: { command: "npm test" } });
    expect(store).toHaveToolCall({ rawInput: expect.objectContaining({ command: "npm test" }) });
    expect(store).not.toHaveToolCall({ rawInput: { command: "npm" } });
    expect(store).not.toHaveMessage("agent", /./);
  });

  it("lists what the store has if nothing matches", () => {
    const fails = () => expect(store).toHaveToolCall({ title: /build/, status: "completed" });
    expect(messageOf(fails)).toBe(
      [
        'Expected a tool call with title /build/, status "completed".',
        "There are 1:",
        '  "npm test" (execute): pending, awaiting_permission',
      ].join("\n"),
    );
    expect(messageOf(() => expect(store).toHaveMessage("agent", "Hi"))).toBe(
      'Expected a message with role "agent", text "Hi".\nThere are 1:\n  user: "Run the tests"',
    );
    expect(messageOf(() => expect(createAcpStore()).toHaveTurn({ status: "ended" }))).toBe(
      'Expected a turn with status "ended".\nThere is no turn.',
    );
  });

  it("names the match if there should be none", () => {
    expect(messageOf(() => expect(store).not.toHavePendingPermission())).toBe(
      'Expected no pending permission request.\nThere are 1:\n  "npm test", options: yes',
    );
  });
});
