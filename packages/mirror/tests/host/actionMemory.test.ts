import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MirrorAgent, MirrorHost, MirrorRights } from "../../src/index.js";
import { linkPair } from "../support/links.js";
import { ALL_RIGHTS, mirrorOf, outcomeOf, owner, pass, say } from "../support/windows.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"],
    }),
);
afterEach(() => void vi.useRealTimers());

interface RawMirror {
  /** Sends a message, which the host gets immediately. */
  send(message: object): void;
  action(id: string, name: string, args?: readonly unknown[]): void;
  /** The results that have arrived, without those that `forget` has removed. */
  readonly results: { id: string; value?: unknown; error?: { reason: string; message: string } }[];
  /** The number of characters of all results so far. */
  chars(): number;
  end(): void;
}

/** Connects a mirror that does only what a test says, and confirms nothing. */
function connectRaw(host: MirrorHost, rights: MirrorRights = ALL_RIGHTS): RawMirror {
  const listeners = new Set<(text: string) => void>();
  const closers = new Set<(reason?: string) => void>();
  const results: RawMirror["results"] = [];
  let chars = 0;
  host.connect(
    {
      send: (text) => {
        const message = JSON.parse(text);
        if (message.type !== "result") return;
        results.push(message);
        chars += text.length;
      },
      onMessage: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onClose: (listener) => {
        closers.add(listener);
        return () => closers.delete(listener);
      },
      close: () => {},
    },
    rights,
  );
  const send = (message: object): void => {
    for (const listener of listeners) listener(JSON.stringify(message));
  };
  send({ type: "hello", v: 1 });
  const action = (id: string, name: string, args: readonly unknown[] = []): void =>
    send({ type: "action", epoch: host.epoch, id, name, args });
  const end = (): void => closers.forEach((closer) => closer());
  return { send, action, results, chars: () => chars, end };
}

const PROMPT = ["s1", [{ type: "text", text: "Go" }], {}] as const;

function countingAgent(): { agent: MirrorAgent; prompts(): number } {
  let prompts = 0;
  const agent: MirrorAgent = {
    prompt: async () => {
      prompts++;
    },
    getAuthStatus: async () => "x".repeat(100_000),
  };
  return { agent, prompts: () => prompts };
}

/** Returns the heap that is in use, in bytes. Garbage of the current task may still be in it. */
async function heapUsed(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("keeps nothing of 300 refused actions whose texts have a megabyte each", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = connectRaw(host, {});
  const before = await heapUsed();
  for (let count = 1; count <= 300; count++) {
    const text = `${count} ${"x".repeat(1_000_000)}`;
    const [name, args] = [
      [text, []],
      ["cancel", [text]],
      ["cancel", [[text]]],
    ][count % 3] as [string, unknown[]];
    mirror.action(`0123456789abcdef.${count}`, name, args);
  }
  expect(mirror.results).toHaveLength(300);
  for (const { error } of mirror.results) expect(error?.message.length).toBeLessThan(2_100);
  expect(host.stats().refused).toHaveLength(100);
  expect((await heapUsed()) - before).toBeLessThan(10_000_000);
  host.close();
});

it("does not push out another mirror's outcome, so that its prompt runs once", async () => {
  const { agent, prompts } = countingAgent();
  const { store, host } = owner({ agent });
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  await Promise.all([mirror.actions.prompt(...PROMPT), pass()]);
  const sent = mirror.link.sent.up.find((text) => text.includes('"prompt"')) ?? "";
  const refused = connectRaw(host, {});
  const allowed = connectRaw(host);
  for (let count = 1; count <= 11_100; count++) {
    // Each refused action has another mirror id.
    refused.action(`${String(count).padStart(16, "0")}.1`, "cancel", ["s1"]);
    allowed.action(`0123456789abcdef.${count}`, "markSessionRead", ["s1"]);
    if (count % 100 === 0) allowed.send({ type: "ack", chars: Number.MAX_SAFE_INTEGER });
  }
  mirror.link.mirror.send(sent);
  await pass();
  expect(prompts()).toBe(1);
  expect(mirror.link.sent.down.at(-1)).toContain('"value":null');
  mirror.close();
  host.close();
});

it("limits the mirror ids that one link uses", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = connectRaw(host);
  for (let count = 1; count <= 6; count++)
    mirror.action(`${String(count).padStart(16, "0")}.1`, "markSessionRead", ["s1"]);
  await pass();
  expect(mirror.results.map(({ error }) => error?.reason)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    "busy",
    "busy",
  ]);
  host.close();
});

