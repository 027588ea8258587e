import { createAcpStore } from "@acp-store/core";
import * as reads from "@acp-store/core/reads";
import { describe, expect, it } from "vitest";
import {
  addChunk,
  createFilledStore,
  fillOtherSession,
  READ_CASES,
  READ_NAMES,
  type ReadName,
} from "../support/readCases.js";

const CHANGED_BY_CHUNKS: readonly ReadName[] = [
  "acpStateRead",
  "messageRead",
  "messageRunRead",
  "sessionRead",
  "sessionsRead",
];
const CHANGED_BY_OTHER_SESSIONS: readonly ReadName[] = [
  "acpStateRead",
  "attentionRead",
  "nestedTimelineRead",
  "sessionCatalogRead",
  "sessionIdsRead",
  "sessionsRead",
];

const namesWithout = (others: readonly ReadName[]): readonly ReadName[] =>
  READ_NAMES.filter((name) => !others.includes(name));

it("has a case for every read", () => {
  const names = Object.keys(reads).filter((name) => name.endsWith("Read"));
  expect(READ_NAMES).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

describe.each(READ_NAMES)("%s", (name) => {
  const { read, change } = READ_CASES[name];

  it("changes its value and calls its listeners", () => {
    const store = createFilledStore();
    const source = reads.createReadSource(store, read);
    const before = source.get();
    let calls = 0;
    const stop = source.subscribe(() => calls++);
    change(store);
    expect(source.get()).not.toEqual(before);
    expect(calls).toBeGreaterThan(0);
    stop();
  });

  it("reads the initial state", () => {
    const store = createFilledStore();
    const initial = read.read(createAcpStore().getState(), store);
    change(store);
    expect(reads.createReadSource(store, read).getInitial()).toEqual(initial);
  });
});

describe("an unknown update", () => {
  it.each(namesWithout(["sessionRead", "sessionsRead"]))("keeps the reference of %s", (name) => {
    const { read, change } = READ_CASES[name];
    const store = createFilledStore();
    change(store);
    const source = reads.createReadSource(store, read);
    const before = source.get();
    store.ingest({ sessionId: "s1", update: { sessionUpdate: "_unknown" } });
    expect(source.get()).toBe(before);
  });
});

/** Counts how often the targets of a read change. */
function countChanges(
  name: ReadName,
  change: (store: ReturnType<typeof createFilledStore>) => void,
) {
  const store = createFilledStore();
  let calls = 0;
  reads.watchTargets(store, READ_CASES[name].read.targets, () => calls++);
  change(store);
  return calls;
}

describe("a chunk of a message", () => {
  it.each(namesWithout(CHANGED_BY_CHUNKS))("does not change the targets of %s", (name) => {
    expect(countChanges(name, addChunk)).toBe(0);
  });
});

describe("another session", () => {
  it.each(namesWithout(CHANGED_BY_OTHER_SESSIONS))("does not change the targets of %s", (name) => {
    expect(countChanges(name, fillOtherSession)).toBe(0);
  });
});
