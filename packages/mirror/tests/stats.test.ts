import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMirror, type MirrorHost } from "../src/index.js";
import { ALL_RIGHTS, ask, mirrorOf, outcomeOf, owner, pass, say } from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe("the statistics of a host", () => {
  it("lists the connected mirrors with their names, rights and times", async () => {
    const { store, host } = owner();
    say(store, "a", "s1");
    say(store, "b", "s2");
    const panel = mirrorOf(() => host, { name: "Panel", may: () => true });
    await pass();
    const watcher = mirrorOf(() => host, { sees: (sessionId) => sessionId === "s2" });
    await pass();
    const [first, second] = host.stats().mirrors;
    expect(first).toMatchObject({ name: "Panel", sees: "all", mayAct: true, refusedActions: 0 });
    expect(second).toMatchObject({ sees: ["s2"], mayAct: false });
    expect(second).not.toHaveProperty("name");
    expect(second?.id).not.toBe(first?.id);
    expect((second?.connectedAt ?? 0) - (first?.connectedAt ?? 0)).toBe(100);
    expect(second?.lanes.map(({ sessionId }) => sessionId)).toEqual([undefined, "s2"]);
    panel.close();
    await pass();
    expect(host.stats().mirrors.map(({ id }) => id)).toEqual([second?.id]);
    watcher.close();
  });

  it("counts the characters that were sent and those that are not confirmed", async () => {
    const { store, host } = owner({ windowBytes: 1_000_000 });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass(5_100);
    const sent = (): number => mirror.link.sent.down.reduce((sum, text) => sum + text.length, 0);
    expect(host.stats().mirrors[0]).toMatchObject({ sentChars: sent(), unconfirmedChars: 0 });
    const before = sent();
    say(store, "x".repeat(5_000));
    await pass();
    expect(sent() - before).toBeGreaterThan(5_000);
    expect(host.stats().mirrors[0]).toMatchObject({
      sentChars: sent(),
      unconfirmedChars: sent() - before,
    });
    await pass(5_000);
    expect(host.stats().mirrors[0]?.unconfirmedChars).toBe(0);
    mirror.close();
  });

  it("shows how far a slow mirror is behind in each lane", async () => {
    const { store, host } = owner({ windowBytes: 5_000 });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    mirror.link.mirror.send = () => {};
    for (let count = 0; count < 20; count++) {
      say(store, "x".repeat(1_000));
      await pass(20);
    }
    const { lanes, mirrors } = host.stats();
    const seqOfOwner = lanes.find(({ sessionId }) => sessionId === "s1")?.seq ?? 0;
    const seqOfMirror = mirrors[0]?.lanes.find(({ sessionId }) => sessionId === "s1")?.seq ?? 0;
    expect(seqOfMirror).toBeGreaterThan(1);
    expect(seqOfOwner - seqOfMirror).toBeGreaterThan(10);
    mirror.close();
  });

  it("lists refused actions with the mirror, the reason and the time", async () => {
    const { store, host } = owner();
    const { id } = ask(store);
    const mirror = mirrorOf(() => host, { name: "Phone" });
    await pass();
    expect(await outcomeOf(run(mirror.actions.respondToPermission(id, "yes")))).toBe("forbidden");
    expect(await outcomeOf(run(mirror.actions.cancel("s9")))).toBe("unknown");
    const { mirrors, refused } = host.stats();
    const mirrorId = mirrors[0]?.id;
    expect(refused).toMatchObject([
      { mirrorId, mirrorName: "Phone", action: "respondToPermission", reason: "forbidden" },
      { mirrorId, action: "cancel", reason: "unknown", message: expect.stringContaining("s9") },
    ]);
    expect(refused[0]?.at).toBeGreaterThan(1_000_000);
    expect(mirrors[0]?.refusedActions).toBe(2);
    mirror.close();
    await pass();
    expect(host.stats().refused).toHaveLength(2);
  });

  it("counts an action of the agent that failed and is sent again as refused once", async () => {
    const { store, host } = owner({ agent: { cancel: () => Promise.reject(new Error("No")) } });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    const sent = outcomeOf(run(mirror.actions.cancel("s1")));
    await pass();
    const [action = ""] = mirror.link.sent.up.filter((text) => text.includes('"action"'));
    mirror.link.mirror.send(action);
    await pass();
    expect(await sent).toBe("failed");
    expect(host.stats().refused).toHaveLength(1);
    mirror.close();
  });

  it("keeps the newest 100 refused actions, and 300 characters of their texts", async () => {
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    const { epoch } = host;
    for (let count = 1; count <= 120; count++)
      mirror.link.mirror.send(
        JSON.stringify({
          type: "action",
          epoch,
          id: `0123456789abcdef.${count}`,
          name: `${count} ${"x".repeat(10_000)}`,
          args: [],
        }),
      );
    await pass();
    const { refused, mirrors } = host.stats();
    expect(refused).toHaveLength(100);
    expect(refused.at(-1)?.action.startsWith("120 x")).toBe(true);
    for (const { action, message } of refused)
      expect(Math.max(action.length, message.length)).toBe(300);
    expect(mirrors[0]?.refusedActions).toBe(120);
    mirror.close();
  });

  it("reports connections, disconnections and refusals to its listeners, together if at once", async () => {
    const { store, host } = owner();
    ask(store);
    const counts: number[] = [];
    const stop = host.onChange(() => counts.push(host.stats().mirrors.length));
    const mirrors = [mirrorOf(() => host, {}), mirrorOf(() => host)];
    await pass();
    expect(counts.at(-1)).toBe(2);
    const before = counts.length;
    expect(await outcomeOf(run(mirrors[0]?.actions.cancel("s1")))).toBe("forbidden");
    expect(counts.length).toBe(before + 1);
    host.close();
    expect(counts.length).toBe(before + 1);
    await pass(0);
    expect(counts.slice(before + 1)).toEqual([0]);
    stop();
    await pass(10_000);
    expect(counts.slice(before + 1)).toEqual([0]);
    for (const mirror of mirrors) mirror.close();
  });

  it("ends the connection of one mirror, which connects again under another id", async () => {
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => host, { name: "Panel", ...ALL_RIGHTS });
    const other = mirrorOf(() => host);
    await pass();
    const [id = 0, otherId = 0] = host.stats().mirrors.map((connected) => connected.id);
    host.disconnect(id);
    await pass(10);
    expect(mirror.status).toBe("stale");
    expect(host.stats().mirrors.map((connected) => connected.id)).toEqual([otherId]);
    await pass(1_000);
    expect(mirror.status).toBe("live");
    expect(host.stats().mirrors.map(({ name }) => name)).toEqual([undefined, "Panel"]);
    expect(host.stats().mirrors[1]?.id).not.toBe(id);
    host.disconnect(id);
    expect(host.stats().mirrors).toHaveLength(2);
    mirror.close();
    other.close();
  });
});

