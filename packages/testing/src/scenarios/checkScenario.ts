import type { Frame } from "@acp-store/core";
import { type ScriptedAgent, scriptedAgent } from "../index.js";
import { COMMON_EXPECTATIONS } from "./expectations.js";
import { PERMISSION_SCENARIOS } from "./permissionScenarios.js";
import type { Scenario } from "./scenario.js";
import { SESSION_SCENARIOS } from "./sessionScenarios.js";
import { TURN_SCENARIOS } from "./turnScenarios.js";
import { readWire } from "./wire.js";

const ALL_SCENARIOS = [...TURN_SCENARIOS, ...PERMISSION_SCENARIOS, ...SESSION_SCENARIOS];

/** A scenario as a list shows it. */
export interface ScenarioInfo {
  /** The name, such as `two-permissions`. */
  readonly name: string;
  /** Describes the situation in one sentence. */
  readonly title: string;
  /** The steps of the user, in order. A test or a person carries them out in the client. */
  readonly steps: readonly string[];
  /** The rules that the messages of the client have to follow. */
  readonly rules: readonly string[];
}

/** Whether a client did the right thing in a scenario. */
export interface ScenarioReport {
  /** The name of the scenario. */
  readonly name: string;
  /** Whether the client followed all rules. */
  readonly isPassed: boolean;
  /** Each rule, with its violations as sentences. */
  readonly results: readonly { readonly rule: string; readonly problems: readonly string[] }[];
}

/** All scenarios. */
export const SCENARIOS: readonly ScenarioInfo[] = ALL_SCENARIOS.map(
  ({ name, title, steps, expectations }) => ({
    name,
    title,
    steps,
    rules: [...COMMON_EXPECTATIONS, ...expectations].map(({ rule }) => rule),
  }),
);

/**
 * Creates the agent of a scenario. `protocolVersions` are the versions that it supports, both by
 * default.
 *
 * @throws RangeError for an unknown name.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 * import { checkScenario, scenarioAgent } from "@acp-store/testing/scenarios";
 *
 * const agent = scenarioAgent("first-turn");
 * const connection = await connectAgent(createAcpStore(), agent.connect);
 * const { sessionId } = await connection.newSession({ cwd: "/project" });
 * await connection.prompt(sessionId, "Hello");
 * console.log(checkScenario("first-turn", agent.frames).isPassed); // true
 * ```
 */
export function scenarioAgent(name: string, protocolVersions?: readonly (1 | 2)[]): ScriptedAgent {
  const script = findScenario(name).createScript();
  return scriptedAgent({ ...script, ...(protocolVersions && { protocolVersions }) });
}

/**
 * Checks the messages of a client against the rules of a scenario. Call it after all steps, with the
 * `frames` of the agent.
 *
 * @throws RangeError for an unknown name.
 */
export function checkScenario(name: string, frames: readonly Frame[]): ScenarioReport {
  const { expectations, endsByCrash } = findScenario(name);
  const wire = readWire(frames, endsByCrash);
  const results = [...COMMON_EXPECTATIONS, ...expectations].map(({ rule, findProblems }) => ({
    rule,
    problems: findProblems(wire),
  }));
  return { name, isPassed: results.every(({ problems }) => problems.length === 0), results };
}

/** Formats a report as text: one line for each rule, and one for each violation. */
export function formatScenarioReport({ name, results }: ScenarioReport): string {
  const failures = results.filter(({ problems }) => problems.length > 0).length;
  const lines = results.flatMap(({ rule, problems }) => [
    `${problems.length === 0 ? "ok  " : "FAIL"} ${rule}`,
    ...problems.map((problem) => `     ${problem}`),
  ]);
  const summary =
    failures === 0
      ? `${name}: the client follows all ${results.length} rules.`
      : `${name}: the client violates ${failures} of ${results.length} rules.`;
  return [...lines, summary].join("\n");
}

function findScenario(name: string): Scenario {
  const scenario = ALL_SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario) return scenario;
  const names = ALL_SCENARIOS.map((known) => known.name).join(", ");
  throw new RangeError(`[acp-store] There is no scenario "${name}". Choose one of: ${names}.`);
}
