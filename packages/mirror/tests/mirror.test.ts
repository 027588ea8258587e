import { selectPendingPermissions } from "@acp-store/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plain } from "../../core/tests/support/trackedStore.js";
import type { MirrorHost } from "../src/index.js";
import { linkPair } from "./support/links.js";
import { ask, logCharsOf, mirrorOf, outcomeOf, owner, pass, say } from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a connected mirror", () => {
  it("shows the state of the owner, and follows it", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirror = mirrorOf(() => host);
    expect(mirror.status).toBe("connecting");
    await pass();
    expect(mirror.status).toBe("live");
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    say(store, " world");
    say(store, "!", "s2");
    await pass();
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("shows the summaries and the permission requests of sessions that are not open", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const { id } = ask(store);
    const mirror = mirrorOf(() => host, undefined, { sessions: [] });
    await pass();
    expect(mirror.status).toBe("live");
    expect(mirror.isComplete("s1")).toBe(false);
    const [pending] = selectPendingPermissions(mirror.getState());
    expect(pending?.permissionId).toBe(id);
    const session = mirror.getState().sessions.get("s1");
    expect(session?.messages.size).toBe(0);
    expect(session?.timeline).toEqual([]);
    expect(session?.activity).toBe(store.getState().sessions.get("s1")?.activity);
    mirror.close();
  });

  it("opens a session, and keeps only its summary after leaving it", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirror = mirrorOf(() => host, undefined, { sessions: [] });
    await pass();
    const opened = mirror.open("s1");
    await pass();
    await opened;
    expect(mirror.isComplete("s1")).toBe(true);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.leave("s1");
    store.queuePrompt("s1", [{ type: "text", text: "next" }]);
    await pass();
    expect(mirror.isComplete("s1")).toBe(false);
    expect(mirror.getState().sessions.get("s1")?.messages.size).toBe(0);
    expect(mirror.getState().sessions.get("s1")?.queue).toHaveLength(1);
    mirror.close();
  });

  it("has the effects of an action that resolves while its session is left", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirror = mirrorOf(() => host);
    await pass();
    let queued: number | undefined;
    const sent = mirror.actions
      .queuePrompt("s1", [{ type: "text", text: "next" }])
      .then(() => (queued = mirror.getState().sessions.get("s1")?.queue.length));
    mirror.leave("s1");
    expect(mirror.isComplete("s1")).toBe(false);
    await pass();
    await sent;
    expect(queued).toBe(1);
    expect(mirror.getState().sessions.get("s1")?.messages.size).toBe(0);
    expect(mirror.getState().sessions.get("s1")?.queue).toHaveLength(1);
    expect(mirror.stats().lanes).toHaveLength(1);
    mirror.close();
  });

  it("keeps a session that is opened again before it was left", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirror = mirrorOf(() => host);
    await pass();
    mirror.leave("s1");
    const opened = mirror.open("s1");
    say(store, " world");
    await pass();
    await opened;
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    say(store, "!");
    await pass();
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("leaves a session although the snapshot that follows is lost", async () => {
    const { store, host } = owner();
    say(store, "Hello");
    const mirror = mirrorOf(() => host);
    await pass();
    const { host: end } = mirror.link;
    const { send } = end;
    end.send = (text) => {
      if (!text.includes('"snapshot"')) send(text);
    };
    mirror.leave("s1");
    store.queuePrompt("s1", [{ type: "text", text: "next" }]);
    await pass();
    end.send = send;
    await pass(10_000);
    expect(mirror.getState().sessions.get("s1")?.messages.size).toBe(0);
    expect(mirror.getState().sessions.get("s1")?.queue).toHaveLength(1);
    mirror.close();
  });

  it("rejects opening a session that the owner does not have", async () => {
    const { host } = owner();
    const mirror = mirrorOf(() => host);
    const opened = outcomeOf(mirror.open("s9"));
    await pass();
    expect(await opened).toBe("unknown");
    mirror.close();
  });

  it("gets messages that are longer than the link allows", async () => {
    const { store, host } = owner();
    say(store, `"\\\n\u0001`.repeat(5_000));
    const mirror = mirrorOf(() => host, undefined, { pair: () => linkPair({ maxChars: 500 }) });
    await pass();
    expect(mirror.link.sent.down.every((text) => text.length <= 500)).toBe(true);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("gets permission requests immediately, and streamed text in batches", async () => {
    const { store, host } = owner({ batchMs: 1_000 });
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass(2_000);
    say(store, "b");
    await pass(10);
    const before = mirror.link.sent.down.length;
    for (let index = 0; index < 100; index++) say(store, "c");
    await pass(10);
    expect(mirror.link.sent.down).toHaveLength(before);
    ask(store);
    await pass(10);
    expect(selectPendingPermissions(mirror.getState())).toHaveLength(1);
    expect(mirror.link.sent.down).toHaveLength(before + 2);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });
});

describe("a broken link", () => {
  it("leaves the last state, and is made again", async () => {
    const { store, host } = owner();
    say(store, "a");
    let running: MirrorHost | undefined = host;
    const mirror = mirrorOf(() => running);
    const log: string[] = [];
    mirror.onStatus((status) => log.push(status));
    await pass();
    running = undefined;
    mirror.link.sever();
    await pass();
    const last = mirror.getState();
    expect(mirror.status).toBe("stale");
    say(store, "b");
    await pass(5_000);
    expect(mirror.getState()).toBe(last);
    await expect(mirror.actions.cancel("s1")).rejects.toMatchObject({ reason: "offline" });
    running = host;
    await pass(40_000);
    expect(log).toEqual(["live", "stale", "waiting", "live"]);
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("is noticed when the other end falls silent", async () => {
    const { host } = owner();
    const mirror = mirrorOf(() => host);
    await pass();
    // The host's side vanishes without a close event.
    mirror.link.host.send = () => {};
    const links = mirror.pairs.length;
    await pass(60_000);
    expect(mirror.pairs.length).toBeGreaterThan(links);
    expect(mirror.status).toBe("live");
    mirror.close();
  });

  it("continues with the log instead of a snapshot if it comes back within 30 s", async () => {
    const { store, host } = owner();
    say(store, "a");
    const mirror = mirrorOf(() => host);
    await pass();
    mirror.link.sever();
    await pass(10);
    say(store, "b");
    await pass(5_000);
    expect(mirror.status).toBe("live");
    expect(mirror.link.sent.down.join("\n")).not.toContain('"snapshot"');
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });

  it("gets a snapshot if it comes back later", async () => {
    const { store, host } = owner();
    say(store, "a");
    let running: MirrorHost | undefined = host;
    const mirror = mirrorOf(() => running);
    await pass();
    running = undefined;
    mirror.link.sever();
    await pass(10);
    say(store, "b");
    await pass(31_000);
    expect(logCharsOf(host)).toBe(0);
    running = host;
    await pass(40_000);
    expect(mirror.status).toBe("live");
    expect(mirror.link.sent.down.join("\n")).toContain('"snapshot"');
    expect(plain(mirror.getState())).toEqual(plain(store.getState()));
    mirror.close();
  });
});

describe("a mirror without an owner", () => {
  it("says after 5 s that it waits, until there is one", async () => {
    const { store, host } = owner();
    say(store, "a");
    const owners: MirrorHost[] = [];
    const mirror = mirrorOf(() => owners[0]);
    const log: string[] = [];
    mirror.onStatus((status) => log.push(status));
    await pass(4_500);
    expect(mirror.status).toBe("connecting");
    await pass(2_000);
    expect(mirror.status).toBe("waiting");
    owners.push(host);
    await pass(40_000);
    expect(log).toEqual(["waiting", "live"]);
    mirror.close();
  });

  it("says that it waits for an owner that does not answer", async () => {
    const mirror = mirrorOf(() => owner().host, undefined, {
      pair: () => {
        const pair = linkPair();
        return { ...pair, mirror: { ...pair.mirror, send: () => {} } };
      },
    });
    await pass(6_500);
    expect(mirror.status).toBe("waiting");
    mirror.close();
    expect(mirror.status).toBe("closed");
  });
});

describe("another owner", () => {
  it("replaces everything, and removes the sessions that it does not have", async () => {
    const first = owner();
    say(first.store, "a", "s1");
    say(first.store, "b", "s2");
    let running = first.host;
    const mirror = mirrorOf(() => running);
    await pass();
    const second = owner();
    say(second.store, "c", "s2");
    say(second.store, "d", "s3");
    running = second.host;
    first.host.close();
    await pass(5_000);
    expect(mirror.status).toBe("live");
    expect(plain(mirror.getState())).toEqual(plain(second.store.getState()));
    say(second.store, "e", "s2");
    await pass();
    expect(plain(mirror.getState())).toEqual(plain(second.store.getState()));
    mirror.close();
  });

  it("has its order of sessions in the mirror, which keeps their content meanwhile", async () => {
    const first = owner();
    for (const id of ["s1", "s2", "s3", "gone"]) say(first.store, id, id);
    let running = first.host;
    const mirror = mirrorOf(() => running, undefined, { sessions: ["s1", "s2", "gone"] });
    await pass();
    const contents: (number | undefined)[] = [];
    mirror.subscribe(() => {
      const { sessions } = mirror.getState();
      contents.push(sessions.get("s1")?.messages.size, sessions.get("s2")?.messages.size);
    });
    const second = owner();
    for (const id of ["s3", "new", "s2", "s1", "newer"]) say(second.store, id, id);
    running = second.host;
    first.host.close();
    await pass(5_000);
    expect([...mirror.getState().sessions.keys()]).toEqual(["s3", "new", "s2", "s1", "newer"]);
    expect([...mirror.getState().sessions.keys()]).toEqual([
      ...second.store.getState().sessions.keys(),
    ]);
    expect(new Set(contents)).toEqual(new Set([1]));
    say(second.store, "more", "s2");
    await pass();
    expect(plain(mirror.getState().sessions.get("s2"))).toEqual(
      plain(second.store.getState().sessions.get("s2")),
    );
    mirror.close();
  });

  it("never gets an action that was meant for the first one", async () => {
    const first = owner();
    say(first.store, "a");
    let running: MirrorHost | undefined = first.host;
    const mirror = mirrorOf(() => running);
    await pass();
    const { id } = ask(first.store);
    await pass();
    // The action is lost together with the owner.
    mirror.link.mirror.send = () => {};
    const sent = outcomeOf(mirror.actions.respondToPermission(id, "yes"));
    const second = owner();
    const again = ask(second.store);
    running = second.host;
    mirror.link.sever();
    await pass(5_000);
    expect(await sent).toBe("uncertain");
    expect(second.store.getState().sessions.get("s1")?.pendingPermissions).toEqual([again.id]);
    mirror.close();
  });
});

it("follows a session again that a late message has unsubscribed", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  mirror.link.mirror.send('{"type":"unsubscribe","lanes":["session:s1"]}');
  await pass();
  say(store, "b");
  await pass(13_000);
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
});

it("refuses an owner with another major version, and does not try again", async () => {
  const { host } = owner();
  const pair = linkPair();
  const mirror = mirrorOf(() => host, undefined, {
    pair: () => ({
      ...pair,
      host: { ...pair.host, send: (text) => pair.host.send(text.replace('"v":1', '"v":2')) },
    }),
  });
  await pass(60_000);
  expect(mirror.status).toBe("refused");
  expect(mirror.pairs).toHaveLength(1);
});

it("skips messages and fields that only a newer release knows", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  mirror.link.host.send('{"type":"_new","lane":"root","seq":1}');
  mirror.link.host.send('{"type":"at","lane":"_new","seq":1,"chars":1,"_field":1}');
  mirror.link.host.send("not JSON");
  mirror.link.host.send("[]");
  say(store, "b");
  await pass();
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
});

it("keeps tables and fields that only a newer owner knows", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  mirror.link.host.send(
    '{"type":"patches","lane":"session:s1","seq":1,"patches":[[0,["_new"],1,"add"]]}',
  );
  await pass();
  expect(mirror.getState().sessions.get("s1")).toMatchObject({ unknownFields: { _new: 1 } });
  mirror.close();
});

it("asks for a snapshot if a patch does not fit", async () => {
  const { store, host } = owner();
  say(store, "a");
  const mirror = mirrorOf(() => host);
  await pass();
  mirror.link.host.send(
    '{"type":"patches","lane":"session:s1","seq":1,"patches":[[0,["toolCalls","c9","title"],"x","append"]]}',
  );
  await pass();
  expect(mirror.link.sent.up.at(-1)).toContain('["session:s1",null]');
  expect(plain(mirror.getState())).toEqual(plain(store.getState()));
  mirror.close();
});
