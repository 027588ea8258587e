import type { AcpState } from "@acp-store/core";
import fc from "fast-check";
import { expect } from "vitest";
import { traffic } from "../../../core/tests/support/randomTraffic.js";
import { plain, trackedStore } from "../../../core/tests/support/trackedStore.js";
import {
  hostMirrors,
  type MirrorAgent,
  type MirrorHost,
  type MirrorLink,
} from "../../src/index.js";
import { ACTION_ARGS } from "@acp-store/core/actions";
import { type LinkPair, linkPair, seededRandom } from "./links.js";
import { ALL_RIGHTS, ask, mirrorOf, pass, say, type TestMirror } from "./windows.js";

/** A session, and a text in it, that only one of the mirrors may see. */
const HIDDEN = "hidden-session";
const SECRET = "secret-words";

type Random = () => number;

/**
 * Attacks a host with random frames, links that throw, redactors and rights that throw, and broken
 * links, while random traffic changes its store. Fails if anything throws, if a mirror does not show
 * the owner's state after each list of traffic, if a hidden session is sent, or if a prompt runs
 * twice. Returns the number of hostile frames and thrown errors.
 */
export async function runAttack(seed: number): Promise<number> {
  const random = seededRandom(seed);
  const attacks = { count: 0 };
  const version = random() < 0.5 ? 1 : 2;
  const store = trackedStore({ protocolVersion: version });
  const prompts = new Map<string, number>();
  let isFaulty = false;
  /** Throws now and then, as long as the schedule says so. */
  const maybeThrow = (chance: number): void => {
    if (!isFaulty || random() >= chance) return;
    attacks.count++;
    throw new Error(`Attack on ${HIDDEN}`);
  };
  const host = hostMirrors(store, {
    agent: hostileAgent(random, prompts),
    laneBytes: 1 + Math.floor(random() * 50_000),
    windowBytes: 1_000 + Math.floor(random() * 50_000),
    redact: (entity, { table, sessionId }) => {
      maybeThrow(0.02);
      const isHit = isFaulty && sessionId !== undefined && random() < 0.01;
      return isHit && table !== "turns" ? { ...entity, value: 1n } : entity;
    },
  });
  const sees = (sessionId: string): boolean => {
    maybeThrow(0.05);
    return sessionId !== HIDDEN;
  };
  const faults = { lost: 0.03, doubled: 0.03, reordered: 0.03 };
  const pair = (): LinkPair => {
    const links = linkPair({ random, faults, ...(random() < 0.3 && { maxChars: 8_000 }) });
    return {
      ...links,
      host: withThrows(links.host, maybeThrow),
      mirror: withThrows(links.mirror, maybeThrow),
    };
  };
  const all = mirrorOf(() => host, ALL_RIGHTS, { pair });
  const some = mirrorOf(() => host, { ...ALL_RIGHTS, sees }, { pair });
  const mirrors = [all, some];
  const attackers = [
    connectAttacker(host, { sees }),
    connectAttacker(host, { ...ALL_RIGHTS, sees }),
  ];
  const opened: Promise<unknown>[] = [];

  for (const [round, actions] of fc.sample(traffic[version], { numRuns: 4, seed }).entries()) {
    isFaulty = true;
    say(store, SECRET, HIDDEN);
    for (const [index, act] of actions.entries()) {
      act(store);
      if (random() < 0.3) say(store, SECRET, HIDDEN);
      if (random() < 0.05) ask(store, HIDDEN);
      if (random() < 0.3) {
        const text = `${seed} ${round} ${index}`;
        const sender = random() < 0.5 ? all : some;
        void sender.actions.prompt("s1", [{ type: "text", text }]).catch(() => {});
      }
      if (random() < 0.1) opened.push(toggle(random() < 0.5 ? all : some, random));
      for (const attacker of attackers) {
        if (random() < 0.5) continue;
        attacks.count++;
        attacker.send(hostileFrame(random, host.epoch, mirrors));
        if (random() < 0.02) attacker.reconnect();
      }
      // A late copy of what a mirror has sent on this link.
      if (random() < 0.1) replay(random, all.link);
      if (random() < 0.2) await pass(random() * 40);
      if (random() < 0.02) (random() < 0.5 ? all : some).link?.sever();
      if (random() < 0.01) host.disconnect(Math.floor(random() * 10));
      if (random() < 0.01) host.stats();
      if (random() < 0.005) host.close();
    }
    isFaulty = false;
    all.open("s1").catch(() => {});
    for (const mirror of mirrors)
      for (const id of store.getState().sessions.keys()) mirror.open(id).catch(() => {});
    await quiet(store.getState, all, some);
    expect(plain(all.getState())).toEqual(plain(store.getState()));
    expect(visible(some.getState())).toEqual(visible(store.getState()));
  }
  for (const received of [
    ...some.pairs.map(({ sent }) => sent.down),
    ...attackers.map((attacker) => attacker.received),
  ]) {
    // A refusal names what the attacker has asked for.
    const text = received.join("\n").replaceAll(/has no \w+ \\"hidden-session\\"/g, "");
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(HIDDEN);
  }
  expect([...prompts].filter(([, count]) => count > 1)).toEqual([]);
  for (const mirror of mirrors) mirror.close();
  for (const attacker of attackers) attacker.end();
  host.close();
  await Promise.all(opened);
  return attacks.count;
}

