import { describe, expect, it } from "vitest";
import { onlySession, seen } from "../support/frames.js";

const saidBy = (name: string) =>
  [...onlySession(seen(name)).messages.values()].map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => (block.type === "text" ? block.text : "?")).join("|")}`,
  );

describe("claude by version 2: three things in parallel", () => {
  const session = onlySession(seen("claude-parallel-v2"));

  it("uses the version of the response to initialize", () => {
    expect(seen("claude-parallel-v2", 2).getState()).toMatchObject({
      protocolVersion: 2,
      agent: { info: { title: "Claude Agent" } },
    });
  });

  it("shows the prompt once, under the agent's id", () => {
    expect(saidBy("claude-parallel-v2")).toEqual([
      "user: Do three things in parallel.",
      "thought: Three things in parallel.",
      "agent: Doing three things in parallel.",
      "agent: All three are done.",
    ]);
    const [prompt] = session.messages.values();
    expect(prompt?.messageId).toBe("78004c61-5901-48dd-82dc-a6acd1174bf5");
  });

  it("follows the activity of the agent", () => {
    const activities = [8, 9, 33, 36, 53].map(
      (line) => onlySession(seen("claude-parallel-v2", line)).activity,
    );
    expect(activities).toEqual(["idle", "running", "requires_action", "running", "idle"]);
    expect([...session.turns.values()]).toMatchObject([
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("has terminals with output and exit", () => {
    const found = [...session.terminals.values()].map(({ command, output, exitStatus }) => [
      command,
      output,
      exitStatus,
    ]);
    expect(found).toEqual([
      ["touch p1.txt; sleep 1; echo p1", "p1", { exitCode: 0 }],
      ["touch p2.txt; echo p2", "User refused permission to run tool", {}],
    ]);
  });

  it("has the calls with their last values", () => {
    const found = [...session.toolCalls.values()].map(
      ({ name, title, status }) => `${name}: ${title} ${status}`,
    );
    expect(found).toEqual([
      "Edit: Edit src/greet.js failed",
      "Bash: touch p1.txt; sleep 1; echo p1 completed",
      "Bash: touch p2.txt; echo p2 failed",
      "Read: Read README.md completed",
    ]);
  });

  it("keeps each request with its answer", () => {
    const found = [...session.permissions.values()].map(
      ({ requestId, title, optionId, reason }) => `${requestId} ${title}: ${optionId} ${reason}`,
    );
    expect(found).toEqual([
      "0 touch p1.txt; sleep 1; echo p1: allow-once user",
      "1 touch p2.txt; echo p2: reject user",
    ]);
  });
});

describe("claude by version 2: cancel while a permission is asked", () => {
  const session = onlySession(seen("claude-cancelperm-v2"));

  it("is cancelling until idle although the agent reports running", () => {
    const activities = [27, 29, 33, 34].map(
      (line) => onlySession(seen("claude-cancelperm-v2", line)).activity,
    );
    expect(activities).toEqual(["cancelling", "cancelling", "cancelling", "idle"]);
  });

  it("ends both turns for their own reasons", () => {
    expect([...session.turns.values()]).toMatchObject([
      { status: "ended", stopReason: "cancelled", cancelRequested: true },
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("keeps the cost when later usage has none", () => {
    expect(onlySession(seen("claude-cancelperm-v2", 42)).usage).toMatchObject({
      used: 5105,
      cost: { currency: "USD" },
    });
  });

  it("settles the request by the cancel and the other by its answer", () => {
    expect([...session.permissions.values()].map(({ reason }) => reason)).toEqual([
      "turn_cancelled",
      "user",
    ]);
  });
});