describe("the statistics of a mirror", () => {
  it("names the owner and the position in each lane", async () => {
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => host);
    expect(mirror.stats()).toEqual({
      receivedChars: 0,
      lanes: [{ isCurrent: false }],
      runningActions: [],
    });
    await pass();
    say(store, "b");
    await pass();
    const { epoch, connectedAt, receivedChars, lanes, lastFailure } = mirror.stats();
    expect(epoch).toBe(host.epoch);
    expect(connectedAt).toBeGreaterThanOrEqual(1_000_000);
    expect(receivedChars).toBe(mirror.link.sent.down.reduce((sum, { length }) => sum + length, 0));
    expect(lanes).toEqual(
      host
        .stats()
        .lanes.map((lane) => ({ sessionId: lane.sessionId, seq: lane.seq, isCurrent: true })),
    );
    expect(lastFailure).toBeUndefined();
    mirror.close();
  });

  it("says why the connection was lost, or cannot be made", async () => {
    let isRunning = true;
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => (isRunning ? host : undefined));
    await pass();
    mirror.link.sever();
    isRunning = false;
    await pass(10);
    expect(mirror.stats()).toMatchObject({
      lastFailure: { at: 1_000_100, message: "severed" },
      lanes: [{ isCurrent: false }, { sessionId: "s1", isCurrent: false }],
    });
    expect(mirror.stats()).not.toHaveProperty("epoch");
    await pass(1_000);
    expect(mirror.stats().lastFailure?.message).toBe("The owner does not run.");
    isRunning = true;
    await pass(2_000);
    expect(mirror.stats().lanes.every(({ isCurrent }) => isCurrent)).toBe(true);
    // The owner falls silent.
    mirror.link.host.send = () => {};
    await pass(17_000);
    expect(mirror.stats().lastFailure?.message).toBe("The owner was silent for 16 s");
    mirror.close();
  });

  it("gives the reason of an owner that ends the connection", async () => {
    const { store, host } = owner();
    say(store, "a");
    let target: MirrorHost | undefined = host;
    const mirror = mirrorOf(() => target);
    await pass();
    target = undefined;
    host.close();
    await pass(10);
    expect(mirror.stats().lastFailure?.message).toBe("The owner ended the connection (closed)");
    mirror.close();
  });

  it("lists running actions until they have a result", async () => {
    const { store, host } = owner({ agent: { prompt: () => new Promise(() => {}) } });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    const startedAt = Date.now();
    const outcome = outcomeOf(mirror.actions.prompt("s1", []));
    await pass();
    expect(mirror.stats().runningActions).toEqual([{ action: "prompt", startedAt, resends: 0 }]);
    expect(host.stats().mirrors[0]?.runningActions).toBe(1);
    await pass(2_000);
    expect(mirror.stats().runningActions).toEqual([{ action: "prompt", startedAt, resends: 1 }]);
    mirror.close();
    expect(await outcome).toBe("uncertain");
    expect(mirror.stats().runningActions).toEqual([]);
    host.close();
  });

  it("counts a mistake in `connect` as a failure", async () => {
    const mirror = createMirror(() => {
      throw new TypeError("no port");
    });
    await pass(10);
    expect(mirror.stats().lastFailure?.message).toBe("no port");
    mirror.close();
  });
});

/** Lets the timers run that deliver an action and its result. */
function run<Value>(sent: Promise<Value> | undefined): Promise<Value | undefined> {
  sent?.catch(() => {});
  return vi.advanceTimersByTimeAsync(10).then(() => sent);
}
