import { describe, expect, it } from "vitest";
import { onlySession, storeAfterRecording } from "../support/frames.js";

const messageTexts = (name: string) =>
  [...onlySession(storeAfterRecording(name)).messages.values()].map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => (block.type === "text" ? block.text : "?")).join("|")}`,
  );

describe("claude (version 2): parallel calls", () => {
  const session = onlySession(storeAfterRecording("claude-parallel-v2"));

  it("uses the version of the response to initialize", () => {
    expect(storeAfterRecording("claude-parallel-v2", 2).getState()).toMatchObject({
      protocolVersion: 2,
      agent: { info: { title: "Claude Agent" } },
    });
  });

  it("shows the prompt once, under the agent's id", () => {
    expect(messageTexts("claude-parallel-v2")).toEqual([
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
      (line) => onlySession(storeAfterRecording("claude-parallel-v2", line)).activity,
    );
    expect(activities).toEqual(["idle", "running", "requires_action", "running", "idle"]);
    expect([...session.turns.values()]).toMatchObject([
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("stores the output and exit status of terminals", () => {
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

  it("stores the last values of the tool calls", () => {
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

describe("claude (version 2): cancel during a permission request", () => {
  const session = onlySession(storeAfterRecording("claude-cancelperm-v2"));

  it("stays cancelling until idle even if the agent reports running", () => {
    const activities = [27, 29, 33, 34].map(
      (line) => onlySession(storeAfterRecording("claude-cancelperm-v2", line)).activity,
    );
    expect(activities).toEqual(["cancelling", "cancelling", "cancelling", "idle"]);
  });

  it("ends each turn with its own stop reason", () => {
    expect([...session.turns.values()]).toMatchObject([
      { status: "ended", stopReason: "cancelled", cancelRequested: true },
      { status: "ended", stopReason: "end_turn" },
    ]);
  });

  it("keeps the cost when later usage has none", () => {
    expect(onlySession(storeAfterRecording("claude-cancelperm-v2", 42)).usage).toMatchObject({
      used: 5105,
      cost: { currency: "USD" },
    });
  });

  it("settles one request by the cancel and the other by its answer", () => {
    expect([...session.permissions.values()].map(({ reason }) => reason)).toEqual([
      "turn_cancelled",
      "user",
    ]);
  });
});
