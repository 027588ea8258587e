import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plain } from "../../core/tests/support/trackedStore.js";
import { createMirror, type MirrorLink, type RedactEntity } from "../src/index.js";
import { linkPair } from "./support/links.js";
import { ALL_RIGHTS, mirrorOf, outcomeOf, owner, pass, say } from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECRET = "the password is 1234";

/** Fails for the messages of one session while `broken` has its id. */
function failingRedactor(broken: Set<string>): RedactEntity {
  return (entity, { table, sessionId = "" }) => {
    if (table === "messages" && broken.has(sessionId)) throw new Error(SECRET);
    return entity;
  };
}

it("sends no line of stderr to mirrors, which may contain secrets", async () => {
  const { store, host } = owner();
  const mirror = mirrorOf(() => host);
  await pass();
  const inspected: unknown[] = [];
  mirror.inspect((record) => inspected.push(record));
  say(store, "a");
  store.observe({ dir: "stderr", msg: SECRET });
  say(store, "b");
  await pass();
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  expect(JSON.stringify([mirror.link.sent, inspected])).not.toContain(SECRET);
  expect(inspected.length).toBeGreaterThan(0);
  mirror.close();
});

describe("a session that cannot be sent", () => {
  it("does not stop other sessions, and is reported to the mirror and to the owner", async () => {
    const broken = new Set<string>();
    const { store, host } = owner({ redact: failingRedactor(broken) });
    say(store, "a", "s1");
    say(store, "b", "s2");
    const mirror = mirrorOf(() => host);
    await pass();
    broken.add("s1");
    say(store, "c", "s1");
    say(store, "d", "s2");
    await pass();
    expect(mirror.status).toBe("stale");
    expect(plain(mirror.getState().sessions.get("s2"))).toEqual(
      plain(store.getState().sessions.get("s2")),
    );
    const failed = mirror.stats().lanes.filter(({ failure }) => failure !== undefined);
    expect(failed).toMatchObject([{ sessionId: "s1", isCurrent: false }]);
    expect(failed[0]?.failure).toContain("host.stats().failures");
    expect(await outcomeOf(mirror.open("s1"))).toBe("failed");
    expect(host.stats().failures).toMatchObject([
      { sessionId: "s1", message: SECRET },
      { mirrorId: host.stats().mirrors[0]?.id, sessionId: "s1", message: SECRET },
    ]);
    expect(mirror.link.sent.down.join("\n")).not.toContain(SECRET);
    mirror.close();
  });

  it("is reported to the mirror although the first report is lost", async () => {
    const broken = new Set<string>();
    const { store, host } = owner({ redact: failingRedactor(broken) });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    const { host: end } = mirror.link;
    const { send } = end;
    end.send = () => {};
    broken.add("s1");
    say(store, "b");
    await pass();
    expect(mirror.status).toBe("live");
    end.send = send;
    await pass(5_000);
    expect(mirror.status).toBe("stale");
    mirror.close();
  });

  it("is sent when it can be sent again", async () => {
    const broken = new Set(["s1"]);
    const { store, host } = owner({ redact: failingRedactor(broken) });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass(3_000);
    expect(mirror.status).toBe("stale");
    broken.clear();
    say(store, "b");
    await pass(30_000);
    expect(mirror.status).toBe("live");
    expect(mirror.stats().lanes.some(({ failure }) => failure !== undefined)).toBe(false);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("does not stop the mirrors that may see another part of the root", async () => {
    const { store, host } = owner();
    say(store, "a");
    let isBroken = false;
    const all = mirrorOf(() => host);
    const some = mirrorOf(() => host, {
      sees: () => {
        if (isBroken) throw new Error("No rights");
        return true;
      },
    });
    await pass();
    isBroken = true;
    say(store, "b", "s2");
    await pass();
    expect(some.status).toBe("stale");
    expect(all.status).toBe("live");
    expect(plain(all.getState())).toEqual(plain(store.getState()));
    isBroken = false;
    await pass(30_000);
    expect(some.status).toBe("live");
    expect(plain(some.getState())).toEqual(plain(store.getState()));
    all.close();
    some.close();
  });

  it("does not stop the others if its state cannot be encoded", async () => {
    const values = new Map<string, unknown>();
    const { store, host } = owner({
      redact: (entity, { table, sessionId = "" }) =>
        table === "messages" && values.has(sessionId)
          ? { ...entity, value: values.get(sessionId) }
          : entity,
    });
    say(store, "a", "s1");
    say(store, "b", "s2");
    const mirror = mirrorOf(() => host);
    await pass();
    values.set("s1", 1n);
    say(store, "c", "s1");
    say(store, "d", "s2");
    await pass();
    expect(mirror.status).toBe("stale");
    expect(plain(mirror.getState().sessions.get("s2"))).toEqual(
      plain(store.getState().sessions.get("s2")),
    );
    mirror.close();
  });
});

const FAILING: readonly (keyof MirrorLink)[] = ["send", "onMessage", "onClose", "close"];

/** Returns a link with one function that throws. */
function throwingLink(link: MirrorLink, name: keyof MirrorLink): MirrorLink {
  return {
    ...link,
    [name]: () => {
      throw new Error(`No ${name}`);
    },
  };
}

describe("a link that throws", () => {
  it.each(FAILING)("ends only itself if it throws in `%s` at the owner", async (name) => {
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    const pair = linkPair();
    const disconnect = host.connect(throwingLink(pair.host, name), ALL_RIGHTS);
    pair.mirror.send('{"type":"hello","v":1}');
    pair.mirror.send('{"type":"subscribe","lanes":[["root",null],["session:s1",null]]}');
    say(store, "b");
    await pass(20_000);
    disconnect();
    await pass();
    expect(host.stats().mirrors).toHaveLength(1);
    if (name !== "close")
      expect(host.stats().failures).toMatchObject([{ message: `The link failed: No ${name}` }]);
    expect(mirror.status).toBe("live");
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("ends only itself if it throws after a while", async () => {
    const { store, host } = owner();
    say(store, "a");
    const pair = linkPair();
    let isBroken = false;
    host.connect({
      ...pair.host,
      send: (text) => {
        if (isBroken) throw new Error("EPIPE");
        pair.host.send(text);
      },
    });
    pair.mirror.send('{"type":"hello","v":1}');
    pair.mirror.send('{"type":"subscribe","lanes":[["root",null],["session:s1",null]]}');
    await pass();
    const mirror = mirrorOf(() => host);
    await pass();
    isBroken = true;
    say(store, "b");
    await pass();
    expect(host.stats().mirrors).toHaveLength(1);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it.each(FAILING)("is replaced by a new one if it throws in `%s` in a window", async (name) => {
    const { store, host } = owner();
    say(store, "a");
    let isBroken = true;
    const mirror = createMirror(() => {
      const pair = linkPair();
      host.connect(pair.host, ALL_RIGHTS);
      return isBroken ? throwingLink(pair.mirror, name) : pair.mirror;
    });
    await pass(1_000);
    if (name !== "close")
      expect(mirror.stats().lastFailure?.message).toBe(`The link failed: No ${name}`);
    isBroken = false;
    await pass(20_000);
    expect(mirror.status).toBe("live");
    mirror.close();
  });

  it("closes without an error if it arrives after `close`", async () => {
    const pair = linkPair();
    const mirror = createMirror(() => pass(10).then(() => throwingLink(pair.mirror, "close")));
    mirror.close();
    await pass();
    expect(mirror.status).toBe("closed");
  });

  it("closes inside `onClose` without an error", async () => {
    const { host } = owner();
    const pair = linkPair();
    host.connect({
      ...pair.host,
      onClose: (listener) => {
        listener("gone");
        return () => {};
      },
    });
    await pass();
    expect(host.stats().mirrors).toEqual([]);
  });
});
