import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { checkTrace, type Finding } from "@acp-store/check";
import {
  checkScenario,
  formatScenarioReport,
  scenarioAgent,
  SCENARIOS,
} from "@acp-store/testing/scenarios";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { VERSIONS } from "../support/connect.js";
import { DRIVERS } from "./clientDrivers.js";

/** Returns whether a scenario violates the protocol on purpose. */
const isIntended = (scenario: string, responsible: Finding["responsible"]): boolean =>
  scenario === "garbage" && responsible === "agent";

describe.each(VERSIONS)("the client of acp-store in protocol version %i", (version) => {
  it.each(SCENARIOS)("follows all rules of the scenario $name", async ({ name }) => {
    // The SDK reports invalid messages of the agent.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const agent = scenarioAgent(name, [version]);
    const store = createAcpStore({ scheduler: "sync" });
    const connection = await connectAgent(store, agent.connect, { reconnect: { minDelay: 1 } });
    onTestFinished(() => connection.close());
    await DRIVERS[name]?.({ connection, store });
    await connection.close();
    const report = checkScenario(name, agent.frames);
    expect(formatScenarioReport(report)).toContain(`${name}: the client follows all`);
    expect(report.isPassed).toBe(true);
    const violations = checkTrace(agent.frames).findings.filter(
      ({ severity, responsible }) => severity === "violation" && !isIntended(name, responsible),
    );
    expect(violations).toEqual([]);
  });
});
