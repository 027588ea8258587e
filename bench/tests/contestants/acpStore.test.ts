import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { acpStore, acpStoreBatched } from "../../src/contestants/acpStore.js";
import { baseline } from "../../src/contestants/baseline.js";
import { parseLine } from "../../src/wire/update.js";
import { getBaselineOutcome, getStoreOutcome } from "../support/outcome.js";
import { getAllLines, smallWorkloads } from "../support/smallWorkloads.js";

describe.each(smallWorkloads)("acp-store with workload $name", (workload) => {
  it("accepts every line without diagnostics", () => {
    const store = createAcpStore({ protocolVersion: workload.version, scheduler: "sync" });
    const results = getAllLines(workload).map((line) => store.ingest(parseLine(line)));
    expect(results.filter(({ accepted }) => !accepted)).toEqual([]);
    expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it.each([acpStore, acpStoreBatched])(
    "produces the same final state as the baseline: $name",
    (contestant) => {
      const expected = baseline.start(workload.version);
      const run = contestant.start(workload.version);
      expected.load(getAllLines(workload));
      run.load(workload.setup);
      workload.lines.forEach(run.applyLine);
      run.flush?.();
      expect(getStoreOutcome(run.store.getState())).toEqual(getBaselineOutcome(expected.sessions));
    },
  );
});