it("keeps few results for a mirror that confirms nothing, and sends the rest when it does", async () => {
  const { agent } = countingAgent();
  const { store, host } = owner({ agent, windowBytes: 250_000, laneBytes: 300_000 });
  say(store, "a");
  const mirror = connectRaw(host);
  await pass();
  const before = await heapUsed();
  for (let count = 1; count <= 3_000; count++) {
    mirror.action(`0123456789abcdef.${count}`, "getAuthStatus");
    if (count % 50 === 0) await pass(1);
  }
  await pass();
  expect(mirror.chars()).toBeLessThan(400_000);
  expect(mirror.results).toHaveLength(3);
  expect((await heapUsed()) - before).toBeLessThan(20_000_000);
  mirror.send({ type: "ack", chars: Number.MAX_SAFE_INTEGER });
  for (let round = 0; round < 30; round++)
    mirror.send({ type: "ack", chars: Number.MAX_SAFE_INTEGER });
  expect(mirror.results).toHaveLength(67);
  mirror.action("0123456789abcdef.9000", "getAuthStatus");
  mirror.send({ type: "ack", chars: Number.MAX_SAFE_INTEGER });
  await pass();
  expect(mirror.results.at(-1)).toMatchObject({ id: "0123456789abcdef.9000" });
  host.close();
});

it("delivers a result after the changes before it, even to a slow mirror", async () => {
  const { store, host } = owner({ windowBytes: 10_000, laneBytes: 20_000 });
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  const { mirror: end } = mirror.link;
  const { send } = end;
  end.send = (text) => {
    if (!text.includes('"ack"')) send(text);
  };
  for (let count = 0; count < 30; count++) {
    say(store, "x".repeat(1_000));
    await pass(20);
  }
  let queued: number | undefined;
  const id = mirror.actions
    .queuePrompt("s1", [{ type: "text", text: "next" }])
    .then(() => (queued = mirror.getState().sessions.get("s1")?.queue.length));
  await pass();
  expect(store.getState().sessions.get("s1")?.queue).toHaveLength(1);
  expect(queued).toBeUndefined();
  end.send = send;
  await pass(10_000);
  await id;
  expect(queued).toBe(1);
  mirror.close();
});

it("delivers a result although the changes after it always fill the window", async () => {
  const { store, host } = owner({ windowBytes: 5_000, laneBytes: 20_000 });
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  const { mirror: end } = mirror.link;
  const { send } = end;
  end.send = (text) => {
    // A slow link confirms late.
    if (text.includes('"ack"')) setTimeout(() => send(text), 300);
    else send(text);
  };
  const stream = setInterval(() => say(store, "x".repeat(3_000)), 20);
  await pass(1_000);
  const sent = outcomeOf(mirror.actions.queuePrompt("s1", [{ type: "text", text: "next" }]));
  let outcome: string | undefined;
  void sent.then((reason) => (outcome = reason));
  await pass(5_000);
  expect(outcome).toBe("resolved");
  expect(mirror.getState().sessions.get("s1")?.queue).toHaveLength(1);
  clearInterval(stream);
  mirror.close();
});

it("remembers actions for a mirror that comes back, and refuses them 30 s after its link", async () => {
  const { agent, prompts } = countingAgent();
  const { store, host } = owner({ agent });
  say(store, "a");
  const other = mirrorOf(() => host);
  const id = "0123456789abcdef.1";
  const first = connectRaw(host);
  first.action(id, "prompt", PROMPT);
  first.end();
  await pass(20_000);
  const second = connectRaw(host);
  second.action(id, "prompt", PROMPT);
  expect(second.results).toEqual([{ type: "result", id, value: null }]);
  // The first link is forgotten, but not what the second one has asked for.
  await pass(20_000);
  second.action(id, "prompt", PROMPT);
  expect(prompts()).toBe(1);
  second.end();
  await pass(60_000);
  const third = connectRaw(host);
  third.action(id, "prompt", PROMPT);
  expect(third.results).toMatchObject([{ id, error: { reason: "uncertain" } }]);
  expect(prompts()).toBe(1);
  other.close();
  host.close();
});

it("runs an action once although its copies are lost for a while after a reconnect", async () => {
  const { agent, prompts } = countingAgent();
  const { store, host } = owner({ agent });
  say(store, "a");
  const mirror = mirrorOf(() => host, ALL_RIGHTS, {
    pair: () => {
      const pair = linkPair();
      const { send } = pair.mirror;
      const isFirst = mirror.pairs.length === 0;
      const lostUntil = Date.now() + 40_000;
      pair.mirror.send = (text) => {
        if (isFirst || !text.includes('"action"') || Date.now() > lostUntil) send(text);
      };
      return pair;
    },
  });
  await pass();
  const { host: end } = mirror.link;
  const { send } = end;
  end.send = (text) => {
    if (!text.includes('"result"')) send(text);
  };
  const outcome = outcomeOf(mirror.actions.prompt(...PROMPT));
  await pass();
  mirror.link.sever();
  await pass(120_000);
  expect(prompts()).toBe(1);
  expect(await outcome).toBe("uncertain");
  mirror.close();
  host.close();
});

it("gives up running actions if the device has slept, because the owner may have forgotten them", async () => {
  const { agent, prompts } = countingAgent();
  const { store, host } = owner({ agent });
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  mirror.link.host.send = () => {};
  const outcome = outcomeOf(mirror.actions.prompt(...PROMPT));
  await pass();
  vi.setSystemTime(Date.now() + 600_000);
  mirror.link.sever();
  await pass(5_000);
  expect(mirror.status).toBe("live");
  expect(await outcome).toBe("uncertain");
  expect(prompts()).toBe(1);
  mirror.close();
  host.close();
});
