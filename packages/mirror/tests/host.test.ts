import { MessageChannel, Worker } from "node:worker_threads";
import { createAcpStore } from "@acp-store/core";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { plain } from "../../core/tests/support/trackedStore.js";
import { hostMirrors, type MirrorHost, portLink } from "../src/index.js";
import { createMirror } from "../src/index.js";
import { linkPair } from "./support/links.js";
import { ALL_RIGHTS, ask, logCharsOf, mirrorOf, owner, pass, say } from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("inspects the store while a mirror is connected and for 30 s afterward", async () => {
  const store = createAcpStore();
  let inspectors = 0;
  const host = hostMirrors({
    ...store,
    inspect: (inspector) => {
      inspectors++;
      const stop = store.inspect(inspector);
      return () => {
        inspectors--;
        stop();
      };
    },
  });
  expect(inspectors).toBe(0);
  const mirror = mirrorOf(() => host);
  await pass();
  expect(inspectors).toBe(1);
  mirror.close();
  await pass(29_000);
  expect(inspectors).toBe(1);
  await pass(2_000);
  expect(inspectors).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it("forgets a mirror immediately when it is disconnected or the host is closed", async () => {
  const { store, host } = owner();
  say(store, "a");
  const pair = linkPair();
  const disconnect = host.connect(pair.host, ALL_RIGHTS);
  pair.mirror.send('{"type":"hello","v":1}');
  pair.mirror.send('{"type":"subscribe","lanes":[["session:s1",null]]}');
  await pass();
  say(store, "b");
  await pass();
  expect(logCharsOf(host)).toBeGreaterThan(0);
  disconnect();
  expect(logCharsOf(host)).toBe(0);
  const mirror = mirrorOf(() => host);
  await pass();
  say(store, "c");
  await pass();
  mirror.close();
  await pass();
  expect(logCharsOf(host)).toBeGreaterThan(0);
  host.close();
  expect(logCharsOf(host)).toBe(0);
  await pass();
  expect(vi.getTimerCount()).toBe(0);
});

it("pauses a slow mirror, and sends it a snapshot when its place in the log is gone", async () => {
  const { store, host } = owner({ laneBytes: 20_000, windowBytes: 10_000 });
  say(store, "a");
  const fast = mirrorOf(() => host);
  const slow = mirrorOf(() => host);
  await pass();
  const { mirror: end } = slow.link;
  const { send } = end;
  // It still receives, but confirms nothing.
  end.send = () => {};
  for (let count = 0; count < 500; count++) {
    say(store, "x".repeat(1_000));
    await pass(20);
    for (const { logChars } of host.stats().lanes) expect(logChars).toBeLessThan(22_000);
  }
  const sentToSlow = slow.link.sent.down.reduce((sum, text) => sum + text.length, 0);
  expect(sentToSlow).toBeLessThan(20_000);
  expect(plain(fast.getState())).toEqual(plain(store.getState()));
  expect(plain(slow.getState())).not.toEqual(plain(store.getState()));
  end.send = send;
  await pass(10_000);
  expect(slow.link.sent.down.at(-1)).toBeDefined();
  expect(plain(slow.getState())).toEqual(plain(store.getState()));
  fast.close();
  slow.close();
});

it("drops the logs of closed sessions, from which a slow mirror still gets the end", async () => {
  const { store, host } = owner();
  const ids = Array.from({ length: 60 }, (_, index) => `s${index}`);
  for (const id of ids) say(store, "a", id);
  const mirror = mirrorOf(() => host);
  const slow = mirrorOf(() => host);
  await pass();
  for (const id of ids) {
    for (let count = 0; count < 9; count++) {
      say(store, "x".repeat(100_000), id);
      await pass(20);
    }
    if (id === "s50") slow.link.mirror.send = () => {};
    store.closeSession(id);
    await pass();
  }
  const chars = (): number => host.stats().lanes.reduce((sum, { logChars }) => sum + logChars, 0);
  expect(chars()).toBeLessThan(1_000_000);
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  slow.link.sever();
  await pass(20_000);
  expect(plain(slow.getState())).toEqual(plain(store.getState()));
  store.openSession({ sessionId: "s1" });
  say(store, "b", "s1");
  await pass();
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
  slow.close();
});

it("drops a mirror that stays silent", async () => {
  const { store, host } = owner();
  say(store, "a");
  let running: MirrorHost | undefined = host;
  const mirror = mirrorOf(() => running);
  await pass();
  expect(host.stats().mirrors).toHaveLength(1);
  running = undefined;
  mirror.link.mirror.send = () => {};
  await pass(70_000);
  expect(host.stats().mirrors).toHaveLength(0);
  mirror.close();
});

it("merges streamed text, and sends each batch once", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  const before = mirror.link.sent.down.length;
  say(store, "b");
  await pass();
  for (let count = 0; count < 100; count++) say(store, "c");
  await pass();
  const batches = mirror.link.sent.down.slice(before).filter((text) => text.includes("session:s1"));
  expect(batches).toHaveLength(2);
  const appends = batches.map((text) => text.match(/"append"/g)?.length);
  expect(appends).toEqual([1, 1]);
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
});

it("ignores messages before the greeting", async () => {
  const { store, host } = owner();
  say(store, "a");
  const pair = linkPair();
  host.connect(pair.host, ALL_RIGHTS);
  pair.mirror.send('{"type":"subscribe","lanes":[["root",null]]}');
  await pass();
  expect(pair.sent.down).toEqual([]);
  host.close();
});

it("survives hostile messages, which change nothing and answer nothing", async () => {
  const { store, host } = owner();
  say(store, "a");
  const { id, answer } = ask(store);
  let answers = 0;
  void answer.then(() => answers++);
  const pair = linkPair();
  host.connect(pair.host, ALL_RIGHTS);
  const { epoch } = host;
  const before = store.getState();
  const text = fc.oneof(
    fc.constantFrom("s1", "__proto__", "constructor", "root", "session:s1", id),
    fc.string(),
  );
  const value = fc.oneof(fc.jsonValue(), text, fc.constantFrom(1e308, -1, null));
  const message = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom(
          "subscribe",
          "unsubscribe",
          "ack",
          "action",
          "part",
          "__proto__",
          "_new",
        ),
        v: value,
        lanes: value,
        chars: value,
        n: value,
        of: value,
        text: value,
      })
      .map((fields) => JSON.stringify(fields)),
    fc
      .record({
        type: fc.constant("subscribe"),
        lanes: fc.array(fc.tuple(text, fc.oneof(fc.integer(), fc.constant(null)))),
      })
      .map((fields) => JSON.stringify(fields)),
    fc
      .record({
        type: fc.constant("action"),
        epoch: fc.constantFrom(epoch, "older"),
        id: fc.oneof(
          fc.constantFrom("0123456789abcdef.1"),
          fc.nat().map((n) => `0123456789abcdef.${n}`),
          value,
        ),
        name: fc.oneof(
          fc.constantFrom("respondToPermission", "prompt", "queuePrompt", "toString", "__proto__"),
          text,
        ),
        args: fc.oneof(
          fc.array(value, { maxLength: 4 }),
          // A wrong option, a wrong session, and blocks that are none.
          fc.constantFrom(
            [id, "maybe"],
            ["s1", [{ type: "text" }], {}],
            ["s1", "text", {}],
            ["s9", [], {}],
            [id],
          ),
        ),
      })
      .map((fields) => JSON.stringify(fields)),
  );
  const sample = fc.sample(message, { numRuns: 2_000, seed: 42 });
  pair.mirror.send('{"type":"hello","v":1}');
  for (const hostile of sample) pair.mirror.send(hostile);
  await pass();
  expect(plain(store.getState())).toEqual(plain(before));
  expect(answers).toBe(0);
  expect(host.stats().mirrors).toHaveLength(1);
  // The host still serves others.
  const mirror = mirrorOf(() => host);
  await pass();
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
  host.close();
});

