import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  acpStore,
  acpStoreBatched,
  acpStoreObserving,
  acpStoreReading,
  acpStoreUninspected,
} from "../../src/contestants/acpStore.js";
import { floor } from "../../src/contestants/floor.js";
import { readLine } from "../../src/wire/update.js";
import { outcomeOfFloor, outcomeOfStore } from "../support/outcome.js";
import { allLines, small } from "../support/small.js";

describe.each(small)("the store in $name", (workload) => {
  it("has nothing to say against any line", () => {
    const store = createAcpStore({ protocolVersion: workload.version, scheduler: "sync" });
    const results = allLines(workload).map((line) => store.ingest(readLine(line)));
    expect(results.filter(({ accepted }) => !accepted)).toEqual([]);
    expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it.each([acpStore, acpStoreReading, acpStoreUninspected, acpStoreBatched, acpStoreObserving])(
    "ends with what the floor ends with: $name",
    (contestant) => {
      const expected = floor.start(workload.version);
      const run = contestant.start(workload.version);
      expected.load(allLines(workload));
      run.load(workload.setup);
      workload.lines.forEach(run.take);
      run.finish?.();
      expect(outcomeOfStore(run.store.getState())).toEqual(outcomeOfFloor(expected.sessions));
    },
  );
});
