import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  deserialize,
  serialize,
  type Session,
} from "@acp-store/core";
import fc from "fast-check";
import { expect } from "vitest";
import { traffic } from "../../../core/tests/support/randomTraffic.js";
import { plain, trackedStore } from "../../../core/tests/support/trackedStore.js";
import { hostMirrors, type MirrorHost } from "../../src/index.js";
import { linkPair, seededRandom } from "./links.js";
import { ALL_RIGHTS, mirrorOf, pass, type TestMirror } from "./windows.js";

/** The lanes of the second mirror, which shows one session. */
const SHOWN = ["s1"];

/**
 * Sends random traffic to an owner with two mirrors, over links that lose, double and reorder
 * messages and break now and then, and restarts the owner once. Fails if a mirror ever shows a state
 * that the owner never had, or does not show the owner's state soon after the traffic stops. Returns
 * the number of faults that were injected.
 */
export async function runWithFaults(seed: number, chance: number): Promise<number> {
  const random = seededRandom(seed);
  const counts = { faults: 0 };
  const faults = { lost: chance, doubled: chance, reordered: chance };
  const version = random() < 0.5 ? 1 : 2;
  let current = ownerOf(trackedStore({ protocolVersion: version }));
  const pair = () =>
    linkPair({ random, faults, counts, ...(random() < 0.3 && { maxChars: 8_000 }) });
  const all = mirrorOf(() => current.host, ALL_RIGHTS, { pair });
  const some = mirrorOf(() => current.host, ALL_RIGHTS, { pair, sessions: SHOWN });
  const wrong: string[] = [];
  // The state of an earlier owner is still shown until the next one has answered.
  const known = new Set<string>();
  checkStates(all, known, wrong);
  checkStates(some, known, wrong);
  current.record(known);

  const lists = fc.sample(traffic[version], { numRuns: 6, seed });
  for (const [index, actions] of lists.entries()) {
    for (const act of actions) {
      act(current.store);
      if (random() < 0.3) await pass(random() * 40);
      if (random() < 0.02) all.pairs.at(-1)?.sever();
    }
    if (index === 3) {
      const saved = deserialize(serialize(current.store.getState()));
      current.host.close();
      current = ownerOf(
        trackedStore({ protocolVersion: version, initialState: saved, idPrefix: "u" }),
      );
      current.record(known);
    }
    await quiet(current.store, [all, some]);
    const owned = current.store.getState();
    expect(plain(all.getState())).toEqual(plain(owned));
    expect(plain(some.getState())).toEqual(plain(summarized(owned)));
  }
  expect(wrong).toEqual([]);
  all.close();
  some.close();
  current.host.close();
  return counts.faults;
}

interface RunningOwner {
  readonly store: ReturnType<typeof trackedStore>;
  readonly host: MirrorHost;
  /** Records every state of each lane from now on. */
  record(known: Set<string>): void;
}

function ownerOf(store: ReturnType<typeof trackedStore>): RunningOwner {
  return {
    store,
    host: hostMirrors(store),
    record: (known) => {
      const add = (): void => {
        for (const lane of laneStates(store.getState(), () => true)) known.add(lane);
      };
      add();
      store.inspect((record) => {
        if (record.type === "commit") add();
      });
    },
  };
}

function checkStates(mirror: TestMirror, known: ReadonlySet<string>, wrong: string[]): void {
  const empty = new Set(laneStates(createAcpStore().getState(), () => true));
  mirror.subscribe(() => {
    for (const lane of laneStates(mirror.getState(), mirror.isComplete))
      if (!known.has(lane) && !empty.has(lane)) wrong.push(lane);
  });
}

/** Returns the content of each complete lane as text. */
function* laneStates(
  { sessions, ...root }: AcpState,
  isComplete: (sessionId: string) => boolean,
): Iterable<string> {
  yield canonical(root);
  for (const [id, session] of sessions) if (isComplete(id)) yield canonical(session);
}

/** Returns the text of a value in which equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(plain(value), (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Waits until the mirrors are in step, for at most five minutes of their clocks. */
async function quiet(store: AcpStore, mirrors: readonly TestMirror[]): Promise<void> {
  const [all, some] = mirrors;
  for (let round = 0; round < 60; round++) {
    await pass(5_000);
    const owned = store.getState();
    const isEqual =
      canonical(all?.getState()) === canonical(owned) &&
      canonical(some?.getState()) === canonical(summarized(owned));
    if (isEqual && mirrors.every(({ status }) => status === "live")) return;
  }
}

/** Returns a state with only the summaries of the sessions that the second mirror does not show. */
function summarized(state: AcpState): AcpState {
  const sessions = Array.from(state.sessions, ([id, session]): [string, Session] => {
    if (SHOWN.includes(id)) return [id, session];
    const none = new Map();
    const rest = session;
    return [
      id,
      {
        ...rest,
        toolCalls: none,
        plans: none,
        messages: none,
        terminals: none,
        turns: none,
        compactions: none,
        subagents: none,
        sessionMessages: none,
        applicationRows: none,
        timeline: [],
      },
    ];
  });
  return { ...state, sessions: new Map(sessions) };
}