it("refuses a mirror with another major version", async () => {
  const { host } = owner();
  const pair = linkPair();
  host.connect(pair.host, ALL_RIGHTS);
  pair.mirror.send('{"type":"hello","v":2}');
  await pass();
  expect(pair.sent.down).toEqual(['{"type":"bye","reason":"version"}']);
  expect(host.stats().mirrors).toHaveLength(0);
});

it("works over a worker of Node, which has no addEventListener", async () => {
  vi.useRealTimers();
  // The worker passes all messages on to the port that it gets.
  const script = `const { parentPort, workerData } = require("node:worker_threads");
    parentPort.on("message", (data) => workerData.postMessage(data));
    workerData.on("message", (data) => parentPort.postMessage(data));`;
  const { store, host } = owner();
  say(store, "a");
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(script, { eval: true, workerData: port1, transferList: [port1] });
  host.connect(portLink(port2), ALL_RIGHTS);
  const mirror = createMirror(() => portLink(worker));
  await expect.poll(() => mirror.status).toBe("live");
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  await worker.terminate();
  await expect.poll(() => mirror.status).toBe("stale");
  mirror.close();
  host.close();
});

it("works over the ports of a MessageChannel", async () => {
  vi.useRealTimers();
  const { store, host } = owner();
  say(store, "a");
  const { port1, port2 } = new MessageChannel();
  host.connect(portLink(port1), ALL_RIGHTS);
  const mirror = createMirror(() => portLink(port2));
  await expect.poll(() => mirror.status).toBe("live");
  const { id, answer } = ask(store);
  await expect.poll(() => mirror.getState().sessions.get("s1")?.pendingPermissions).toEqual([id]);
  await mirror.actions.respondToPermission(id, "yes");
  expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
  mirror.close();
  await expect.poll(() => host.stats().mirrors).toHaveLength(0);
});
