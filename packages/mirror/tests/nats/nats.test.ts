import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AcpStore } from "@acp-store/core";
import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/nats-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostOnNats, natsLink } from "../../src/nats/index.js";
import { whenClosed } from "../support/linkContract.js";
import { hasNatsServer, startNatsServer } from "../support/natsServer.js";
import { createCandidate, observe, whenEqual, whenLive, whenOwner } from "../support/natsStore.js";
import { ALL_RIGHTS, ask, say } from "../support/windows.js";

/** Streams text into a store until the test or the returned function ends it. */
function stream(store: AcpStore, everyMs = 5): () => void {
  let count = 0;
  const timer = setInterval(() => say(store, `${count++} `), everyMs);
  const stop = (): void => clearInterval(timer);
  onTestFinished(stop);
  return stop;
}

describe.runIf(hasNatsServer)("a store on NATS", () => {
  it("shows mirrors the state of the owner, and follows it", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "Hello");
    const mirror = observe(await server.connect());
    await whenEqual(mirror, store);
    expect(mirror.status).toBe("live");
    say(store, " world");
    say(store, "Another session", "a session.with *all* > > characters\n");
    await whenEqual(mirror, store);
    expect(mirror.getState().sessions.size).toBe(2);
  });

  it("waits for an owner", async () => {
    const server = await startNatsServer();
    const mirror = observe(await server.connect());
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    say(candidate.store(), "Hello");
    await whenEqual(mirror, candidate.store());
    expect(mirror.status).toBe("live");
  });

  it("carries out the actions of mirrors, and delivers one answer", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    const store = candidate.store();
    const mirrors = [observe(await server.connect()), observe(await server.connect())];
    const { id, answer } = ask(store);
    for (const mirror of mirrors) await whenEqual(mirror, store);
    const outcomes = await Promise.allSettled(
      mirrors.map(({ actions }) => actions.respondToPermission(id, "yes")),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
      reason: "already_settled",
    });
    expect(await answer).toMatchObject({ outcome: { optionId: "yes" } });
    for (const mirror of mirrors) await whenEqual(mirror, store);
  });

  it("refuses actions of mirrors without rights", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect(), {});
    await whenOwner(candidate);
    const { id } = ask(candidate.store());
    const mirror = observe(await server.connect());
    await whenEqual(mirror, candidate.store());
    await expect(mirror.actions.respondToPermission(id, "yes")).rejects.toMatchObject({
      reason: "forbidden",
    });
  });

  it("needs no more permissions than those of the manual", async () => {
    const manual = await readFile(join(import.meta.dirname, "../../../../docs/nats.md"), "utf8");
    const [, permissions = ""] = /```conf\n([\s\S]+?)```/.exec(manual) ?? [];
    const config = permissions
      .replaceAll("my-app", "test")
      .replace("$OWNER_PASSWORD", "owner")
      .replace("$MIRROR_PASSWORD", "mirror");
    const server = await startNatsServer({ config, user: "owner" });
    const owner = await server.connect();
    const observer = await server.connect("mirror");
    const refused = [collectErrors(owner), collectErrors(observer)];
    const candidate = createCandidate(owner);
    await whenOwner(candidate);
    say(candidate.store(), "Hello");
    const mirror = observe(observer);
    await whenEqual(mirror, candidate.store());
    await mirror.actions.queuePrompt("s1", [{ type: "text", text: "Next" }]);
    await whenEqual(mirror, candidate.store());
    await candidate.nats.close();
    await whenOwner(createCandidate(owner));
    await whenLive(mirror);
    expect(refused).toEqual([[], []]);
  });

  it("tells mirrors about a session that cannot be published, and publishes it later", async () => {
    const server = await startNatsServer();
    let isBroken = false;
    const candidate = createCandidate(await server.connect(), ALL_RIGHTS, {
      redact: (entity, { table }) => {
        if (isBroken && table === "messages") throw new Error("No redaction");
        return entity;
      },
    });
    await whenOwner(candidate);
    say(candidate.store(), "Hello");
    const mirror = observe(await server.connect());
    await whenEqual(mirror, candidate.store());
    isBroken = true;
    say(candidate.store(), " world");
    await expect.poll(() => mirror.status, { interval: 5 }).toBe("stale");
    isBroken = false;
    await expect.poll(() => mirror.status, { interval: 5 }).toBe("live");
    await whenEqual(mirror, candidate.store());
  });

  it("does not publish hidden sessions", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect(), { sees: (id) => id !== "secret" });
    await whenOwner(candidate);
    say(candidate.store(), "hidden text", "secret");
    say(candidate.store(), "Hello");
    const mirror = observe(await server.connect());
    await whenLive(mirror);
    expect([...mirror.getState().sessions.keys()]).toEqual(["s1"]);
  });

  it("is back within a second when the server is killed and restarted in mid-stream", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "Hello");
    const mirror = observe(await server.connect());
    await whenEqual(mirror, store);
    const stop = stream(store);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => textOf(mirror).length).toBeGreaterThan(round * 100);
      await server.kill();
      const last = textOf(store);
      await expect.poll(() => textOf(store).length).toBeGreaterThan(last.length + 100);
      await server.restart();
      const start = performance.now();
      await expect.poll(() => textOf(mirror).length, { interval: 5 }).toBeGreaterThan(last.length);
      times.push(performance.now() - start);
    }
    // A busy machine delays some rounds. A pause of the code delays all of them.
    expect(Math.min(...times)).toBeLessThan(1000);
    stop();
    await whenEqual(mirror, store);
    expect(candidate.stores).toHaveLength(1);
  });

  it("is back within a second when the server is killed while a mirror reads what it missed", async () => {
    const server = await startNatsServer();
    const connections = [await server.connect(), await server.connect()] as const;
    const candidate = createCandidate(connections[0]);
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "Hello");
    const mirror = observe(connections[1]);
    await whenEqual(mirror, store);
    const stop = stream(store);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      await server.kill();
      const back = Promise.all(connections.map(whenReconnected));
      await server.restart();
      await back;
      // The server never answers the requests that the mirror has just sent.
      await server.kill();
      await server.restart();
      const last = textOf(store);
      const start = performance.now();
      await expect.poll(() => textOf(mirror).length, { interval: 5 }).toBeGreaterThan(last.length);
      times.push(performance.now() - start);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
    stop();
    await whenEqual(mirror, store);
  });

  it("splits messages by the payload limit of the server, in both directions", async () => {
    const server = await startNatsServer({ config: "max_payload: 16384" });
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "ä😀".repeat(50_000));
    const mirror = observe(await server.connect());
    await whenEqual(mirror, store);
    say(store, "😀".repeat(50_000));
    await whenEqual(mirror, store);
    await mirror.actions.queuePrompt("s1", [{ type: "text", text: "ö".repeat(100_000) }]);
    await whenEqual(mirror, store);
    expect(store.getState().sessions.get("s1")?.queue).toHaveLength(1);
  });

  it("serves 50 mirrors from one stream", async () => {
    const server = await startNatsServer();
    const connection = await server.connect();
    const candidate = createCandidate(connection);
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "Hello");
    const mirrors = await Promise.all(
      Array.from({ length: 50 }, async () => observe(await server.connect())),
    );
    for (const mirror of mirrors) await whenEqual(mirror, store);
    const before = connection.stats().outBytes;
    const text = "x".repeat(100_000);
    say(store, text);
    for (const mirror of mirrors) await whenEqual(mirror, store);
    expect(connection.stats().outBytes - before).toBeLessThan(3 * text.length);
  });

  it("replaces old patches by snapshots, so that the stream stays small", async () => {
    const server = await startNatsServer();
    const candidate = createCandidate(await server.connect());
    await whenOwner(candidate);
    const store = candidate.store();
    say(store, "Hello");
    const connection = await server.connect();
    const mirror = observe(connection);
    await whenEqual(mirror, store);
    let versions = 0;
    mirror.subscribe(() => versions++);
    for (let round = 0; round < 40; round++) {
      store.ingest({
        sessionId: "s1",
        update: { sessionUpdate: "session_info_update", title: `${round}`.padEnd(100_000, "x") },
      });
      await whenEqual(mirror, store);
    }
    const jsm = await jetstreamManager(connection);
    await expect
      .poll(async () => (await jsm.streams.info("acp_test")).state.bytes)
      .toBeLessThan(6_000_000);
    expect(versions).toBeLessThan(60);
    await whenEqual(observe(connection), store);
  });

  it("hands over to another process when the owner closes", async () => {
    const server = await startNatsServer();
    const first = createCandidate(await server.connect());
    await whenOwner(first);
    say(first.store(), "of the first");
    const second = createCandidate(await server.connect());
    const mirror = observe(await server.connect());
    await whenEqual(mirror, first.store());
    const start = performance.now();
    await first.nats.close();
    expect(first.closed()).toBe(1);
    await whenOwner(second);
    say(second.store(), "of the second");
    await whenEqual(mirror, second.store());
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("lets another process take over when the owner is gone", async () => {
    const server = await startNatsServer();
    const connection = await server.connect();
    const first = createCandidate(connection);
    await whenOwner(first);
    const second = createCandidate(await server.connect());
    const mirror = observe(await server.connect());
    await whenEqual(mirror, first.store());
    await connection.close();
    await whenOwner(second);
    say(second.store(), "of the second");
    await whenEqual(mirror, second.store());
    expect(mirror.status).toBe("live");
  });

  it("shuts out an owner that was cut off when another one took over", async () => {
    const server = await startNatsServer();
    const cut = await server.connectThroughProxy();
    const first = createCandidate(cut.connection);
    await whenOwner(first);
    say(first.store(), "before");
    const second = createCandidate(await server.connect());
    const mirror = observe(await server.connect());
    await whenEqual(mirror, first.store());
    cut.pause();
    await whenOwner(second);
    say(second.store(), "of the second");
    say(first.store(), "of the first");
    await whenEqual(mirror, second.store());
    cut.resume();
    await expect.poll(() => first.nats.isOwner).toBe(false);
    await expect.poll(first.closed).toBe(1);
    say(second.store(), " and later");
    await whenEqual(mirror, second.store());
    const connection = await server.connect();
    await whenEqual(observe(connection), second.store());
    expect(await storedTexts(connection)).not.toContain("of the first");
  });

  it("gives the ownership up when its connection closes", async () => {
    const server = await startNatsServer();
    const connection = await server.connect();
    const candidate = createCandidate(connection);
    await whenOwner(candidate);
    await connection.close();
    await candidate.nats.ended;
    expect([candidate.nats.isOwner, candidate.closed()]).toEqual([false, 1]);
  });

  it("rejects `ended` when `open` fails, and lets another process take over", async () => {
    const server = await startNatsServer();
    const failing = hostOnNats(await server.connect(), "test", () =>
      Promise.reject(new Error("No agent")),
    );
    await expect(failing.ended).rejects.toThrow("No agent");
    await whenOwner(createCandidate(await server.connect()));
  });

  it("closes a link when the connection closes", async () => {
    const server = await startNatsServer();
    const connection = await server.connect();
    const closed = whenClosed(natsLink(connection, "test"));
    await connection.close();
    expect(await closed).toBe("The connection to NATS is closed");
  });

  it("refuses a name with a meaning in subjects", async () => {
    const server = await startNatsServer();
    const connection = await server.connect();
    expect(() => natsLink(connection, "a.*")).toThrow(/letters, digits/);
  });
});

/** Returns a list that gets the errors that a server reports to a connection. */
function collectErrors(connection: NatsConnection): string[] {
  const errors: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === "error") errors.push(status.error.message);
  })();
  return errors;
}

/** Returns everything that the stream stores, as one text. */
async function storedTexts(connection: NatsConnection): Promise<string> {
  const jsm = await jetstreamManager(connection);
  const { state } = await jsm.streams.info("acp_test");
  const texts: string[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq++)
    texts.push((await jsm.streams.getMessage("acp_test", { seq }))?.string() ?? "");
  return texts.join("\n");
}

/** Returns the text of all messages of the session `s1`. */
function textOf({ getState }: Pick<AcpStore, "getState">): string {
  const messages = [...(getState().sessions.get("s1")?.messages.values() ?? [])];
  return messages
    .flatMap(({ content }) => content)
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
}

/** Resolves when a connection has found its server again. */
async function whenReconnected(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) if (type === "reconnect") return;
}
