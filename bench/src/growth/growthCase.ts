import type { Version } from "../wire/update.js";
import type { GrowthStore } from "./growthStore.js";

/** An operation whose cost is measured in states of growing size. */
export interface GrowthCase {
  /** The operation, in the words of the API. */
  readonly name: string;
  /** The smallest size. The other sizes are four and sixteen times as large. */
  readonly size: number;
  /** The version of the protocol. Default: 1. */
  readonly version?: Version;
  /**
   * The suite measures an operation for each item, one operation for all items, or 1,000 operations in
   * a state that has all items. Default: for each item.
   */
  readonly runs?: "for each" | "for all" | "among all";
  /** The number of items of the report, which shows the time of one. Default: that of the operations. */
  readonly items?: (count: number) => number;
  /** Fills the store and returns the operation. The suite takes a snapshot after each one. */
  prepare(store: GrowthStore, count: number): (index: number) => unknown;
}
