import type { AcpEvent, AcpState } from "@acp-store/core";
import { expect } from "vitest";
import { Transaction } from "../../src/commit/transaction.js";
import { DEFAULT_LIMITS } from "../../src/limits.js";
import { reduce } from "../../src/reduce/reduce.js";
import { emptyState } from "../../src/state/emptyState.js";
import { StateTree } from "../../src/state/stateTree.js";
import { plain, type TrackedStore } from "./trackedStore.js";

/** Returns the state that a list of events leads to from an empty state. */
export function refolded(events: readonly AcpEvent[], protocolVersion: 1 | 2): AcpState {
  const tree = new StateTree(emptyState(protocolVersion));
  for (const event of events) reduce(new Transaction(tree, event.at, false), event, DEFAULT_LIMITS);
  return tree.snapshot();
}

/** Checks that the events of a store lead to its state. */
export function expectToFold(store: TrackedStore, protocolVersion: 1 | 2): void {
  expect(plain(refolded(store.events, protocolVersion))).toEqual(plain(store.getState()));
}