/** Opens or leaves a session. */
async function toggle(mirror: TestMirror, random: Random): Promise<void> {
  if (random() < 0.5) mirror.leave("s1");
  else await mirror.open("s1").catch(() => {});
}

function replay(random: Random, link: LinkPair | undefined): void {
  const { up } = link?.sent ?? { up: [] };
  const text = up[Math.floor(random() * up.length)];
  if (!text?.includes('"action"')) return;
  try {
    link?.mirror.send(text);
  } catch {
    // The link of the mirror throws now and then.
  }
}

function withThrows(link: MirrorLink, maybeThrow: (chance: number) => void): MirrorLink {
  return {
    ...link,
    send: (text) => {
      maybeThrow(0.005);
      link.send(text);
    },
    onMessage: (listener) => {
      maybeThrow(0.02);
      return link.onMessage(listener);
    },
    onClose: (listener) => {
      maybeThrow(0.02);
      return link.onClose(listener);
    },
    close: () => {
      link.close();
      maybeThrow(0.1);
    },
  };
}

interface Attacker {
  readonly received: string[];
  send(text: string): void;
  reconnect(): void;
  end(): void;
}

/** Connects a link that confirms nothing, and sends only what the attack says. */
function connectAttacker(host: MirrorHost, rights: Parameters<MirrorHost["connect"]>[1]): Attacker {
  const received: string[] = [];
  let link: LinkPair;
  const connect = (): void => {
    link = linkPair();
    host.connect(link.host, rights);
    link.mirror.onMessage((text) => received.push(text));
    link.mirror.send('{"type":"hello","v":1}');
  };
  connect();
  return {
    received,
    send: (text) => link.mirror.send(text),
    reconnect: () => {
      link.sever();
      connect();
    },
    end: () => link.sever(),
  };
}

function hostileAgent(random: Random, prompts: Map<string, number>): MirrorAgent {
  async function answer(): Promise<unknown> {
    await pause(random() * 50);
    const chance = random();
    if (chance < 0.2) throw new Error(`No, ${HIDDEN} is busy`);
    if (chance < 0.3) return { value: 1n };
    if (chance < 0.4) return "x".repeat(20_000);
    if (chance < 0.45) return new Promise(() => {});
    return {};
  }
  const throws = (): Promise<unknown> => {
    if (random() < 0.5) throw new TypeError("Broken agent");
    return answer();
  };
  const created = async (): Promise<unknown> => {
    await answer();
    return { sessionId: random() < 0.5 ? HIDDEN : "s1" };
  };
  return {
    prompt: (_sessionId, [block]) => {
      const text = block?.type === "text" ? block.text : "";
      if (/^\d+ \d+ \d+$/.test(text)) prompts.set(text, (prompts.get(text) ?? 0) + 1);
      return answer();
    },
    cancel: throws,
    setMode: throws,
    setModel: answer,
    newSession: created,
    forkSession: created,
    rewindSession: created,
    listSessions: async () => ({
      sessions: [{ sessionId: HIDDEN, title: SECRET }],
      nextCursor: "2",
    }),
    getAuthStatus: answer,
    request: answer,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const NAMES = [...Object.keys(ACTION_ARGS), "__proto__", "toString", ""];
const LANES = ["root", "session:s1", `session:${HIDDEN}`, "session:", "session:__proto__", "x"];

/** Returns a frame that is wrong, malicious, or what a mirror could send. */
function hostileFrame(random: Random, epoch: string, mirrors: readonly TestMirror[]): string {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const value = (depth: number = 0): unknown => {
    const leaf = pick<unknown>([
      null,
      true,
      -1,
      1e308,
      0.5,
      "",
      "s1",
      HIDDEN,
      "__proto__",
      "x".repeat(3_000),
      { __proto__: null },
    ]);
    if (depth > 3 || random() < 0.6) return leaf;
    if (random() < 0.5)
      return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
    return {
      [pick(["sessionId", "type", "__proto__", "cwd", "_x"])]: value(depth + 1),
      text: leaf,
    };
  };
  const ids = ["s1", HIDDEN, "__proto__", ...lastIds(mirrors)];
  const request = { sessionId: pick(ids), cwd: "/project" };
  const args = (): readonly unknown[] =>
    pick<readonly unknown[]>([
      [pick(ids)],
      [pick(ids), pick(["yes", "no", "ask"])],
      [pick(ids), [{ type: "text", text: "hostile" }], {}],
      [request],
      [{}],
      [pick(["_x", "session/new"]), pick<object>([{}, request])],
      [pick(ids), { action: "cancel" }],
      [value(), value()],
    ]);
  const number = Math.floor(random() * 200);
  const prefix =
    random() < 0.9 ? "attacker00000000" : String(Math.floor(random() * 1e16)).padStart(16, "0");
  const frames: readonly (() => unknown)[] = [
    () => ({ type: "hello", v: pick<unknown>([1, 1, 1, "1", value()]) }),
    () => ({ type: "subscribe", lanes: [[pick(LANES), pick([null, 0, 1, -5, 1e9])]] }),
    () => ({ type: "subscribe", lanes: value() }),
    () => ({ type: "unsubscribe", lanes: [pick(LANES)] }),
    () => ({ type: "ack", chars: pick<unknown>([0, 1e9, -1, Number.MAX_SAFE_INTEGER, value()]) }),
    () => ({
      type: "part",
      id: pick([0, 1, 5, 1e9]),
      n: pick([0, 1, 7]),
      of: pick([1, 2, 1e9]),
      text: value(),
    }),
    () => ({
      type: pick(["snapshot", "result", "failed", "_new"]),
      lane: pick(LANES),
      seq: value(),
    }),
    () => value(),
    () => ({ type: "action", epoch, id: `${prefix}.${number}`, name: pick(NAMES), args: args() }),
    () => ({ type: "action", epoch, id: `${prefix}.${number}`, name: pick(NAMES), args: args() }),
    () => ({
      type: "action",
      epoch: pick([epoch, "older"]),
      id: value(),
      name: "x".repeat(5_000),
      args: value(),
    }),
  ];
  if (random() < 0.02) return '{"type":"action","args":'.padEnd(2_000, "[");
  return JSON.stringify(pick(frames)()) ?? "undefined";
}

/** Returns the ids of pending requests. */
function lastIds(mirrors: readonly TestMirror[]): string[] {
  return mirrors.flatMap((mirror) =>
    [...mirror.getState().sessions.values()].flatMap(({ pendingPermissions }) =>
      pendingPermissions.slice(-2),
    ),
  );
}

/** Returns the part of a state that does not belong to the hidden session. */
function visible({ sessions, catalog, ...root }: AcpState): unknown {
  const isVisible = ([id]: readonly [string, unknown]): boolean => id !== HIDDEN;
  return plain({
    ...root,
    sessions: new Map([...sessions].filter(isVisible)),
    catalog: new Map([...catalog].filter(isVisible)),
  });
}

/** Waits until the mirrors are in step, for at most five minutes of their clocks. */
async function quiet(getState: () => AcpState, all: TestMirror, some: TestMirror): Promise<void> {
  const text = (value: unknown): string => JSON.stringify(value);
  for (let round = 0; round < 60; round++) {
    await pass(5_000);
    const isEqual =
      text(plain(all.getState())) === text(plain(getState())) &&
      text(visible(some.getState())) === text(visible(getState()));
    if (isEqual && all.status === "live" && some.status === "live") return;
  }
}
